"""The command `clients`: which clients are on this computer, and which memory servers they have."""

import argparse
import os
import sys
from pathlib import Path

from mnemoscope_server.command import Command
from mnemoscope_server.terminal import write_line
from mnemoscope_shared.clients.client import CLIENTS
from mnemoscope_shared.clients.found_clients import ConfiguredServer, FoundClient, find_clients
from mnemoscope_shared.clients.server_entry import KIND_TITLES


def _declare(parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


def _run(_options: argparse.Namespace) -> int:
    found = find_clients(os.environ, Path.cwd(), sys.platform)
    for client in found:
        _write_client(client)
    if not found:
        write_line(f"No client was found. Known are {', '.join(client.title for client in CLIENTS)}.")
    return 0


def _write_client(found: FoundClient) -> None:
    write_line(f"{found.client.title} ({found.client.name}): {found.configuration}")
    for problem in found.problems:
        write_line(f"  {problem}")
    for server in found.servers:
        write_line(f"  {_described(server)}")
    if not found.servers and not found.problems:
        write_line("  has no memory server")


def _described(server: ConfiguredServer) -> str:
    files = " or ".join(str(file) for file in server.files)
    parts = [f"“{server.entry.name}” is {KIND_TITLES[server.kind]}{f' with {files}' if files else ''}."]
    return " ".join([*parts, server.note] if server.note else parts)


CLIENTS_COMMAND = Command(
    "clients",
    "list the clients on this computer and their memory servers",
    "List the clients on this computer, each with its configuration and the memory servers that it starts "
    "for the user or in this folder.",
    _declare,
    _run,
)
