"""How a client stands to a memory file: what it starts today, and what could be done about it."""

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Literal

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.connect.shown_path import shown_path
from mnemoscope_shared.clients.client import CLIENTS
from mnemoscope_shared.clients.configuration_places import existing_candidate, place_of
from mnemoscope_shared.clients.found_clients import ConfiguredServer, FoundClient, find_clients
from mnemoscope_shared.clients.server_entry import KIND_TITLES
from mnemoscope_shared.clients.server_settings import server_settings
from mnemoscope_shared.errors import MnemoscopeError

_MOST_FILES = 3
_LONGEST_NAME = 60
State = Literal["absent", "connected", "other file", "other program", "program gone"]


class HomeUnknown(MnemoscopeError):
    """The system does not tell where the person's home folder is."""

    def __init__(self) -> None:
        super().__init__("Your home folder is not known. Set HOME to it, then start Mnemoscope again.")


@dataclass(frozen=True, slots=True)
class ClientStatus:
    """A client, and what its configuration makes it start.

    Attributes:
        found: the client with its memory servers.
        is_installed: whether there is a sign of it on this computer.
        state: how its entry of ours differs from the one that connecting would write now: it is `absent`,
            the same (`connected`), names an `other file`, starts an `other program` or one that is gone.
    """

    found: FoundClient
    is_installed: bool
    state: State

    @property
    def connection(self) -> ConfiguredServer | None:
        """Our own entry, where it has one."""
        return next((server for server in self.found.servers if server.is_connection), None)

    @property
    def others(self) -> tuple[ConfiguredServer, ...]:
        """The other memory servers that it starts."""
        return tuple(server for server in self.found.servers if not server.is_connection)


def look_at_clients(
    environment: Mapping[str, str],
    folder: PurePath,
    platform: str,
    command: Sequence[str],
    memory_file: Path | None,
) -> tuple[ClientStatus, ...]:
    """Return all clients that we know, those on this computer first; reads their configurations.

    Args:
        environment, folder, platform: the user's, as for `find_clients`.
        command: how our server is started.
        memory_file: the one to connect to; None where that is not decided.

    Raises:
        HomeUnknown: there is nowhere to look.
    """
    try:
        found = find_clients(environment, folder, platform)
        there = {one.client for one in found}
        missing = [
            FoundClient(client, existing_candidate(place_of(client, environment, folder, platform)), (), ())
            for client in CLIENTS
            if client not in there
        ]
    except RuntimeError:
        raise HomeUnknown from None
    statuses = [ClientStatus(one, one.client in there, "absent") for one in (*found, *missing)]
    return tuple(replace(one, state=_state(one, environment, command, memory_file)) for one in statuses)


def configured_files(statuses: Iterable[ClientStatus]) -> list[Path]:
    """Return the memory files that the clients name, each once, those that exist before the others."""
    servers = (server for status in statuses for server in status.found.servers)
    files = dict.fromkeys(file for server in servers for file in server.files)
    return sorted(files, key=lambda file: not file.is_file())


def told_state(status: ClientStatus) -> str:
    """Return what a client starts today, in a sentence or two."""
    server = status.connection
    if server is None:
        return "Not connected." if not status.found.problems else " ".join(status.found.problems)
    file = _listed(server)
    program = shown_path(Path(server.entry.command))
    if status.state == "program gone":
        return (
            f"Connected{file}, but the program that it would start is gone: {program}. "
            "Update, and it starts this one."
        )
    if status.state == "other program":
        return f"Connected{file}, by another copy of Mnemoscope: {program}."
    if status.state == "other file":
        return f"Connected{file}, which is another memory file."
    return f"Connected{file}."


def told_other(server: ConfiguredServer) -> str:
    """Return what another memory server of a client is."""
    more = f" {server.note}" if server.note else ""
    name = shortened(server.entry.name, _LONGEST_NAME)
    return f"It also starts “{name}”, {KIND_TITLES[server.kind]}{_listed(server)}.{more}"


def _listed(server: ConfiguredServer) -> str:
    files = " or ".join(map(shown_path, server.files[:_MOST_FILES]))
    return f" to {files}" if files and server.is_connection else f" with {files}" if files else ""


def _state(
    status: ClientStatus, environment: Mapping[str, str], command: Sequence[str], memory_file: Path | None
) -> State:
    server = status.connection
    if server is None:
        return "absent"
    entry = server.entry
    if shutil.which(entry.command, path=environment.get("PATH", "")) is None:
        return "program gone"
    expected = server_settings(status.found.client, command, Path())
    ours = (expected["command"], *expected["args"][:-2])
    if (entry.command, *entry.arguments)[: len(ours)] != ours:
        return "other program"
    wanted = os.path.realpath(memory_file) if memory_file is not None else None
    is_other = wanted is not None and wanted not in map(os.path.realpath, server.files)
    return "other file" if is_other else "connected"
