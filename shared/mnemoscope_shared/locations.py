"""Where the memory file and this program's own files are.

What can be worked out from the environment is, as pure functions of (environment, folder, platform), so that
every platform's rules can be tested on any. `platform` is `sys.platform`; paths have that platform's flavour.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from mnemoscope_shared.errors import ReadOnly, WriteFailed
from mnemoscope_shared.store.lock import WriteLock

MEMORY_FILE_VARIABLE = "MEMORY_FILE_PATH"
DEFAULT_NAME = "memory.jsonl"
_NEAR_MISSES = ("MEMORY_FILE", "MEMORY_PATH")
_DOLLAR_VARIABLE = re.compile(r"\$(?:(\w+)|\{([^}]*)\})", re.ASCII)
_PERCENT_VARIABLE = re.compile(r"%([^%]+)%")
_LOCK_TIMEOUT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class MemoryLocation:
    """Where the memory file is.

    Attributes:
        path: absolute; nothing need exist there.
        warnings: sentences for a person who may have meant another file.
    """

    path: PurePath
    warnings: tuple[str, ...] = ()


def locate_memory_file(
    flag: str | None, environment: Mapping[str, str], folder: PurePath, platform: str
) -> MemoryLocation:
    """Return the file that the flag names, else the environment, else `memory.jsonl` in the working folder.

    An empty text counts as none. `~` and variables are expanded; a relative path starts at `folder`.
    """
    chosen = flag or environment.get(MEMORY_FILE_VARIABLE)
    if chosen:
        return MemoryLocation(folder / expand(chosen, environment, platform))
    return MemoryLocation(folder / DEFAULT_NAME, near_miss_warnings(environment))


def near_miss_warnings(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return a sentence for each variable that was probably meant to name the memory file."""
    return tuple(
        f"{name} is set but has no effect: the variable for the memory file is {MEMORY_FILE_VARIABLE}."
        for name in _NEAR_MISSES
        if environment.get(name)
    )


def expand(path: str, environment: Mapping[str, str], platform: str) -> PurePath:
    """Return a path with a leading `~` and the variables in it replaced; unknown ones stay as they are.

    Variables are `$NAME` and `${NAME}`, on Windows `%NAME%` too.
    """

    def value(match: re.Match[str]) -> str:
        name = match[match.lastindex or 0]
        return environment.get(name, match[0])

    path = _DOLLAR_VARIABLE.sub(value, path)
    if platform == "win32":
        path = _PERCENT_VARIABLE.sub(value, path)
    expanded = _pure_path(path, platform)
    if expanded.parts[:1] == ("~",):
        return home_folder(environment, platform).joinpath(*expanded.parts[1:])
    return expanded


def home_folder(environment: Mapping[str, str], platform: str) -> PurePath:
    """Return the user's home folder, asking the operating system where the environment is silent."""
    home = environment.get("USERPROFILE" if platform == "win32" else "HOME")
    return _pure_path(home or str(Path.home()), platform)


def user_state_folder(environment: Mapping[str, str], platform: str) -> PurePath:
    """Return this program's folder for what it keeps between runs, where the platform wants such things."""
    home = home_folder(environment, platform)
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return (_pure_path(local, platform) if local else home / "AppData" / "Local") / "Mnemoscope"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Mnemoscope"
    # The XDG base directory specification: a relative path in the variable is to be ignored.
    state = environment.get("XDG_STATE_HOME", "")
    return (_pure_path(state, platform) if state.startswith("/") else home / ".local/state") / "mnemoscope"


def legacy_file(path: Path) -> Path | None:
    """Return the `x.json` that older servers wrote, where it exists and `x.jsonl` does not."""
    legacy = path.with_suffix(".json")
    if path.suffix != ".jsonl" or os.path.lexists(path) or not legacy.is_file():
        return None
    return legacy


def move_legacy_file(path: Path) -> Path | None:
    """Move `x.json` to its new name `x.jsonl`, byte for byte; return the old name if there was one to move.

    Nothing is ever overwritten.

    Raises:
        LockTimeout: somebody is writing the memory.
        ReadOnly: the folder may not be written.
        WriteFailed: the system refused the move.
    """
    if legacy_file(path) is None:
        return None
    with WriteLock(path, _LOCK_TIMEOUT_SECONDS).held():
        legacy = legacy_file(path)
        if legacy is not None:
            _move(legacy, path)
    return legacy


def _move(legacy: Path, path: Path) -> None:
    try:
        # A hard link fails where the new name has come to exist meanwhile; a rename would overwrite it.
        with suppress(FileExistsError):
            path.hardlink_to(legacy)
            legacy.unlink()
    except OSError:
        _rename(legacy, path)


def _rename(legacy: Path, path: Path) -> None:
    """Move a file where the file system knows no hard links."""
    try:
        legacy.rename(path)
    except PermissionError:
        raise ReadOnly(path, f"the folder {path.parent}") from None
    except OSError as error:
        raise WriteFailed(path, error.errno or 0) from error


def _pure_path(path: str, platform: str) -> PurePath:
    return PureWindowsPath(path) if platform == "win32" else PurePosixPath(path)
