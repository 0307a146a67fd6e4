"""The values of the registry's Run key on Windows: the commands that are started when a person logs in."""

import sys
from collections.abc import Iterator, MutableMapping

if sys.platform == "win32":
    import winreg

    _KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"

    class RunKey(MutableMapping[str, str]):
        """The person's own values by name; what the system refuses raises `OSError`."""

        def __getitem__(self, name: str) -> str:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _KEY) as key:
                try:
                    return str(winreg.QueryValueEx(key, name)[0])
                except FileNotFoundError:
                    raise KeyError(name) from None

        def __setitem__(self, name: str, command: str) -> None:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _KEY) as key:
                winreg.SetValueEx(key, name, 0, winreg.REG_SZ, command)

        def __delitem__(self, name: str) -> None:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _KEY, 0, winreg.KEY_SET_VALUE) as key:
                try:
                    winreg.DeleteValue(key, name)
                except FileNotFoundError:
                    raise KeyError(name) from None

        def __iter__(self) -> Iterator[str]:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _KEY) as key:
                count = winreg.QueryInfoKey(key)[1]
                names = [winreg.EnumValue(key, index)[0] for index in range(count)]
            return iter(names)

        def __len__(self) -> int:
            return sum(1 for _ in self)
