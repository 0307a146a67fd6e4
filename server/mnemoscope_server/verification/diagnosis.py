"""Telling from what a server did why it does not work."""

import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mnemoscope_server.terminal import shortened
from mnemoscope_server.verification.program import (
    CONNECT_AGAIN,
    Problem,
    is_quarantined,
    quarantine_message,
)
from mnemoscope_shared.clients.verification import starts_our_server
from mnemoscope_shared.wording import listed

READING_TOOLS = ("read_graph", "search_nodes", "open_nodes")
_WRITING_TOOLS = (
    *("create_entities", "create_relations", "add_observations"),
    *("delete_entities", "delete_observations", "delete_relations"),
)
MEMORY_TOOLS = _WRITING_TOOLS + READING_TOOLS
_MISSING_MODULE = re.compile(r"No module named '?([\w.]+)")
_MISSING_SCRIPT = re.compile(r"can't open file '([^']+)'|Cannot find module '((?:/|[A-Za-z]:)[^']+)'")
_MISSING_PACKAGE = re.compile(r"Cannot find (?:module|package) '([^']+)'|\bE404\b.*?'([^']+)'")
_OLDER_PYTHON = re.compile(
    r"^\s*(?:SyntaxError: .*|ImportError: cannot import name .*|.*requires? (?:a different )?Python.*)$",
    re.MULTILINE,
)
_FETCHING_PROGRAMS = frozenset({"npx", "uvx", "uv", "pipx", "bunx", "pnpm", "docker", "podman"})
_ERROR = re.compile(r"error|exception|fatal|cannot|failed", re.IGNORECASE)
_SHOWN_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Observed:
    """What was seen of a server that did not come to work.

    Attributes:
        command: what was started.
        program: the file that the system found for it.
        log: the last lines that it wrote to standard error.
        strange_line: the first line on its standard output that is no message of the protocol, if any.
        exit_status: how it ended; None where it had to be ended.
    """

    command: Sequence[str]
    program: Path
    log: Sequence[str] = ()
    strange_line: str | None = None
    exit_status: int | None = None


def why_no_answer(observed: Observed, seconds: float) -> Problem:
    """Return why a server was not ready in time; `seconds` is how long was waited."""
    if observed.exit_status is not None:
        return _why_ended(observed, observed.exit_status)
    if observed.strange_line is not None:
        return not_the_protocol(observed.strange_line)
    waited = f"It did not answer within {seconds:g} seconds."
    if observed.program.stem.lower() in _FETCHING_PROGRAMS:
        return Problem(
            "silent",
            f"{waited} The first start may take longer, while {observed.program.stem} fetches the server. "
            "Try again.",
        )
    return Problem(
        "silent",
        f"{waited} A server that waits for something else does that, and a program that is no server. "
        "Check its arguments.",
    )


def not_the_protocol(line: str) -> Problem:
    """Return the problem of a server that writes something else to its standard output."""
    return Problem(
        "not-mcp",
        f"It writes “{_shown(line)}” where only messages of the protocol may be. Its log belongs on standard "
        "error; otherwise it is no server for standard input and output.",
    )


def refused(why: str) -> Problem:
    """Return the problem of a server whose answer is an error, or no answer of the protocol."""
    return Problem("not-mcp", f"It answers, but a client cannot go on: {why.rstrip('.')}. Update the server.")


def only_reads(tools: Sequence[str]) -> bool:
    """Return whether a server has the tools of a memory but for those that change it."""
    return set(READING_TOOLS) <= set(tools) and not set(_WRITING_TOOLS) & set(tools)


def not_a_memory(tools: Sequence[str]) -> Problem | None:
    """Return the problem of a server without a memory's tools; None where it has all, or those to read."""
    missing = [name for name in MEMORY_TOOLS if name not in tools]
    if not missing or only_reads(tools):
        return None
    if len(missing) == len(MEMORY_TOOLS):
        others = f", but {listed(tools)}" if tools else ""
        return Problem(
            "other-server",
            f"It has none of a memory's tools{others}: it is another kind of server. Check the command.",
        )
    return Problem(
        "other-server",
        f"It lacks {listed(missing)}. An assistant cannot use the whole memory; update the server.",
    )


def _why_ended(observed: Observed, status: int) -> Problem:
    log = "\n".join(observed.log)
    if found := _MISSING_SCRIPT.search(log):
        return Problem("not-found", f"There is no {found[1] or found[2]}. {_path_advice(observed.command)}")
    if found := _MISSING_MODULE.search(log):
        return Problem("missing-module", _missing_module(observed, found[1]))
    if found := _MISSING_PACKAGE.search(log):
        return Problem(
            "missing-module",
            f"{observed.program.stem} finds no “{found[1] or found[2]}”. Install it, or correct its name.",
        )
    if found := _OLDER_PYTHON.search(log):
        return Problem(
            "version",
            f"{observed.program} is of a version that the server was not made for ({found[0].strip()}). "
            f"Name the program of the right version. {_again(observed.command)}".rstrip(),
        )
    if status < 0 and is_quarantined(observed.program):
        return Problem("quarantined", quarantine_message(observed.program))
    return Problem("ended", _ended(observed, status))


def _ended(observed: Observed, status: int) -> str:
    how = f"status {status}" if status >= 0 else f"signal {_signal_name(-status)}"
    if words := _last_words(observed.log):
        return f"It ended with {how} instead of answering, and its last words were: {words}"
    if observed.strange_line is not None:
        said = f"It wrote “{_shown(observed.strange_line)}” and ended with {how} instead of answering."
    else:
        said = f"It ended with {how} instead of answering, without a word."
    return f"{said} Check that the command starts a server."


def _last_words(log: Sequence[str]) -> str:
    """Return the line that says most: the last one that names an error, or else the last one."""
    lines = [line.strip() for line in log if line.strip()]
    errors = [line for line in lines if _ERROR.search(line)]
    return _shown(next(reversed(errors or lines), ""))


def _missing_module(observed: Observed, module: str) -> str:
    which = f"The Python that was started, {observed.program}, has no module {module}"
    if starts_our_server(observed.command):
        return f"{which}: Mnemoscope is not installed in it, or not whole. {CONNECT_AGAIN}"
    return f"{which}. Install it there, or name the Python that has it."


def _path_advice(command: Sequence[str]) -> str:
    return CONNECT_AGAIN if starts_our_server(command) else "Check the path in the client's configuration."


def _again(command: Sequence[str]) -> str:
    return CONNECT_AGAIN if starts_our_server(command) else ""


def _shown(line: str) -> str:
    return shortened(line, _SHOWN_CHARACTERS)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
