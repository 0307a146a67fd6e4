"""Whether a bundled server answers: the SDK's own client in both eras of the protocol, HTTP, and its end."""

import asyncio
import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

ERAS: tuple[Literal["legacy", "auto"], ...] = ("legacy", "auto")
_SECONDS = 60
_TOOLS = 9


def check_server(program: Path, environment: Mapping[str, str], folder: Path) -> None:
    """Speak to a server in each way that it knows.

    Args:
        program: the server.
        environment: the only variables that it gets.
        folder: for its memory.

    Raises:
        AssertionError: it does not do as it must.
        MCPError: it refuses, or ends meanwhile.
    """
    memory = folder / "mémoire of the smoke test.jsonl"
    for era in ERAS:
        asyncio.run(_converse(program, environment, memory, era))
    names = [json.loads(line).get("name") for line in memory.read_text("utf-8").splitlines()]
    assert names == list(ERAS), f"the memory holds {names}"
    _check_end_of_input(program, environment, memory)
    _check_http(program, environment, memory)
    _check_commands(program, environment, memory)


async def _converse(
    program: Path, environment: Mapping[str, str], memory: Path, era: Literal["legacy", "auto"]
) -> None:
    arguments = ["--memory-file", str(memory)]
    server = StdioServerParameters(command=str(program), args=arguments, env=dict(environment))
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        async with Client(stdio_client(server, log), mode=era, read_timeout_seconds=_SECONDS) as client:
            tools = (await client.list_tools()).tools
            entity = {"name": era, "entityType": "trial", "observations": ["relations in Zürich"]}
            created = await client.call_tool("create_entities", {"entities": [entity]})
            found = await client.call_tool("search_nodes", {"query": "Zürich"})
        assert len(tools) == _TOOLS, f"{len(tools)} tools in the {era} era"
        assert not created.is_error, f"create_entities failed: {created.content}"
        assert era in str(found.structured_content), f"a search finds {found.structured_content}"
        log.seek(0)
        assert_calm(log.read(), program)


def _check_end_of_input(program: Path, environment: Mapping[str, str], memory: Path) -> None:
    command = [str(program), "--memory-file", str(memory)]
    ended = subprocess.run(
        command, input=b"", capture_output=True, env=dict(environment), timeout=_SECONDS, check=False
    )
    assert ended.returncode == 0, f"exit status {ended.returncode} at the end of input"
    assert ended.stdout == b"", f"written without being asked: {ended.stdout[:80]!r}"
    assert_calm(ended.stderr.decode("utf-8", "replace"), program)


def _check_http(program: Path, environment: Mapping[str, str], memory: Path) -> None:
    """Start it as the window does: it says where it listens, and stops when its input ends."""
    command = [str(program), "--memory-file", str(memory), "--http", "127.0.0.1:0", "--json-status"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=dict(environment)) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        state = json.loads(first or b"{}").get("state")
        _, log = server.communicate(b"", timeout=_SECONDS)
    assert state == "listening", f"over HTTP it says {first!r}"
    assert server.returncode == 0, f"exit status {server.returncode} over HTTP"
    assert_calm(log.decode("utf-8", "replace"), program)


def _check_commands(program: Path, environment: Mapping[str, str], memory: Path) -> None:
    """Run the commands for the terminal; `verify` is a client, and starts a second server."""
    server = (str(program), "--memory-file", str(memory))
    for arguments in (("--version",), ("check", str(memory)), ("verify", "--json", "--", *server)):
        command = [str(program), *arguments]
        ended = subprocess.run(
            command, capture_output=True, env=dict(environment), timeout=_SECONDS, check=False
        )
        log = ended.stderr.decode("utf-8", "replace")
        assert ended.returncode == 0, f"{arguments[0]} ended with {ended.returncode}: {log}{ended.stdout!r}"
        assert_calm(log, program)


def assert_calm(log: str, program: Path) -> None:
    """Fail where a program has written an error of Python's, or of Qt's, to its log."""
    alarms = ("Traceback", "Error:", "qt.qpa.plugin", "Could not load", "cannot open shared object")
    lines = [line for line in log.splitlines() if any(alarm in line for alarm in alarms)]
    assert not lines, f"{program.name} wrote: " + " | ".join(lines)
