"""The commands `connect` and `disconnect`: letting a client start this server, and no longer."""

import argparse
import os
import sys
from pathlib import Path

from mnemoscope_server.command import Command
from mnemoscope_server.terminal import write_line
from mnemoscope_shared.clients.client import CLIENTS, Client, client_named
from mnemoscope_shared.clients.connection import Connection, connect, disconnect
from mnemoscope_shared.clients.found_clients import ConfiguredServer, find_clients
from mnemoscope_shared.clients.package_folders import LOST_ON_UPDATE, is_inside_package
from mnemoscope_shared.clients.server_settings import server_command
from mnemoscope_shared.locations import locate_memory_file
from mnemoscope_shared.shell import shell_word


def _declare_connect(parser: argparse.ArgumentParser) -> None:
    _declare(parser)
    parser.add_argument(
        "--memory-file",
        metavar="FILE",
        help="default: the one that the client uses with this server already, else $MEMORY_FILE_PATH, "
        "else memory.jsonl",
    )


def _declare(parser: argparse.ArgumentParser) -> None:
    names = [client.name for client in CLIENTS]
    parser.add_argument("client", metavar="CLIENT", choices=names, help=f"one of: {', '.join(names)}")


def _run_connect(options: argparse.Namespace) -> int:
    client = client_named(options.client)
    path = _memory_path(client, options.memory_file)
    done = connect(client, server_command(), path, os.environ, Path.cwd(), sys.platform)
    already = "" if done.is_changed else " already"
    write_line(f"{client.title} is connected to {path}{already}, as {done.configuration} says.")
    if is_inside_package(path):
        write_line(LOST_ON_UPDATE)
    _write_next_steps(done)
    for server in done.others:
        _write_other(client, server)
    return 0


def _run_disconnect(options: argparse.Namespace) -> int:
    client = client_named(options.client)
    done = disconnect(client, os.environ, Path.cwd(), sys.platform)
    if not done.is_changed:
        write_line(f"{client.title} is not connected; {done.configuration} does not name this server.")
        return 0
    write_line(f"{client.title} is disconnected, as {done.configuration} says. The memory stays where it is.")
    _write_next_steps(done)
    return 0


def _memory_path(client: Client, flag: str | None) -> Path:
    if flag is None and (path := _connected_file(client)) is not None:
        return path
    location = locate_memory_file(flag, os.environ, Path.cwd(), sys.platform)
    for warning in location.warnings:
        write_line(warning, sys.stderr)
    return Path(location.path)


def _connected_file(client: Client) -> Path | None:
    """Return the memory file with which a client starts this server now."""
    for found in find_clients(os.environ, Path.cwd(), sys.platform):
        for server in found.servers:
            if found.client == client and server.is_connection and server.files:
                return server.files[0]
    return None


def _write_next_steps(done: Connection) -> None:
    if done.backup is not None:
        write_line(f"The version before is in {done.backup}.")
    if done.is_changed:
        write_line(done.client.restart)


def _write_other(client: Client, server: ConfiguredServer) -> None:
    write_line(
        f"It has another memory server too, “{server.entry.name}” in {server.configuration}. "
        "Remove that entry, or the assistant mixes up two memories."
    )
    for file in server.files:
        write_line(
            f"To use its memory: mnemoscope-server connect {client.name} --memory-file {shell_word(file)}"
        )
    if server.note:
        write_line(server.note)


CONNECT = Command(
    "connect",
    "let a client start this server",
    "Let a client start this server for a memory file, by an entry in its configuration; a backup of that "
    "stays beside it. Where it cannot be changed safely, the text to paste is written. The exit status is 0, "
    "1 for such a refusal, and 2 for bad usage.",
    _declare_connect,
    _run_connect,
)
DISCONNECT = Command(
    "disconnect",
    "take this server out of a client's configuration",
    "Take this server out of a client's configuration; a backup of that stays beside it. The exit status is "
    "0, 1 if the configuration cannot be changed safely, and 2 for bad usage.",
    _declare,
    _run_disconnect,
)
