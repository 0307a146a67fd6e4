"""Finding the program that a command starts, and saying in plain words why there is none."""

import os
import platform
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mnemoscope_shared.clients.verification import ProblemKind, starts_our_server
from mnemoscope_shared.shell import shell_word

_QUARANTINE = "com.apple.quarantine"
_XATTR_SECONDS = 5.0
CONNECT_AGAIN = (
    "If Mnemoscope was moved since the client was connected, connect it again from where it is now: "
    "mnemoscope-server connect CLIENT"
)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a server does not work: the kind, and what happened and what to do next, as sentences."""

    kind: ProblemKind
    message: str


class CannotStart(Exception):
    """The system does not start a command; `problem` says why."""

    def __init__(self, kind: ProblemKind, message: str) -> None:
        self.problem = Problem(kind, message)
        super().__init__(message)


def find_program(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> Path:
    """Return the file that a command starts.

    Args:
        command: a program, by its path or by a name on the search path, and its arguments.
        environment: of the server, see `client_environment`.
        folder: where the server is started; a relative path starts there.

    Raises:
        CannotStart: there is no such program or folder, or the program cannot be executed.
    """
    if not folder.is_dir():
        raise CannotStart(
            "not-found",
            f"There is no folder {folder}, where the client starts the server. Make it, or correct it in the "
            "client's configuration.",
        )
    name = command[0]
    has_folder = bool(os.path.dirname(name))  # noqa: PTH120 - a path of one part has to stay a name
    path = _with_ending(folder / name) if has_folder else _on_search_path(name, environment)
    if path is None:
        raise CannotStart(
            "not-found",
            f"There is no program “{name}” in the folders where a client looks (PATH). Install it, or give "
            "its whole path.",
        )
    if not path.exists():
        raise CannotStart("not-found", _missing(path, command))
    if path.is_dir():
        raise CannotStart("not-executable", f"{path} is a folder. Give the path of the program in it.")
    if not os.access(path, os.X_OK):
        raise CannotStart(
            "not-executable",
            f"{path} is not executable. Allow it: chmod +x {shell_word(path)}. If it is a script, name the "
            "program that runs it first, such as python3 or node.",
        )
    return path


def why_refused(path: Path, command: Sequence[str], error: OSError) -> CannotStart:
    """Return why the system refuses to start a file that is there and executable."""
    interpreter = _interpreter(path)
    if isinstance(error, FileNotFoundError) and interpreter is not None and not Path(interpreter).exists():
        return CannotStart(
            "not-found",
            f"{path} is there, but {interpreter} is not, by which it is run. {_advice(command)}",
        )
    if is_quarantined(path):
        return CannotStart("quarantined", quarantine_message(path))
    return CannotStart(
        "not-executable",
        f"The system does not start {path} ({error.strerror}). It may be made for another kind of computer, "
        "or be a script that does not name its interpreter. Install it again.",
    )


def is_quarantined(path: Path) -> bool:
    """Return whether macOS holds a file back because it was downloaded; elsewhere that does not happen."""
    if platform.system() != "Darwin":
        return False
    try:
        done = subprocess.run(
            ["/usr/bin/xattr", "-p", _QUARANTINE, path],
            capture_output=True,
            timeout=_XATTR_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def quarantine_message(path: Path) -> str:
    """Return what a person is told of a program that macOS holds back."""
    return (
        f"macOS holds {path} back, since it was downloaded (quarantine). Open it once from the Finder and "
        f"confirm, or take the mark away: xattr -d {_QUARANTINE} {shell_word(path)}"
    )


def _on_search_path(name: str, environment: Mapping[str, str]) -> Path | None:
    found = shutil.which(name, path=environment.get("PATH", os.defpath))
    return Path(found) if found else None


def _with_ending(path: Path) -> Path:
    """Return the program that Windows starts for a path, which may leave out “.exe”."""
    found = shutil.which(path) if os.name == "nt" else None
    return Path(found) if found else path


def _missing(path: Path, command: Sequence[str]) -> str:
    where = path.parent if path.parent.is_dir() else None
    what = (
        f"There is no {path.name} in {where}."
        if where
        else f"There is no {path}: not even its folder is there."
    )
    return f"{what} {_advice(command)}"


def _advice(command: Sequence[str]) -> str:
    if starts_our_server(command):
        return CONNECT_AGAIN
    return "Check the path in the client's configuration, or install the program again."


def _interpreter(path: Path) -> str | None:
    """Return the program that the first line of a script names."""
    try:
        with path.open("rb") as file:
            line = file.readline(1024)
    except OSError:
        return None
    words = line.removeprefix(b"#!").split() if line.startswith(b"#!") else []
    return os.fsdecode(words[0]) if words else None
