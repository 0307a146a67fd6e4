"""Checks in real processes: our server's own, and programs that misbehave in its place."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from client_homes import Home
from pytestqt.qtbot import QtBot

from mnemoscope_gui.connect.connection_check import (
    CheckTarget,
    ConnectionCheck,
    check_arguments,
    target_of,
    told_command,
)
from mnemoscope_shared.clients.client import CURSOR
from mnemoscope_shared.clients.found_clients import find_clients

COMMAND = (sys.executable, "-m", "mnemoscope_server")
WAIT_MS = 30_000


@pytest.fixture
def make_check(qapp) -> Iterator[Callable[..., ConnectionCheck]]:
    made: list[ConnectionCheck] = []

    def make(*checker: str, patience_ms: int = WAIT_MS) -> ConnectionCheck:
        made.append(ConnectionCheck(checker or COMMAND, patience_ms=patience_ms))
        return made[-1]

    yield make
    for check in made:
        check.stop()
        check.deleteLater()


def program(script: str) -> tuple[str, ...]:
    return (sys.executable, "-c", script)


def outcome(qtbot: QtBot, check: ConnectionCheck, target: CheckTarget):
    with qtbot.waitSignal(check.finished, timeout=WAIT_MS) as finished:
        check.start(target)
    return finished.args[0]


def failure(qtbot: QtBot, check: ConnectionCheck, target: CheckTarget) -> str:
    with qtbot.waitSignal(check.failed, timeout=WAIT_MS) as failed:
        check.start(target)
    assert not check.is_running
    return failed.args[0]


def own_server(memory: Path) -> CheckTarget:
    return CheckTarget("Ours", (*COMMAND, "--memory-file", str(memory)))


def test_a_server_that_works_tells_protocol_tools_and_memory(
    qtbot: QtBot, make_check, home: Home, memory: Path
):
    verification = outcome(qtbot, make_check(), own_server(memory))
    assert verification.is_working
    assert "read_graph" in verification.tools
    assert (verification.entities, verification.relations) == (1, 0)
    assert verification.memory_file == str(memory)


def test_what_the_client_sets_reaches_the_server(qtbot: QtBot, make_check, home: Home, memory: Path):
    target = CheckTarget("Ours", COMMAND, {"MEMORY_FILE_PATH": memory.name}, str(memory.parent))
    assert outcome(qtbot, make_check(), target).memory_file == str(memory)


@pytest.mark.parametrize("command", [("/no/such/program",), ("no-such-program",), program("pass"), ("-x",)])
def test_a_server_that_does_not_work_is_told_in_sentences(qtbot: QtBot, make_check, home: Home, command):
    verification = outcome(qtbot, make_check(), CheckTarget("Theirs", command))
    assert not verification.is_working
    assert verification.message.endswith((".", "CLIENT"))


@pytest.mark.parametrize(
    "script",
    [
        "pass",
        "print('no JSON')",
        "print('[1, 2]')",
        "print('{\"command\": 5}')",
        "import sys; sys.stdout.buffer.write(b'\\xff\\xfe' * 9)",
        "print('x' * 5_000_000)",
        "import sys; sys.exit('usage: invalid choice: verify')",
        "import os; os.abort()",
    ],
)
def test_an_answer_that_makes_no_sense_is_said_with_what_to_do(qtbot: QtBot, make_check, memory, script: str):
    sentence = failure(qtbot, make_check(*program(script)), own_server(memory))
    assert sentence == "The connection could not be checked. Install Mnemoscope again."


def test_a_checker_that_is_not_there_is_said(qtbot: QtBot, make_check, memory: Path):
    assert "could not be started" in failure(qtbot, make_check("/no/such/checker"), own_server(memory))


def test_a_check_that_does_not_end_is_given_up(qtbot: QtBot, make_check, memory: Path):
    check = make_check(*program("import time; time.sleep(600)"), patience_ms=200)
    assert "did not come to an end" in failure(qtbot, check, own_server(memory))


def test_a_cancelled_check_tells_nothing_and_leaves_no_process(
    qtbot: QtBot, make_check, memory: Path, tmp_path: Path
):
    started = tmp_path / "started"
    check = make_check(
        *program(f"import pathlib, time; pathlib.Path({str(started)!r}).touch(); time.sleep(600)")
    )
    told: list[object] = []
    check.finished.connect(told.append)
    check.failed.connect(told.append)
    check.start(own_server(memory))
    qtbot.waitUntil(started.exists, timeout=WAIT_MS)
    (process,) = check.children()[1:]
    with qtbot.waitSignal(process.destroyed, timeout=WAIT_MS):
        check.cancel()
    assert not check.is_running
    assert told == []


def test_a_second_check_takes_the_place_of_the_first(qtbot: QtBot, make_check, home: Home, memory: Path):
    check = make_check()
    check.start(CheckTarget("Slow", program("import time; time.sleep(600)")))
    assert outcome(qtbot, check, own_server(memory)).is_working


def test_variables_reach_the_server_and_are_not_among_the_arguments(qtbot: QtBot, make_check, tmp_path: Path):
    seen = tmp_path / "seen"
    script = f"import os, pathlib; pathlib.Path({str(seen)!r}).write_text(os.environ['SECRET'])"
    target = CheckTarget("Mine", program(script), environment={"SECRET": "s3cret"})
    assert "s3cret" not in " ".join(check_arguments(target))
    assert not outcome(qtbot, make_check(), target).is_working
    assert seen.read_text() == "s3cret"


def test_a_clients_entry_is_checked_as_the_client_starts_it(home: Home):
    entry = {"command": "npx", "args": ["-y", "server-memory"], "env": {"A": "b c"}, "cwd": "/x"}
    home.configure("memory", entry)
    (server,) = find_clients(*home.user)[0].servers
    target = target_of(server)
    assert (target.title, target.client) == ("Cursor", None)
    assert check_arguments(target) == [
        *(
            "verify",
            "--json",
            "--environment-from-input",
            "--folder",
            "/x",
            "--",
            "npx",
            "-y",
            "server-memory",
        )
    ]
    assert dict(target.environment) == {"A": "b c"}
    home.configure("mnemoscope", {"command": "mnemoscope-server", "args": []})
    (server,) = find_clients(*home.user)[0].servers
    assert target_of(server).client == CURSOR


@pytest.mark.skipif(sys.platform == "win32", reason="quotes are others there")
def test_a_command_is_shown_as_it_would_be_typed():
    assert told_command(("/a b/x", "--file", "it's")) == "'/a b/x' --file 'it'\"'\"'s'"
