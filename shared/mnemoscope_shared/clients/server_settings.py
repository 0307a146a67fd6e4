"""What a client's configuration says to start our server, and the text to paste where we cannot write."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mnemoscope_shared.clients.client import SERVER_NAME, Client

_PROGRAM = "mnemoscope-server"


def server_command() -> tuple[str, ...]:
    """Return how the server that belongs to this program is started, with the absolute path of a program.

    In a bundle it lies beside us; in a Python environment, among its scripts, or else as a module.
    """
    ours = Path(os.path.abspath(sys.executable))  # noqa: PTH100 - a link into the environment has to stay
    program = ours.with_name(f"{_PROGRAM}.exe" if sys.platform == "win32" else _PROGRAM)
    if program.is_file() or getattr(sys, "frozen", False):
        return (str(program),)
    return (str(ours), "-m", "mnemoscope_server")


def server_settings(client: Client, command: Sequence[str], memory_file: Path) -> dict[str, Any]:
    """Return the entry of our server in a client's configuration.

    Args:
        client: the client.
        command: how the server is started; the first word is the absolute path of a program.
        memory_file: absolute.
    """
    program, *arguments = command
    settings = {"command": program, "args": [*arguments, "--memory-file", str(memory_file)]}
    return {"type": "stdio", **settings} if client.names_transport else settings


def snippet(client: Client, command: Sequence[str], memory_file: Path) -> str:
    """Return a whole configuration that starts our server alone, for a person to paste or to take from."""
    settings = {client.servers_key: {SERVER_NAME: server_settings(client, command, memory_file)}}
    return json.dumps(settings, indent=2, ensure_ascii=False)
