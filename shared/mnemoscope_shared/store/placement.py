"""How a complete new version takes the place of the one that was read; each system has its best way."""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from mnemoscope_shared.errors import FileBusy, MnemoscopeError
from mnemoscope_shared.store.exchange import REFUSALS, exchange, rename_to_free
from mnemoscope_shared.store.file_state import FileState, Signature, current_signature
from mnemoscope_shared.store.open_writers import is_open_for_writing

# Of Windows, while anybody has the file open: access denied, sharing violation, lock violation.
_BUSY_CODES = frozenset({5, 32, 33})
_BUSY_SECONDS = 2.5
_BUSY_PAUSE_SECONDS = 0.01


class Overtaken(MnemoscopeError):
    """Somebody wrote the file between our reading and our replacing it: read it again and try again.

    Attributes:
        conflict: the copy of a version that could not stay, beside the file; None where all is in the file.
    """

    def __init__(self, path: Path, conflict: Path | None = None) -> None:
        self.conflict = conflict
        super().__init__(f"{path} was changed by another program meanwhile. Try again.")


Exchange = Callable[[Path, Path], None]
Rename = Callable[[Path, Path], None]
Placement = Callable[[Path, Path, FileState], None]
"""Put a temporary file in the place of a path's version, or raise `Overtaken` or an `OSError`.

Whatever then has the temporary's name, if anything, is nobody's any more.
"""


def native_placement() -> Placement:
    """Return the way of this system."""
    return rename_when_free if sys.platform == "win32" else exchange_or_rename


def exchange_or_rename(
    temporary: Path, path: Path, expected: FileState, exchange: Exchange = exchange
) -> None:
    """Exchange the two where the file system can; else look at the file a last time and rename.

    Whether it can is asked each time: the answer costs microseconds, and mounts come and go.
    """
    if expected.signature is None:
        _take_free_name(temporary, path)
        return
    try:
        exchange_if_unchanged(temporary, path, expected, exchange)
    except OSError as error:
        if error.errno not in REFUSALS:
            raise
        _require(path, expected.signature)
        temporary.replace(path)


def exchange_if_unchanged(
    temporary: Path, path: Path, expected: FileState, exchange: Exchange = exchange
) -> None:
    """Exchange the two, look at what was displaced, and exchange back if it is not what was read.

    So a program that ignores the lock loses nothing, however closely it writes before us. If it writes in
    the instant between our two exchanges, its version stays and the one before it is kept as a copy.

    Args:
        temporary: the new version.
        path: the file.
        expected: the version that was read.
        exchange: how to exchange two names.

    Raises:
        Overtaken: somebody wrote, or is about to; their version is in place.
        OSError: nothing was exchanged.
    """
    ours = current_signature(temporary)
    exchange(temporary, path)
    # Whoever opened the file before the exchange still writes into it.
    if not is_open_for_writing(temporary) and _holds(temporary, expected):
        return
    try:
        exchange(temporary, path)
    except FileNotFoundError:  # they have seen ours and removed it
        raise Overtaken(path, _keep_copy(temporary, path)) from None
    if _same_but_renamed(current_signature(temporary), ours):
        raise Overtaken(path)
    exchange(temporary, path)
    raise Overtaken(path, _keep_copy(temporary, path))


def rename_when_free(
    temporary: Path,
    path: Path,
    expected: FileState,
    rename: Rename = os.replace,
    seconds: float = _BUSY_SECONDS,
) -> None:
    """Rename as Windows lets us: only while nobody has the file open.

    Args:
        temporary: the new version.
        path: the file.
        expected: the version that was read.
        rename: how to rename over a file.
        seconds: for how long to try again.

    Raises:
        FileBusy: somebody had it open for all that time.
        Overtaken: somebody wrote.
        OSError: the system refused for another reason.
    """
    deadline = time.monotonic() + seconds
    while True:
        _require(path, expected.signature)
        try:
            rename(temporary, path)
        except OSError as error:
            if getattr(error, "winerror", None) not in _BUSY_CODES:
                raise
            if time.monotonic() > deadline:
                raise FileBusy(path) from error
            time.sleep(_BUSY_PAUSE_SECONDS)
        else:
            return


def _take_free_name(temporary: Path, path: Path) -> None:
    """Rename to a name that nobody may have taken meanwhile; not every file system can tell in one step."""
    for step in (rename_to_free, os.link):
        try:
            step(temporary, path)
        except FileExistsError:
            raise Overtaken(path) from None
        except OSError:
            continue
        return
    temporary.replace(path)


def _require(path: Path, signature: Signature | None) -> None:
    if current_signature(path) != signature:
        raise Overtaken(path)


def _holds(path: Path, expected: FileState) -> bool:
    """Return whether a file that was renamed since is the version that was read."""
    if not _same_but_renamed(current_signature(path), expected.signature):
        return False
    return not expected.racy or path.read_bytes() == expected.data


def _same_but_renamed(one: Signature | None, other: Signature | None) -> bool:
    """Return whether two signatures differ in nothing but what a rename changes."""
    if one is None or other is None:
        return False
    return replace(one, changed_ns=0) == replace(other, changed_ns=0)


def _keep_copy(temporary: Path, path: Path) -> Path:
    """Name a displaced version so that a person finds it, and return where it is."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    for number in count(1):
        copy = path.with_name(f"{path.name}.conflict-{moment}{f'-{number}' if number > 1 else ''}")
        if not os.path.lexists(copy):
            temporary.rename(copy)
            return copy
    raise AssertionError  # one of infinitely many names is free
