"""Moving a memory out of a place where it would be lost, with its history."""

import os
from contextlib import suppress
from pathlib import Path

from mnemoscope_shared.errors import FileBusy, TargetExists, WriteFailed
from mnemoscope_shared.store.atomic_replace import replace_version
from mnemoscope_shared.store.file_state import Content, FileState
from mnemoscope_shared.store.folder import make_folder
from mnemoscope_shared.store.history_parts import all_parts, history_path
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.memory_file import LOCK_TIMEOUT_SECONDS
from mnemoscope_shared.store.placement import Overtaken
from mnemoscope_shared.store.rewrite import read_existing

_NO_FILE = FileState(Content(b""), None, racy=False)


def move_memory(path: Path, target: Path, *, lock_timeout: float = LOCK_TIMEOUT_SECONDS) -> None:
    """Move a memory file, also to another disk; the history goes with it, under the new name.

    Everything is copied before anything is removed, so that the memory is complete in one of the two places
    at every moment. Nothing is ever overwritten, and what a program that ignores the lock writes meanwhile
    stays where it is. The client still has to be told the new place.

    Args:
        path: the memory file; symbolic links are followed.
        target: its new place; its folder is made.
        lock_timeout: in seconds.

    Raises:
        TargetExists: there is a file of that name, or of a history's; nothing was moved.
        FileBusy: another program wrote the memory meanwhile; nothing was moved.
        HistoryError: the history cannot be read; nothing was moved.
        StoreError: the memory cannot be read, or the system refused; nothing was moved.
    """
    path, target = Path(os.path.realpath(path)), Path(os.path.realpath(target))
    read_existing(path)
    with WriteLock(path, lock_timeout).held():
        state = read_existing(path)
        parts = _history_moves(path, target)
        _refuse_taken(target)
        make_folder(target)
        copied: list[Path] = []
        try:
            for part, new_part in parts.items():
                _copy(read_existing(part).data, new_part, copied)
            _copy(state.data, target, copied)
            if read_existing(path).data != state.data:
                raise FileBusy(path)
            _remove(path)
        except BaseException:
            if os.path.lexists(path):
                for copy in copied:
                    copy.unlink(missing_ok=True)
            raise
        for part in parts:
            with suppress(OSError):  # what is left behind is a copy
                part.unlink()


def _history_moves(path: Path, target: Path) -> dict[Path, Path]:
    """Return the files of the history with their new names."""
    old, new = history_path(path), history_path(target)
    old_stem, new_stem = old.name.removesuffix(".jsonl"), new.name.removesuffix(".jsonl")
    return {part: target.with_name(new_stem + part.name.removeprefix(old_stem)) for part in all_parts(old)}


def _refuse_taken(target: Path) -> None:
    history = history_path(target)
    for path in (target, history, *all_parts(history)):
        if os.path.lexists(path):
            raise TargetExists(path)


def _copy(data: bytes, target: Path, copied: list[Path]) -> None:
    try:
        replace_version(target, data, _NO_FILE)
    except Overtaken:
        raise TargetExists(target) from None
    copied.append(target)


def _remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise WriteFailed(path, error.errno or 0) from error
