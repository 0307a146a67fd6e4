"""`mnemoscope-server verify`, on real programs as commands."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.npm_packages import node_command

from mnemoscope_server.verification.diagnosis import MEMORY_TOOLS

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are scripts of a shell")
OURS = [sys.executable, "-m", "mnemoscope_server"]
ANN = '{"type":"entity","name":"Ann","entityType":"person","observations":["likes tea"]}\n'
KNOWS = '{"type":"relation","from":"Ann","to":"Ann","relationType":"knows"}\n'
# Answers the handshake, and then as its last line says.
SERVER = """
import json, sys
def answer(request, **result):
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
def tool(name):
    return {"name": name, "inputSchema": {"type": "object"}}
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        info = {"name": "made up", "version": "3"}
        answer(request, protocolVersion="2025-06-18", capabilities={"tools": {}}, serverInfo=info)
    elif request["method"] == "tools/list":
"""


def shell(script):
    return ["/bin/sh", "-c", script]


def test_our_own_server_works_and_says_what_it_has(user):
    memory = user.home / "mine.jsonl"
    memory.write_text(ANN + KNOWS)
    found = user.verify(*OURS, "--memory-file", memory)
    assert found["tools"] == list(MEMORY_TOOLS)
    assert (found["entities"], found["relations"]) == (1, 1)
    assert found["memory_file"] == str(memory)
    assert (found["server"], found["server_version"]) == ("memory", "1.0.0")
    assert found["protocol_version"] == "2025-11-25"
    assert "notes" not in found
    assert memory.read_text() == ANN + KNOWS


def test_a_person_is_told_in_sentences(user):
    memory = user.home / "mine.jsonl"
    status, lines = user.run("--", *OURS, "--memory-file", memory)
    assert status == 0, lines
    assert lines[0] == "The server works."
    assert lines[1] == "It is “memory 1.0.0” and speaks version 2025-11-25 of the protocol."
    assert lines[2].startswith("It has 9 tools: create_entities, ")
    assert lines[3:] == ["Its memory has 0 entities and 0 relations.", f"The memory is in {memory}."]
    assert not memory.exists()


def test_the_memory_file_of_the_entrys_environment_is_told_too(user):
    memory = user.home / "of the entry.jsonl"
    memory.write_text(ANN)
    found = user.verify(*OURS, options=("--environment", f"MEMORY_FILE_PATH={memory}"))
    assert (found["entities"], found["memory_file"]) == (1, str(memory))


def test_a_server_that_was_started_by_another_program_says_which_memory_it_has(user):
    found = user.verify(
        *shell(f"cd /; exec 3<&0; {sys.executable} -m mnemoscope_server --read-only <&3 & wait")
    )
    assert found["memory_file"] == "/memory.jsonl"


def test_a_memory_that_is_only_read_works_with_a_note(user):
    found = user.verify(*OURS, "--read-only")
    assert found["notes"] == ["It only reads: an assistant cannot change this memory."]


def test_a_memory_that_cannot_be_read_is_a_problem_of_its_own(user):
    memory = user.home / "damaged.jsonl"
    memory.write_text("{")
    kind, message = user.problem(*OURS, "--memory-file", memory)
    assert kind == "memory"
    assert message.startswith(f"It cannot read its memory: {memory}: line 1, column 2 ")


def test_the_reference_server_works_and_says_where_it_saves(user):
    command = node_command("@modelcontextprotocol/server-memory", "2026.8.31")
    if command is None:
        pytest.skip("the reference server needs Node and npm, and could not be installed")
    memory = user.home / "reference.jsonl"
    memory.write_text(ANN)
    found = user.verify(*command, options=("--environment", f"MEMORY_FILE_PATH={memory}"))
    assert (found["server"], found["entities"], found["memory_file"]) == ("memory-server", 1, str(memory))
    assert "“node” was found as " in found["notes"][0]


def test_a_server_that_ends_at_once_is_told_with_its_status_and_last_words(user):
    found = user.verify(*shell("echo one >&2; echo no such flag >&2; exit 3"))
    assert (found["problem"], found["exit_status"]) == ("ended", 3)
    assert found["message"] == (
        "It ended with status 3 instead of answering, and its last words were: no such flag"
    )
    assert found["log"] == ["one", "no such flag"]


def test_a_server_that_is_killed_names_the_signal(user):
    found = user.verify(*shell("kill -9 $$"))
    assert found["exit_status"] == -signal.SIGKILL
    assert found["message"].startswith("It ended with signal SIGKILL instead of answering, without a word.")


def test_a_server_that_says_nothing_in_time_is_given_up_and_ended(user):
    note = user.home / "pid"
    kind, message = user.problem(*shell(f"echo $$ > {note}; exec sleep 600"), seconds=0.5)
    assert kind == "silent"
    assert message.startswith("It did not answer within 0.5 seconds.")
    assert not is_running(int(note.read_text()))


def test_what_a_silent_server_has_started_is_ended_with_it(user):
    note = user.home / "pid"
    user.problem(*shell(f"sleep 600 & echo $! > {note}; wait"), seconds=0.5)
    assert not is_running(int(note.read_text()))


def test_a_program_that_prints_is_no_server(user):
    kind, message = user.problem(*shell("echo Starting up …; exec sleep 600"), seconds=0.5)
    assert kind == "not-mcp"
    assert message.startswith("It writes “Starting up …” where only messages of the protocol may be.")


def test_a_program_that_prints_and_ends_is_told_with_both(user):
    message = user.problem(*shell("echo hello"))[1]
    assert message.startswith("It wrote “hello” and ended with status 0 instead of answering.")


def test_a_server_that_also_prints_works_with_a_note(user):
    words = " ".join(OURS)
    found = user.verify(*shell(f"echo Welcome; exec {words}"))
    assert found["notes"][0].startswith("It writes “Welcome” where only messages of the protocol may be.")


def test_a_python_without_our_package_is_said_so(user):
    kind, message = user.problem(sys.executable, "-I", "-S", "-m", "mnemoscope_server")
    assert kind == "missing-module"
    assert "has no module mnemoscope_server: Mnemoscope is not installed in it" in message


def test_a_module_that_a_server_misses_is_named(user):
    kind, message = user.problem(*user.python("import no_such_module"))
    assert kind == "missing-module"
    assert message.endswith("has no module no_such_module. Install it there, or name the Python that has it.")


def test_a_python_of_another_version_is_said_so(user):
    kind, message = user.problem(*user.python("from enum import NoSuchEnum"))
    assert kind == "version"
    assert "ImportError: cannot import name 'NoSuchEnum'" in message


def test_a_script_that_is_gone_is_named(user):
    kind, message = user.problem(sys.executable, "/gone/server.py")
    assert (kind, message) == (
        "not-found",
        "There is no /gone/server.py. Check the path in the client's configuration.",
    )


def test_a_server_of_another_kind_is_told_by_its_tools(user):
    kind, message = user.problem(
        *user.python(SERVER + "        answer(request, tools=[tool('get_weather')])")
    )
    assert kind == "other-server"
    assert message.startswith(
        "It has none of a memory's tools, but get_weather: it is another kind of server."
    )


def test_a_memory_without_all_tools_names_those_that_are_missing(user):
    names = [name for name in MEMORY_TOOLS if name not in ("open_nodes", "read_graph")]
    program = SERVER + f"        answer(request, tools=[tool(name) for name in {names}])"
    kind, message = user.problem(*user.python(program))
    assert kind == "other-server"
    assert message.startswith("It lacks read_graph and open_nodes.")


def test_an_answer_that_lacks_what_it_needs_is_no_protocol(user):
    program = SERVER.replace('protocolVersion="2025-06-18", ', "")
    kind, message = user.problem(*user.python(program + "        pass"))
    assert kind == "not-mcp"
    assert message.startswith("It answers, but a client cannot go on: ")


def test_a_server_that_never_lists_its_tools_is_given_up(user):
    kind, _ = user.problem(*user.python(SERVER + "        pass"), seconds=2)
    assert kind == "silent"


def test_a_server_gets_what_a_client_passes_on_and_nothing_else(user):
    program = "import json, os, sys\njson.dump([dict(os.environ), os.getcwd()], open('seen', 'w'))"
    user.verify(*user.python(program), options=("--environment", "OF_THE_ENTRY=yes", "--folder", user.home))
    environment, folder = json.loads((user.home / "seen").read_text())
    environment.pop("LC_CTYPE", None)  # Python sets it for itself
    assert environment == {"HOME": str(user.home), "PATH": os.environ["PATH"], "OF_THE_ENTRY": "yes"}
    assert folder == str(user.home)


def test_a_program_that_starts_the_command_gets_one_object(user):
    command = [sys.executable, "-m", "mnemoscope_server", "verify", "--json", "--", *OURS, "--read-only"]
    done = subprocess.run(command, capture_output=True, timeout=60, check=True)
    assert done.stderr == b""
    assert json.loads(done.stdout)["entities"] == 0


def test_arguments_that_look_like_ours_go_to_the_server(user):
    found = user.verify(*shell("echo $1 $2 $3 >&2"), "name", "--json", "--", "-h")
    assert found["log"] == ["--json -- -h"]


def test_bad_usage_is_told_by_its_status(user):
    assert user.run("--environment", "nothing", "--", "program")[0] == 2
    assert user.run("--seconds", "0", "--", "program")[0] == 2
    assert user.run()[0] == 2


def is_running(pid):
    """Whether a process runs; one that has ended and that nobody has waited for does not."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
