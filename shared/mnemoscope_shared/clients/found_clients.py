"""Which clients are on this computer, and which memory servers each has configured."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from mnemoscope_shared.clients.client import SERVER_NAME, Client
from mnemoscope_shared.clients.configuration_places import (
    ConfigurationPlace,
    configuration_places,
    existing_candidate,
    is_there,
)
from mnemoscope_shared.clients.entry_memory import MemoryPlace, memory_place
from mnemoscope_shared.clients.package_folders import reference_folders
from mnemoscope_shared.clients.server_entry import Kind, ServerEntry, entries_of, kind_of
from mnemoscope_shared.clients.tolerant_json import read_tolerantly
from mnemoscope_shared.clients.wildcards import expanded
from mnemoscope_shared.errors import StoreError
from mnemoscope_shared.store.file_state import read_file


@dataclass(frozen=True, slots=True)
class ConfiguredServer:
    """A memory server that a client has configured.

    Attributes:
        client: whose it is.
        configuration: the file that says so.
        entry: how the client starts it.
        kind: what it is; `mnemoscope` is ours.
        files: its memory file. Where the entry does not name one, those of the possible ones that exist.
        note: what a person should know about the file, a sentence; empty for nothing.
    """

    client: Client
    configuration: Path
    entry: ServerEntry
    kind: Kind
    files: tuple[Path, ...]
    note: str

    @property
    def is_connection(self) -> bool:
        """Whether it is what connecting the client has put there."""
        return self.entry.name == SERVER_NAME and not self.entry.project


@dataclass(frozen=True, slots=True)
class FoundClient:
    """A client that is on this computer.

    Attributes:
        client: which.
        configuration: the user's own configuration; it need not exist.
        servers: the memory servers that it has configured, for the user or in the working folder.
        problems: a sentence for each configuration that cannot be read.
    """

    client: Client
    configuration: Path
    servers: tuple[ConfiguredServer, ...]
    problems: tuple[str, ...]


def find_clients(environment: Mapping[str, str], folder: PurePath, platform: str) -> tuple[FoundClient, ...]:
    """Return the clients whose configuration or own folder exists, with their memory servers."""
    places: dict[Client, list[ConfigurationPlace]] = {}
    for place in configuration_places(environment, folder, platform):
        places.setdefault(place.client, []).append(place)
    reader = _Reader(environment, folder, platform)
    return tuple(reader.read(client, own) for client, own in places.items() if any(map(is_there, own)))


@dataclass(frozen=True, slots=True)
class _Reader:
    environment: Mapping[str, str]
    folder: PurePath
    platform: str

    def read(self, client: Client, places: list[ConfigurationPlace]) -> FoundClient:
        """Read all configurations of a client; the user's own comes first."""
        servers: list[ConfiguredServer] = []
        problems: list[str] = []
        # In the home folder a project's configuration may be the user's.
        by_path = {existing_candidate(place): place for place in reversed(places)}
        for path, place in reversed(by_path.items()):
            try:
                document = read_tolerantly(read_file(path).data)
            except StoreError as error:
                problems.append(str(error))
            except (ValueError, RecursionError):
                problems.append(f"{path} is not JSON. Mend or remove it, then look again.")
            else:
                servers += self._servers(place, path, document)
        return FoundClient(client, existing_candidate(places[0]), tuple(servers), tuple(problems))

    def _servers(self, place: ConfigurationPlace, path: Path, document: Any) -> Iterator[ConfiguredServer]:
        start = self.folder if place.scope == "project" else None
        for entry in entries_of(document, place.client):
            kind = kind_of(entry)
            if kind is None:
                continue
            where = memory_place(entry, kind, self.environment, start, self.platform)
            yield ConfiguredServer(place.client, path, entry, kind, tuple(self._files(where)), where.note)

    def _files(self, where: MemoryPlace) -> Iterator[Path]:
        if where.path is not None and (where.is_certain or Path(where.path).is_file()):
            yield Path(where.path)
        if where.inside_package:
            for pattern in reference_folders(self.environment, self.platform):
                paths = (folder / name for folder in expanded(pattern) for name in where.inside_package)
                yield from (path for path in paths if path.is_file())
