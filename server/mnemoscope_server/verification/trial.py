"""The trial start of a memory server: it is started as a client would, and asked for what it offers."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mcp_types as types
import msgspec
from mcp import Client
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from mnemoscope_server.verification.child import Child, child
from mnemoscope_server.verification.diagnosis import (
    Observed,
    not_a_memory,
    not_the_protocol,
    only_reads,
    refused,
    why_no_answer,
)
from mnemoscope_server.verification.memory_of import Started, memory_file_of
from mnemoscope_server.verification.program import CannotStart, Problem, find_program, why_refused
from mnemoscope_shared import __version__
from mnemoscope_shared.clients.server_entry import ServerEntry
from mnemoscope_shared.clients.verification import Verification

_CLIENT = types.Implementation(name="mnemoscope verify", version=__version__)
_READ_TOOL = "read_graph"
# How long a server that has closed its output gets to end.
_SECONDS_TO_END = 2.0
_MOST_PAGES = 100
_NO_ANSWER = frozenset({types.REQUEST_TIMEOUT, types.CONNECTION_CLOSED})
_Failure = (MCPError, ValidationError, RuntimeError, BaseExceptionGroup)


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be tried.

    Attributes:
        command: a program and its arguments.
        environment: that of the server, whole.
        folder: where it is started.
        entry_environment: the part of the environment that the client's configuration sets.
        seconds: how long each answer may take.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str]
    folder: Path
    entry_environment: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 10.0


async def verify(trial: Trial) -> Verification:
    """Start a server as a client would, ask it for its tools and its memory, and end it."""
    found = _Findings(Verification(trial.command))
    try:
        program = find_program(trial.command, trial.environment, trial.folder)
        await _try_out(trial, program, found)
    except CannotStart as refusal:
        found.fail(refusal.problem)
    else:
        found.note_search(trial.command[0], program)
    return found.verification


class _Findings:
    """What has been found out so far."""

    def __init__(self, verification: Verification) -> None:
        self.verification = verification

    def note(self, **values: Any) -> None:
        """Fill in fields of the verification."""
        self.verification = msgspec.structs.replace(self.verification, **values)

    def fail(self, problem: Problem) -> None:
        """Note what went wrong."""
        self.note(problem=problem.kind, message=problem.message)

    def add(self, sentence: str) -> None:
        """Note what works here and may fail elsewhere."""
        self.note(notes=(*self.verification.notes, sentence))

    def note_search(self, name: str, program: Path) -> None:
        """Note that a program was found by its name alone."""
        if Path(name).name == name:
            self.add(
                f"“{name}” was found as {program} by the search path (PATH). A client that is started from "
                "the desktop may look in fewer folders: if it does not find the program, give it this path."
            )

    def judge(self, strange_line: str | None) -> None:
        """Note what is wrong, or may be, about a server that has answered."""
        problem = not_a_memory(self.verification.tools)
        if problem is not None:
            self.fail(problem)
        elif only_reads(self.verification.tools):
            self.add("It only reads: an assistant cannot change this memory.")
        if strange_line is not None:
            self.add(f"{not_the_protocol(strange_line).message} Some clients give up at that.")


async def _try_out(trial: Trial, program: Path, found: _Findings) -> None:
    try:
        async with child(program, trial.command[1:], trial.environment, trial.folder) as server:
            try:
                await _examine(trial, server, found)
            except _Failure as error:
                found.fail(await _why_failed(trial, program, server, error))
                found.note(exit_status=await server.exit_status(0))
            else:
                found.judge(server.strange_line)
            found.note(log=server.log)
    except OSError as error:
        raise why_refused(program, trial.command, error) from None


async def _examine(trial: Trial, server: Child, found: _Findings) -> None:
    streams = server.streams()
    async with Client(
        streams, mode="legacy", client_info=_CLIENT, read_timeout_seconds=trial.seconds
    ) as client:
        info = client.server_info
        found.note(protocol_version=client.protocol_version)
        if info is not None:
            found.note(server=info.name, server_version=info.version)
        tools = await _tools(client)
        found.note(tools=tools)
        entry = ServerEntry("", trial.command[0], trial.command[1:], trial.entry_environment)
        started = Started(entry, trial.environment, trial.folder, server.pid, _CLIENT.name)
        if not_a_memory(tools) is None:
            found.note(memory_file=str(memory_file_of(started, sys.platform) or ""))
        await _count(client, tools, found)


async def _tools(client: Client) -> tuple[str, ...]:
    names: list[str] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_tools(cursor=cursor)
        names += [tool.name for tool in page.tools]
        cursor = page.next_cursor
        if cursor is None:
            break
    return tuple(names)


async def _count(client: Client, tools: tuple[str, ...], found: _Findings) -> None:
    if _READ_TOOL not in tools:
        return
    result = await client.call_tool(_READ_TOOL, {})
    text = "".join(part.text for part in result.content[:1] if isinstance(part, types.TextContent))
    if result.is_error:
        found.fail(Problem("memory", f"It cannot read its memory: {text}"))
        return
    graph = result.structured_content or _object(text)
    counts = (len(graph[name]) for name in ("entities", "relations") if isinstance(graph.get(name), list))
    found.note(**dict(zip(("entities", "relations"), counts, strict=False)))


async def _why_failed(trial: Trial, program: Path, server: Child, error: BaseException) -> Problem:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, MCPError) and error.error.code not in _NO_ANSWER:
        return refused(error.error.message)
    if isinstance(error, ValidationError):
        return refused("its answer lacks what every answer has")
    if isinstance(error, MCPError):
        closed = error.error.code == types.CONNECTION_CLOSED
        status = await server.exit_status(_SECONDS_TO_END if closed else 0)
        observed = Observed(trial.command, program, server.log, server.strange_line, status)
        return why_no_answer(observed, trial.seconds)
    if isinstance(error, RuntimeError):
        return refused(str(error))
    raise error


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
