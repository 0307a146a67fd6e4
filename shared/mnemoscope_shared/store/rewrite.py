"""Writing a whole memory file anew, with a backup beside it: what repair and conversion have in common."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from mnemoscope_shared.errors import FileBusy, FileMissing, HistoryError
from mnemoscope_shared.store.atomic_replace import replace_version
from mnemoscope_shared.store.beside import backup_of, put_aside
from mnemoscope_shared.store.catch_up import Cause, Version, catch_up
from mnemoscope_shared.store.file_state import FileState, checksum, read_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.jsonl import decode
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.memory_file import LOCK_TIMEOUT_SECONDS
from mnemoscope_shared.store.placement import Overtaken


class Plan(Protocol):
    """What is to be written."""

    @property
    def data(self) -> bytes:
        """The new file, which can be read."""

    @property
    def rejected(self) -> tuple[bytes, ...]:
        """What of the old one is put aside."""


PlanType = TypeVar("PlanType", bound=Plan)


@dataclass(frozen=True, slots=True)
class Rewritten(Generic[PlanType]):
    """What was written.

    Attributes:
        plan: what the plan for the file was when it was written.
        backup: the old version, beside the file.
        warning: a sentence for a person where the file was written but its history was not.
    """

    plan: PlanType
    backup: Path
    warning: str | None


def read_existing(path: Path) -> FileState:
    """Read a file that has to be there.

    Raises:
        FileMissing: it is not.
        StoreError: it cannot be read.
    """
    state = read_file(path)
    if state.signature is None:
        raise FileMissing(path)
    return state


def rewrite(
    path: Path,
    plan_for: Callable[[bytes, Path], PlanType | None],
    cause: Cause,
    *,
    lock_timeout: float = LOCK_TIMEOUT_SECONDS,
) -> Rewritten[PlanType] | None:
    """Write a file anew as planned from what it holds, under the write lock.

    The old version is kept beside it and what the plan rejects is added to the file for that, before the
    file is replaced in one step. Where that fails both are taken back.

    Args:
        path: the file; symbolic links are followed.
        plan_for: what to write instead of the given bytes; None leaves the file alone.
        cause: what the history says about it; a file without a history gets none.
        lock_timeout: in seconds.

    Raises:
        StoreError: the file cannot be read or written; it was left as it is.
    """
    path = Path(os.path.realpath(path))
    if plan_for(read_existing(path).data, path) is None:
        return None
    with WriteLock(path, lock_timeout).held():
        deadline = time.monotonic() + lock_timeout
        while True:
            state = read_existing(path)
            plan = plan_for(state.data, path)
            if plan is None:
                return None
            try:
                backup = _write(path, state, plan)
            except Overtaken:
                if time.monotonic() > deadline:
                    raise FileBusy(path) from None
            else:
                return Rewritten(plan, backup, _record(path, plan.data, cause))


def _write(path: Path, state: FileState, plan: Plan) -> Path:
    with backup_of(path, state.data) as backup, put_aside(path, plan.rejected):
        replace_version(path, plan.data, state)
    return backup


def _record(path: Path, data: bytes, cause: Cause) -> str | None:
    history = History(path)
    if not history.path.exists():
        return None
    try:
        catch_up(history, Version(decode(data, path), checksum(data)), None, None, cause)
    except HistoryError as error:
        return str(error)
    return None
