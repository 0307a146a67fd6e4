"""Finding the memory files that a person may mean: the clients' own, and those in the usual places."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePath

from mnemoscope_shared.clients.found_clients import FoundClient, find_clients
from mnemoscope_shared.clients.memory_summary import MemorySummary, looks_like_memory, summarize_memory
from mnemoscope_shared.clients.package_folders import LOST_ON_UPDATE, is_inside_package, reference_folders
from mnemoscope_shared.clients.wildcards import expanded
from mnemoscope_shared.locations import home_folder

# How much of a folder is looked at; nothing below it is.
_MOST_ENTRIES = 2000
_MOST_FILES = 50
_USUAL_FOLDERS = (
    "",
    "Documents",
    "Desktop",
    "memory",
    "mcp",
    "mcp-memory",
    ".mcp",
    ".memory",
    ".mcp-memory",
    ".claude",
    ".cursor",
    "OneDrive/Documents",
)


@dataclass(frozen=True, slots=True)
class FoundMemory:
    """A memory file on this computer.

    Attributes:
        path: where it is, symbolic links resolved.
        origin: how it was found, in words: the clients that use it, or the folder.
        entities, relations: how many there are.
        size: in bytes.
        modified: when it was last written, in seconds since 1970.
        warning: sentences for a person, such as that it will be lost; empty for none.
    """

    path: Path
    origin: str
    entities: int
    relations: int
    size: int
    modified: float
    warning: str


def find_memories(environment: Mapping[str, str], folder: PurePath, platform: str) -> list[FoundMemory]:
    """Return the memories that clients use, those in the working folder and in a user's usual places.

    A client's memory may be empty; in any other there have to be entities. Folders below those places are not
    searched.

    Returns:
        The clients' first, the newest first among them and among the others.
    """
    configured = _configured(find_clients(environment, folder, platform))
    origins = {path: _listed(titles) for path, titles in configured.items()}
    for path, origin in _unconfigured(environment, folder, platform):
        origins.setdefault(Path(os.path.realpath(path)), origin)
    found = [
        _found(path, origin, summary)
        for path, origin in origins.items()
        if (path in configured or looks_like_memory(path)) and (summary := summarize_memory(path))
    ]
    return sorted(found, key=lambda one: (one.path not in configured, -one.modified))


def _configured(clients: tuple[FoundClient, ...]) -> dict[Path, list[str]]:
    """Return the titles of the clients that use each file."""
    titles: dict[Path, list[str]] = {}
    for client in clients:
        for path in (file for server in client.servers for file in server.files):
            titles.setdefault(Path(os.path.realpath(path)), []).append(client.client.title)
    return titles


def _listed(titles: list[str]) -> str:
    *others, last = dict.fromkeys(titles)
    return f"{', '.join(others)} and {last}" if others else last


def _found(path: Path, origin: str, summary: MemorySummary) -> FoundMemory:
    warnings = [LOST_ON_UPDATE] if is_inside_package(path) else []
    warnings += [summary.warning] if summary.warning else []
    return FoundMemory(
        path,
        origin,
        summary.entities,
        summary.relations,
        summary.size,
        summary.modified,
        " ".join(warnings),
    )


def _unconfigured(
    environment: Mapping[str, str], folder: PurePath, platform: str
) -> Iterator[tuple[Path, str]]:
    """Yield the files in the places where memories often are, and the name of each place."""
    for path in _candidates(Path(folder)):
        yield path, "This folder"
    for pattern in reference_folders(environment, platform):
        for package in expanded(pattern):
            for path in _candidates(package):
                yield path, "The cache of npx" if "_npx" in path.parts else "A Node package"
    home = Path(home_folder(environment, platform))
    for name in _USUAL_FOLDERS:
        for path in _candidates(home / name):
            yield path, name or "Your home folder"


def _candidates(folder: Path) -> list[Path]:
    """Return the files in a folder that may be memories by their names, those named for it first."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, _MOST_ENTRIES)]
    except OSError:
        return []
    fitting = [name for name in names if _fits(name.lower())]
    fitting.sort(key=lambda name: ("memory" not in name.lower(), name))
    return [folder / name for name in fitting[:_MOST_FILES]]


def _fits(name: str) -> bool:
    return name.endswith(".jsonl") or (name.endswith(".json") and "memory" in name)
