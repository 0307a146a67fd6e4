"""The real Claude Code, from npm, without a login, in an empty home: is it connected after our `connect`?

Not part of the tests, since it installs a large program:

    .venv/bin/python tests/outside/claude_code.py

The exit status is 0 where `claude mcp list` says Connected after `connect`, and nothing any more after
`disconnect`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = "@anthropic-ai/claude-code"
SERVER = str(Path(sys.executable).with_name("mnemoscope-server"))
MEMORY = '{"type":"entity","name":"Ann","entityType":"person","observations":[]}\n'
SECONDS = 300


def main() -> int:
    """Run the trial; return the exit status."""
    npm = shutil.which("npm")
    if npm is None:
        print("Missing: npm")
        return 2
    with tempfile.TemporaryDirectory(prefix="claude code ") as folder:
        place = Path(folder)
        quiet = ("--silent", "--no-fund", "--no-audit")
        subprocess.run([npm, "install", *quiet, "--prefix", folder, PACKAGE], check=True, timeout=SECONDS)
        home = place / "home"
        home.mkdir()
        memory = home / "memory.jsonl"
        memory.write_text(MEMORY, encoding="utf-8")
        path = f"{place / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"
        environment = {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8"}
        say(environment, SERVER, "connect", "claude-code", "--memory-file", str(memory))
        connected = say(environment, "claude", "mcp", "list")
        say(environment, SERVER, "disconnect", "claude-code")
        disconnected = say(environment, "claude", "mcp", "list")
    return 0 if "Connected" in connected and "mnemoscope" not in disconnected else 1


def say(environment: dict[str, str], *command: str) -> str:
    """Run a command, print what it says, and return it."""
    program = shutil.which(command[0], path=environment["PATH"]) or command[0]
    outcome = subprocess.run(
        [program, *command[1:]], env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    print(f"$ {' '.join(command)}\n{outcome.stdout}{outcome.stderr}")
    return outcome.stdout


if __name__ == "__main__":
    sys.exit(main())
