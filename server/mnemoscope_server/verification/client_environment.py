"""The environment in which clients start servers: little of the user's, and nothing of ours."""

import os
from collections.abc import Mapping
from pathlib import Path

# What the SDKs' clients pass on, for Python and TypeScript alike. Some clients pass more; a server that needs
# more works in those alone.
_PASSED_ON = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
_PASSED_ON_BY_WINDOWS = (
    *("APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE"),
    *("SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE"),
)


def client_environment(
    environment: Mapping[str, str],
    entry: Mapping[str, str],
    platform: str,
    own_folders: tuple[str, ...] = (),
) -> dict[str, str]:
    """Return the environment of a server that a client starts.

    Args:
        environment: ours.
        entry: what the client's configuration adds.
        platform: `sys.platform`.
        own_folders: folders of programs that are on our search path only because of the Python environment
            that we run in.
    """
    names = _PASSED_ON_BY_WINDOWS if platform == "win32" else _PASSED_ON
    passed_on = {name: environment[name] for name in names if name in environment}
    if "PATH" in passed_on:
        passed_on["PATH"] = _without(passed_on["PATH"], own_folders)
    return passed_on | dict(entry)


def own_program_folders(
    environment: Mapping[str, str], executable: str, prefix: str, base: str
) -> tuple[str, ...]:
    """Return the folders that a Python environment puts on the search path; none outside of one.

    Args:
        environment: ours.
        executable, prefix, base: `sys.executable`, `sys.prefix` and `sys.base_prefix`.
    """
    folders = [str(Path(executable).parent)] if prefix != base else []
    if virtual := environment.get("VIRTUAL_ENV"):
        folders += [str(Path(virtual) / "bin"), str(Path(virtual) / "Scripts")]
    return tuple(folders)


def _without(search_path: str, folders: tuple[str, ...]) -> str:
    unwanted = {os.path.normcase(os.path.normpath(folder)) for folder in folders}
    kept = (
        folder
        for folder in search_path.split(os.pathsep)
        if os.path.normcase(os.path.normpath(folder)) not in unwanted
    )
    return os.pathsep.join(kept)
