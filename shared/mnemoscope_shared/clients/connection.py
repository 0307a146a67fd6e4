"""Connecting a client: giving its configuration an entry that starts our server, and taking it out again."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from mnemoscope_shared.clients.claude_code import (
    add_to_claude_code,
    claude_program,
    remove_from_claude_code,
)
from mnemoscope_shared.clients.client import CLAUDE_CODE, SERVER_NAME, Client
from mnemoscope_shared.clients.configuration_file import ChangedConfiguration, change_configuration
from mnemoscope_shared.clients.configuration_places import existing_candidate, place_of
from mnemoscope_shared.clients.entry_edit import connected_text, disconnected_text, has_settings
from mnemoscope_shared.clients.found_clients import ConfiguredServer, find_clients
from mnemoscope_shared.clients.server_settings import server_settings, snippet
from mnemoscope_shared.clients.tolerant_json import read_tolerantly
from mnemoscope_shared.errors import ConfigurationRefused, NotAFile, StoreError
from mnemoscope_shared.store.file_state import read_file

_NO_PROGRAM = "Install Mnemoscope again, or start it from where it is."
_REMOVE_BY_HAND = f"Take “{SERVER_NAME}” out of it by hand."
_User = tuple[Mapping[str, str], PurePath, str]


@dataclass(frozen=True, slots=True)
class Connection:
    """What connecting or disconnecting a client did.

    Attributes:
        client: the client; its `restart` says what a person does next.
        configuration: its file.
        backup: the version before, beside it; None where there is none.
        is_changed: whether anything had to be done.
        others: the other memory servers that the client has configured. An assistant with two memories
            mixes them up: offer to use the file of one of them, and to remove its entry.
    """

    client: Client
    configuration: Path
    backup: Path | None
    is_changed: bool
    others: tuple[ConfiguredServer, ...]


def connect(
    client: Client,
    command: Sequence[str],
    memory_file: Path,
    environment: Mapping[str, str],
    folder: PurePath,
    platform: str,
) -> Connection:
    """Let a client start our server for a memory file; a client that is connected already is updated.

    Args:
        client: which.
        command: how the server is started; the first word is the absolute path of a program.
        memory_file: it need not exist; a relative one starts at the folder.
        environment, folder, platform: the user's, as for `configuration_places`.

    Raises:
        ConfigurationRefused: the configuration cannot be changed safely, or there is no such program; the
            error has the text to paste.
        NotAFile: a folder is in the memory file's place.
    """
    user = (environment, folder, platform)
    path = existing_candidate(place_of(client, *user))
    memory_file = Path(folder) / memory_file
    if memory_file.is_dir():
        raise NotAFile(memory_file)
    program = Path(command[0])
    if not (program.is_absolute() and program.is_file() and os.access(program, os.X_OK)):
        raise ConfigurationRefused(path, f"{command[0]} is not a program that can be started", _NO_PROGRAM)
    settings = server_settings(client, command, memory_file)
    if _connect_through_program(client, path, settings, environment):
        return _connection(client, ChangedConfiguration(path, None, is_changed=True), user)
    by_hand = snippet(client, command, memory_file)
    changed = change_configuration(
        path, lambda text: connected_text(text, client, settings), "Add this to it by hand:", by_hand
    )
    return _connection(client, changed, user)


def disconnect(client: Client, environment: Mapping[str, str], folder: PurePath, platform: str) -> Connection:
    """Take our server out of a client's configuration; the memory file stays.

    Raises:
        ConfigurationRefused: the configuration cannot be changed safely.
    """
    user = (environment, folder, platform)
    path = existing_candidate(place_of(client, *user))
    if _disconnect_through_program(client, path, environment):
        return _connection(client, ChangedConfiguration(path, None, is_changed=True), user)
    changed = change_configuration(path, lambda text: disconnected_text(text, client), _REMOVE_BY_HAND)
    return _connection(client, changed, user)


def _connection(client: Client, changed: ChangedConfiguration, user: _User) -> Connection:
    found = (one for one in find_clients(*user) if one.client == client)
    servers = (server for one in found for server in one.servers)
    others = tuple(server for server in servers if not server.is_connection)
    return Connection(client, changed.path, changed.backup, changed.is_changed, others)


def _connect_through_program(
    client: Client, path: Path, settings: Mapping[str, Any], environment: Mapping[str, str]
) -> bool:
    """Let the client itself note our server, where it can and has not; return whether it did."""
    program = claude_program(environment) if client == CLAUDE_CODE else None
    if program is None or has_settings(_read(path), client, settings):
        return False
    add_to_claude_code(program, [settings["command"], *settings["args"]], environment)
    return has_settings(_read(path), client, settings)


def _disconnect_through_program(client: Client, path: Path, environment: Mapping[str, str]) -> bool:
    program = claude_program(environment) if client == CLAUDE_CODE else None
    if program is None or not has_settings(_read(path), client, {}):
        return False
    remove_from_claude_code(program, environment)
    return not has_settings(_read(path), client, {})


def _read(path: Path) -> Any:
    try:
        return read_tolerantly(read_file(path).data)
    except (StoreError, ValueError, RecursionError):
        return None
