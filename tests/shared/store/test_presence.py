"""Who is running, told from the files that servers leave while they live."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.presence import Presence, RunningServer, running_servers

LIVE = """
import sys
from pathlib import Path
from mnemoscope_shared.store.presence import Presence
presence = Presence(Path(sys.argv[1]), Path("/memories/memory.jsonl"))
presence.announce()
presence.note_write("Cursor", "1.2")
print("ready", flush=True)
sys.stdin.readline()
presence.withdraw()
"""


def start(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", LIVE, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.communicate("\n", timeout=10)


def test_a_server_is_seen_while_it_runs_with_its_client_file_and_last_write(tmp_path: Path):
    process = start(tmp_path)
    [server] = running_servers(tmp_path)
    end(process)
    assert (server.pid, server.client, server.version) == (process.pid, "Cursor", "1.2")
    assert server.file.endswith("memory.jsonl")
    assert server.last_write >= server.started > 0
    assert running_servers(tmp_path) == []


def test_a_server_that_was_killed_is_dropped_and_its_file_removed(tmp_path: Path):
    process = start(tmp_path)
    process.kill()
    process.communicate()
    assert running_servers(tmp_path) == []
    assert list((tmp_path / "servers").iterdir()) == []


def test_a_later_process_of_the_same_number_is_not_taken_for_the_server(tmp_path: Path):
    presence = Presence(tmp_path, Path("memory.jsonl"))
    presence.announce()
    [server] = running_servers(tmp_path)
    if server.birth:
        file = tmp_path / "servers" / f"{os.getpid()}.json"
        file.write_text(file.read_text().replace(server.birth, "1"))
        assert running_servers(tmp_path) == []


def test_several_servers_are_listed_oldest_first(tmp_path: Path):
    processes = [start(tmp_path), start(tmp_path)]
    listed = [server.pid for server in running_servers(tmp_path)]
    for process in processes:
        end(process)
    assert listed == [process.pid for process in processes]


def test_writes_in_quick_succession_rewrite_the_file_once(tmp_path: Path):
    presence = Presence(tmp_path, Path("memory.jsonl"))
    presence.note_write("Cursor", "1.2")
    first = running_servers(tmp_path)
    for _ in range(50):
        presence.note_write("Cursor", "1.2")
    assert running_servers(tmp_path) == first
    presence.note_write("Claude", "3")
    assert running_servers(tmp_path)[0].client == "Claude"


def test_a_client_is_told_before_its_first_write_and_saved_once(tmp_path: Path):
    presence = Presence(tmp_path, Path("memory.jsonl"))
    presence.announce()
    presence.note_client("Cursor", "1.2")
    [server] = running_servers(tmp_path)
    assert (server.client, server.version, server.last_write) == ("Cursor", "1.2", 0)
    assert server.writer == Writer("server", "Cursor", "1.2", os.getpid())
    presence.withdraw()
    presence.note_client("Cursor", "1.2")
    assert running_servers(tmp_path) == []


@pytest.mark.parametrize("pid", [-1, 0, 2**70])
def test_what_no_server_can_have_written_is_passed_over(tmp_path: Path, pid: int):
    (tmp_path / "servers").mkdir()
    for name in (pid, os.getpid()):
        (tmp_path / "servers" / f"{name}.json").write_text(f'{{"pid":{pid},"file":"x","started":1}}')
    assert running_servers(tmp_path) == []


def test_a_folder_that_cannot_be_written_is_passed_over(tmp_path: Path):
    blocked = tmp_path / "state"
    blocked.write_text("a file where the folder should be")
    presence = Presence(blocked, Path("memory.jsonl"))
    presence.announce()
    presence.note_write("Cursor", "1")
    presence.withdraw()
    assert running_servers(blocked) == []


def test_damaged_files_are_passed_over(tmp_path: Path):
    (tmp_path / "servers").mkdir()
    (tmp_path / "servers" / "1.json").write_text("{")
    Presence(tmp_path, Path("memory.jsonl")).announce()
    assert [type(server) for server in running_servers(tmp_path)] == [RunningServer]
