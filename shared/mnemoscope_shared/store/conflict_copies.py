"""Finding the copies that services which synchronise folders leave when a file was changed in two places."""

import re
import unicodedata
from contextlib import suppress
from pathlib import Path

from mnemoscope_shared.errors import StoreError
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.jsonl import decode

# What stands between the stem and the suffix. These say themselves that there was a conflict, Dropbox in the
# person's language.
_TELLING = re.compile(
    r" \(.*[ck]onfli.*\)"  # Dropbox, Nextcloud: who and when
    r"|\.sync-conflict-\d{8}-\d{6}-[A-Z2-7]{7}"  # Syncthing: when, and the device
    r"|_conflict-\d{8}-\d{6}",  # ownCloud: when
    re.IGNORECASE,
)
# These do not: another memory, or a copy made on purpose, may be called so.
_AMBIGUOUS = re.compile(
    r"-[A-Za-z0-9][A-Za-z0-9-]{0,62}"  # OneDrive: the computer
    r"| ?\(\d{1,3}\)"  # Google Drive: a number
    r"| \d{1,3}"  # iCloud: a number
)


def find_conflict_copies(path: Path) -> list[Path]:
    """Return the conflict copies beside a memory file that can be read as a memory, sorted by name.

    They are told by the names that Dropbox, Nextcloud, ownCloud, Syncthing, OneDrive, Google Drive and iCloud
    give. Where a name alone does not tell, at least half of the entities of the smaller memory have to be in
    the other one. A folder that cannot be read has none.

    `ImportRecords` of what a copy holds brings its additions into the memory. Its deletions cannot be told
    from what was added to the memory since: so what was deleted in the copy alone stays, what was deleted in
    the memory alone comes back, and an entity that was renamed is there by both names. The copy itself is
    left to the person.
    """
    named = [(other, between) for other in _beside(path) if (between := _between(other, path))]
    telling = {other for other, between in named if _TELLING.fullmatch(between)}
    copies = sorted(telling.union(other for other, between in named if _AMBIGUOUS.fullmatch(between)))
    if not copies:
        return []
    memory = _read(path)
    return [copy for copy in copies if _is_copy(_read(copy), memory, is_told=copy in telling)]


def _beside(path: Path) -> list[Path]:
    with suppress(OSError):
        return [other for other in path.parent.iterdir() if not other.is_symlink()]
    return []


def _between(other: Path, path: Path) -> str:
    """Return what a name has between the stem and the suffix of the file's; nothing if it has not these."""
    # A file system may spell accents in another way than whoever named the file.
    name, stem, suffix = (unicodedata.normalize("NFC", part) for part in (other.name, path.stem, path.suffix))
    is_longer = len(name) > len(stem) + len(suffix)
    if not (is_longer and name.startswith(stem) and name.endswith(suffix)):
        return ""
    return name[len(stem) : len(name) - len(suffix)]


def _is_copy(held: Snapshot, memory: Snapshot, *, is_told: bool) -> bool:
    if is_told:
        return bool(held.entities or held.relations)
    smaller = min(len(held.lines_by_name), len(memory.lines_by_name))
    common = len(held.lines_by_name.keys() & memory.lines_by_name.keys())
    return smaller > 0 and 2 * common >= smaller


def _read(path: Path) -> Snapshot:
    """Return what a file holds; nothing where it cannot be read as a memory."""
    with suppress(StoreError):
        return decode(read_file(path).data, path)
    return EMPTY
