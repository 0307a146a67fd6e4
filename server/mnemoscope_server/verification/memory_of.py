"""Telling which memory file a server under trial uses."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from mnemoscope_shared.clients.entry_memory import memory_place
from mnemoscope_shared.clients.server_entry import ServerEntry, kind_of
from mnemoscope_shared.locations import user_state_folder
from mnemoscope_shared.store.presence import running_servers


@dataclass(frozen=True, slots=True)
class Started:
    """A server that runs.

    Attributes:
        entry: how a client's configuration would say to start it.
        environment: its environment, whole.
        folder: where it was started.
        pid: the process that was started; the server may be another one, which that has started.
        client: what it was told that its client is called.
    """

    entry: ServerEntry
    environment: Mapping[str, str]
    folder: Path
    pid: int
    client: str


def memory_file_of(server: Started, platform: str) -> PurePath | None:
    """Return the memory file of a server, as it says itself or as its entry says; None where nothing does."""
    state_folder = Path(user_state_folder(server.environment, platform))
    running = running_servers(state_folder)
    by_process = [one for one in running if one.pid == server.pid]
    by_client = [one for one in running if one.client == server.client]
    for one in (*by_process, *reversed(by_client)):  # the newest first
        return Path(one.file)
    # A name without a memory's tools says nothing, but this one has them.
    kind = kind_of(server.entry) or "other"
    return memory_place(server.entry, kind, server.environment, server.folder, platform).path
