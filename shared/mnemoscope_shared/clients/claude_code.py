"""Connecting Claude Code through its own command, which is the only one that may write while it runs."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence

from mnemoscope_shared.clients.client import SERVER_NAME
from mnemoscope_shared.program_environment import outside_the_bundle

_TIMEOUT_SECONDS = 60.0


def claude_program(environment: Mapping[str, str]) -> str | None:
    """Return the program `claude` on the user's path."""
    return shutil.which("claude", path=environment.get("PATH", ""))


def add_to_claude_code(program: str, command: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Let `claude` note our server for the user, in the place of an older note; return whether it did.

    Args:
        program: `claude`.
        command: how the server is started, with all arguments.
        environment: the user's.
    """
    remove_from_claude_code(program, environment)
    return _run([program, "mcp", "add", "--scope", "user", SERVER_NAME, "--", *command], environment)


def remove_from_claude_code(program: str, environment: Mapping[str, str]) -> bool:
    """Let `claude` forget our server; return whether it did."""
    return _run([program, "mcp", "remove", "--scope", "user", SERVER_NAME], environment)


def _run(command: list[str], environment: Mapping[str, str]) -> bool:
    try:
        done = subprocess.run(
            command,
            env=outside_the_bundle(environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
