"""Changing a client's configuration on the disk, so that neither it nor a person's trust is damaged."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from mnemoscope_shared.clients.configuration_text import Unsuitable, read_configuration
from mnemoscope_shared.errors import (
    ConfigurationRefused,
    FileBusy,
    NotAFile,
    ReadOnly,
    StoreError,
    Unreadable,
    WriteFailed,
)
from mnemoscope_shared.store.atomic_replace import replace_version
from mnemoscope_shared.store.beside import backup_of
from mnemoscope_shared.store.file_state import FileState, read_file
from mnemoscope_shared.store.folder import make_folder
from mnemoscope_shared.store.placement import Overtaken

_ATTEMPTS = 5
_REASONS: dict[type[StoreError], str] = {
    ReadOnly: "it or its folder is read-only",
    NotAFile: "it is not a file",
    Unreadable: "the system does not let us read it",
    FileBusy: "another program keeps it open",
}
_NOT_UNICODE = ("the name of the memory file or of the program is not Unicode", "Choose another name.")


@dataclass(frozen=True, slots=True)
class ChangedConfiguration:
    """What was done to a file.

    Attributes:
        path: the file, symbolic links resolved.
        backup: the version before, beside it; None where there was none or nothing had to be changed.
        is_changed: whether anything had to be.
    """

    path: Path
    backup: Path | None
    is_changed: bool


def change_configuration(
    path: Path, change: Callable[[str], str], advice: str, snippet: str = ""
) -> ChangedConfiguration:
    """Change a configuration, or make it; a backup stays beside it, named by the time.

    It is read right before it is replaced in one step, and read again after that. Owner, mode, byte order
    mark and symbolic links stay. A configuration that another program writes meanwhile is read anew.

    Args:
        path: the configuration.
        change: gets the text, a strict JSON object, and returns the new one; its own result it leaves alone.
        advice: what a person does after a refusal, a sentence.
        snippet: what a person can put there by hand then.

    Raises:
        ConfigurationRefused: it cannot be changed safely; it was left as it is.
    """
    path = Path(os.path.realpath(path))
    try:
        return _change(path, change)
    except Unsuitable as error:
        raise ConfigurationRefused(path, str(error), advice, snippet) from None
    except UnicodeEncodeError:
        raise ConfigurationRefused(path, *_NOT_UNICODE) from None
    except Overtaken:
        raise ConfigurationRefused(path, "another program keeps writing it", advice, snippet) from None
    except StoreError as error:
        raise ConfigurationRefused(path, _reason(error), advice, snippet) from error


def _change(path: Path, change: Callable[[str], str]) -> ChangedConfiguration:
    """Write until a look at the file finds nothing left to change."""
    backup, is_changed = None, False
    for _ in range(_ATTEMPTS):
        state = read_file(path, follow_redo=False)
        mark, text = read_configuration(state.data)
        changed = change(text)
        if changed == text:
            return ChangedConfiguration(path, backup, is_changed)
        with suppress(Overtaken):
            backup = _write(path, state, mark + changed.encode())
            is_changed = True
    raise Overtaken(path)


def _write(path: Path, state: FileState, data: bytes) -> Path | None:
    make_folder(path)
    if state.signature is None:
        replace_version(path, data, state)
        return None
    with backup_of(path, state.data) as backup:
        replace_version(path, data, state)
    return backup


def _reason(error: StoreError) -> str:
    if isinstance(error, WriteFailed):
        return os.strerror(error.number)
    return _REASONS.get(type(error), "the system refuses")
