"""The text of a configuration with our server in it, and without: each checked before it is written."""

from collections.abc import Mapping
from typing import Any

from mnemoscope_shared.clients.client import SERVER_NAME, Client
from mnemoscope_shared.clients.configuration_text import Unsuitable, read_object
from mnemoscope_shared.clients.entry_splice import with_entry, without_entry


def connected_text(text: str, client: Client, settings: Mapping[str, Any]) -> str:
    """Return a configuration in which our server has the given settings.

    Raises:
        Unsuitable: it cannot be edited safely.
    """
    before = read_object(text)
    servers = _servers(before, client)
    old = servers.get(SERVER_NAME)
    kept = old if isinstance(old, dict) and "command" in old else {}
    wanted = before | {client.servers_key: servers | {SERVER_NAME: {**kept, **settings}}}
    after = with_entry(text, client.servers_key, SERVER_NAME, settings)
    return _require(after, read_object(after) == wanted)


def disconnected_text(text: str, client: Client) -> str:
    """Return a configuration without our server.

    Raises:
        Unsuitable: it cannot be edited safely.
    """
    before = read_object(text)
    servers = _servers(before, client)
    wanted = before | {client.servers_key: {key: servers[key] for key in servers if key != SERVER_NAME}}
    after = without_entry(text, client.servers_key, SERVER_NAME)
    # The object around our server goes with it if we had made it.
    return _require(after, {client.servers_key: {}} | read_object(after) == wanted)


def has_settings(document: Any, client: Client, settings: Mapping[str, Any]) -> bool:
    """Return whether a configuration, as it was read, has our server with these settings."""
    servers = document.get(client.servers_key) if isinstance(document, dict) else None
    entry = servers.get(SERVER_NAME) if isinstance(servers, dict) else None
    return isinstance(entry, dict) and all(entry.get(key) == value for key, value in settings.items())


def _servers(document: dict[str, Any], client: Client) -> dict[str, Any]:
    servers = document.get(client.servers_key, {})
    if not isinstance(servers, dict):
        raise Unsuitable(f"“{client.servers_key}” in it is not an object in braces")
    return servers


def _require(text: str, is_right: bool) -> str:
    if not is_right:
        raise Unsuitable("it is laid out in a way that we cannot edit safely")
    return text
