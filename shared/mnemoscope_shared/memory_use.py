"""Which assistants use a memory right now."""

from dataclasses import dataclass
from pathlib import Path

from mnemoscope_shared.store.presence import servers_using
from mnemoscope_shared.writer_names import writer_name


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """The servers that serve a memory.

    Attributes:
        programs: the assistants' programs, as people call them, each once; the one that came first is first.
        last_write: when one of them last changed the memory, in ms since 1970; None if none has.
    """

    programs: tuple[str, ...]
    last_write: int | None


def memory_use(memory_path: Path, state_folder: Path) -> MemoryUse:
    """Return who uses a memory file, told by the files that running servers leave in the state folder."""
    servers = servers_using(memory_path, state_folder)
    programs = dict.fromkeys(writer_name(server.writer) for server in servers)
    return MemoryUse(tuple(programs), max((server.last_write for server in servers), default=0) or None)
