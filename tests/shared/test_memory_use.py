"""Which assistants use a memory, told by the files that running servers leave."""

import os
from pathlib import Path

import msgspec
import pytest

from mnemoscope_shared.memory_use import MemoryUse, memory_use
from mnemoscope_shared.store.presence import Presence, RunningServer, birth_of


def leave(state: Path, server: RunningServer) -> None:
    """Leave the file of a server that runs as a process of ours."""
    folder = state / "servers"
    folder.mkdir(exist_ok=True)
    (folder / f"{server.pid}.json").write_bytes(msgspec.json.encode(server))


def running(pid: int, file: Path, started: int, client: str = "", last_write: int = 0) -> RunningServer:
    return RunningServer(pid, str(file), started, birth_of(pid), client, "1", last_write)


def test_nobody_uses_a_memory_without_servers(tmp_path: Path):
    assert memory_use(tmp_path / "memory.jsonl", tmp_path / "state") == MemoryUse((), None)


def test_a_server_uses_its_memory_before_anybody_has_written(tmp_path: Path):
    file = tmp_path / "memory.jsonl"
    presence = Presence(tmp_path, file)
    presence.announce()
    assert memory_use(file, tmp_path) == MemoryUse(("an assistant",), None)
    presence.note_client("claude-ai", "0.1")
    assert memory_use(file, tmp_path) == MemoryUse(("Claude Desktop",), None)
    presence.note_write("claude-ai", "0.1")
    use = memory_use(file, tmp_path)
    assert use.programs == ("Claude Desktop",)
    assert use.last_write is not None


@pytest.mark.skipif(not hasattr(os, "getppid"), reason="needs two processes that surely run")
def test_programs_are_told_once_in_their_order_with_the_newest_write(tmp_path: Path):
    file = tmp_path / "memory.jsonl"
    leave(tmp_path, running(os.getpid(), file, 2, "claude-ai", 70))
    leave(tmp_path, running(os.getppid(), file, 1, "cursor-vscode", 50))
    assert memory_use(file, tmp_path) == MemoryUse(("Cursor", "Claude Desktop"), 70)
    leave(tmp_path, running(os.getppid(), file, 1, "claude-ai", 50))
    assert memory_use(file, tmp_path) == MemoryUse(("Claude Desktop",), 70)


def test_servers_of_other_memories_do_not_count_and_links_do(tmp_path: Path):
    file, link = tmp_path / "memory.jsonl", tmp_path / "link.jsonl"
    file.touch()
    link.symlink_to(file)
    leave(tmp_path, running(os.getpid(), file.resolve(), 1, "claude-ai"))
    assert memory_use(tmp_path / "other.jsonl", tmp_path).programs == ()
    assert memory_use(link, tmp_path).programs == ("Claude Desktop",)
