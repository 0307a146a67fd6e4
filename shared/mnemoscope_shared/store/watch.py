"""Noticing that somebody has changed the memory file."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from mnemoscope_shared.errors import Unreadable
from mnemoscope_shared.store.file_state import (
    RACY_NS,
    RACY_WHOLE_SECONDS_NS,
    Signature,
    current_signature,
)

_DEBOUNCE_MS = 50
_STEP_MS = 10
# Network mounts report nothing, and a folder that was removed takes its watch with it.
_POLL_MS = 1000
_STOP_SECONDS = 5.0

# A watched folder: its path and what tells it from a later folder of the same path.
_Folder = tuple[str, int, int]


class FileWatcher:
    """Calls back when a file may have changed, come or gone; one worker thread.

    The folder is watched, not the file: a watch of a file goes dead when the file is replaced. For a symbolic
    link that is its own folder and its target's; for a folder that does not exist, the nearest one above.

    A call means “look again”, not “it has changed”: a file that changed within the file system's time
    resolution cannot be told from one that changed twice, so one more call follows it.
    """

    def __init__(self, path: Path, on_change: Callable[[], None]) -> None:
        """Watch `path`, once started; `on_change` is called in the watcher's thread."""
        self._path = path
        self._on_change = on_change
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memory file watcher", daemon=True)
        self._seen: Signature | None = None
        self._settled = True

    def start(self) -> None:
        """Start watching; every change after this call is noticed."""
        self._look()
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and wait, for a few seconds at most, until a callback in progress has returned."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        while not self._stopped.is_set():
            folders = _folders_to_watch(self._path)
            self._report_changes()
            for _ in self._wake_ups(folders):
                self._report_changes()
                if _folders_to_watch(self._path) != folders:
                    break

    def _wake_ups(self, folders: list[_Folder]) -> Iterator[None]:
        """Yield whenever something stirs in these folders, and every second in any case; end at the stop."""
        # Imported by the first watcher: a server without subscriptions does without.
        from watchfiles import watch

        changes = watch(
            *[path for path, _, _ in folders],
            watch_filter=None,
            debounce=_DEBOUNCE_MS,
            step=_STEP_MS,
            stop_event=self._stopped,
            rust_timeout=_POLL_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
            recursive=False,
            ignore_permission_denied=True,
        )
        try:
            for _ in changes:
                yield
        except (OSError, RuntimeError):
            # The folder has just gone, or the system's watches are used up: what is left is the poll.
            self._stopped.wait(_POLL_MS / 1000)

    def _report_changes(self) -> None:
        if self._look():
            self._on_change()

    def _look(self) -> bool:
        """Return whether the file may have changed since the last look."""
        seen, was_settled = self._seen, self._settled
        now_ns = time.time_ns()
        try:
            self._seen = current_signature(self._path)
        except Unreadable:
            # As good as gone while we may not look.
            self._seen = None
        self._settled = self._seen is None or _is_settled(self._seen, now_ns)
        return self._seen != seen or not was_settled


def _is_settled(signature: Signature, now_ns: int) -> bool:
    """Return whether a further change would show in the signature."""
    whole_seconds = signature.modified_ns % 1_000_000_000 == 0
    resolution_ns = RACY_WHOLE_SECONDS_NS if whole_seconds else RACY_NS
    return max(signature.modified_ns, signature.changed_ns) < now_ns - resolution_ns


def _folders_to_watch(path: Path) -> list[_Folder]:
    folders = [_nearest_folder(path.parent)]
    if path.is_symlink():
        folders.append(_nearest_folder(Path(os.path.realpath(path)).parent))
    return list(dict.fromkeys(folders))


def _nearest_folder(folder: Path) -> _Folder:
    """Return a folder, or the nearest one above it that exists."""
    for candidate in (folder, *folder.parents):
        try:
            status = candidate.stat()
        except OSError:
            continue
        if candidate.is_dir():
            return (str(candidate), status.st_dev, status.st_ino)
    return (str(Path.cwd()), 0, 0)
