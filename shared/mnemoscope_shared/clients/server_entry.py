"""The entries of a client's configuration, and which of them start a memory server."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PureWindowsPath
from typing import Any, Literal

from mnemoscope_shared.clients.client import CLAUDE_CODE, Client

Kind = Literal["mnemoscope", "reference", "docker", "other"]
# What a person is told that an entry is.
KIND_TITLES: Mapping[Kind, str] = {
    "mnemoscope": "Mnemoscope",
    "reference": "the reference memory server",
    "docker": "a memory server in a container",
    "other": "what looks like a memory server",
}
_REFERENCE_PACKAGE = "@modelcontextprotocol/server-memory"
_REFERENCE_IMAGE = re.compile(r"(?:^|/)mcp/memory(?:[:@]|$)")
_REFERENCE_PROGRAM = re.compile(r"(?:^|[\\/])(?:mcp-)?server-memory(?:@[\w.-]+$|$|[\\/])")
_OURS = re.compile(r"mnemoscope[-_.]server", re.IGNORECASE)
# As a word of its own, and not as in “in-memory”.
_LOOKS_LIKE_MEMORY = re.compile(
    r"(?<!in-)(?<!in_)(?<![a-z])(?:memory|knowledge[-_]?graph)(?![a-z])", re.IGNORECASE
)
_MEMORY_VARIABLES = frozenset({"MEMORY_FILE_PATH", "MEMORY_FILE", "MEMORY_PATH"})
_FLAG = "--memory-file"


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """One server in a client's configuration: how the client starts it.

    Attributes:
        name: what the client calls it.
        command: the program.
        arguments: what the program is given.
        environment: the variables that the entry sets.
        folder: the working folder that the entry asks for; empty for none.
        project: the folder of the project that the entry is for, where the configuration has several; else
            empty.
    """

    name: str
    command: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    project: str = ""


def entries_of(document: Any, client: Client) -> Iterator[ServerEntry]:
    """Yield the servers in a client's configuration that are programs; what is malformed is passed over."""
    yield from _entries(document, client.servers_key)
    if client == CLAUDE_CODE:
        for project, settings in _members(_members(document).get("projects")).items():
            yield from _entries(settings, client.servers_key, project)


def kind_of(entry: ServerEntry) -> Kind | None:
    """Return what kind of memory server an entry starts; None for another server.

    `mnemoscope` is ours, `reference` the Model Context Protocol's own (in Node or a port of it), `docker` any
    in a container, `other` whatever has a memory file or is named for one.
    """
    words = (entry.command, *entry.arguments)
    if any(map(_OURS.search, words)):
        return "mnemoscope"
    # Options are left out: a container may be given “--memory 512m”.
    names = [entry.name, *(word for word in words if not word.startswith("-"))]
    looks_like_it = bool(_MEMORY_VARIABLES & entry.environment.keys()) or any(
        map(_LOOKS_LIKE_MEMORY.search, names)
    )
    if program_name(entry.command) in ("docker", "podman"):
        return "docker" if looks_like_it or any(map(_REFERENCE_IMAGE.search, words)) else None
    if any(_REFERENCE_PACKAGE in word or _REFERENCE_PROGRAM.search(word) for word in words):
        return "reference"
    return "other" if looks_like_it else None


def memory_flag(entry: ServerEntry) -> str | None:
    """Return the file that `--memory-file` names in an entry's arguments; the last one counts."""
    named = ""
    for word, following in pairwise((*entry.arguments, "")):
        if word == _FLAG:
            named = following
        elif word.startswith(f"{_FLAG}="):
            named = word.removeprefix(f"{_FLAG}=")
    return named or None


def program_name(command: str) -> str:
    """Return a program's name without its folder and ending, whatever the system."""
    return PureWindowsPath(command).stem.lower()


def _entries(settings: Any, key: str, project: str = "") -> Iterator[ServerEntry]:
    for name, value in _members(_members(settings).get(key)).items():
        entry = _members(value)
        if isinstance(entry.get("command"), str):
            yield ServerEntry(
                name,
                entry["command"],
                _texts(entry.get("args")),
                {key: one for key, one in _members(entry.get("env")).items() if isinstance(one, str)},
                "".join(_texts([entry.get("cwd")])),
                project,
            )


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _members(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
