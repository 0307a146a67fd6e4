"""What the server leaves on disk, and what it makes of files that others wrote."""

import json
import os

import pytest
from filelock import FileLock

pytestmark = pytest.mark.anyio

ALICE = '{"type":"entity","name":"Alice","entityType":"person","observations":["x"]}\n'


async def test_what_was_written_is_there_for_the_next_server(connect, path):
    async with connect(path) as call:
        await call.create("Alice", "Bob", observations=["x"])
        await call.relate(("Alice", "Bob", "knows"))
        before = await call("read_graph")
    async with connect(path) as call:
        assert await call("read_graph") == before


async def test_each_line_is_an_object_with_its_type_entities_before_relations(call, path):
    await call.create("Alice", "Bob")
    await call.relate(("Alice", "Bob", "knows"))
    await call.create("Carol")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["type"] for line in lines] == ["entity", "entity", "entity", "relation"]


async def test_neither_the_type_nor_other_programs_fields_are_shown(call, path):
    path.write_text('{"type":"entity","name":"A","entityType":"t","observations":[],"extra":1}\n')
    assert (await call("read_graph"))["entities"] == [{"name": "A", "entityType": "t", "observations": []}]


async def test_what_another_program_writes_is_seen_by_the_next_call(call, path):
    await call.create("Bob")
    path.write_text(ALICE)
    assert await call.names() == ["Alice"]
    await call.create("Carol")
    assert path.read_text().startswith(ALICE)


async def test_a_lone_surrogate_goes_there_and_back(call, path):
    assert await call.create("half \ud83d") == ["half \ud83d"]
    assert await call.names() == ["half \ud83d"]
    assert b"half \\ud83d" in path.read_bytes()
    error = await call.error("add_observations", observations=[{"entityName": "\udc00", "contents": []}])
    assert error == "Entity with name \\udc00 not found"


async def test_an_empty_file_is_an_empty_memory(call, path):
    path.touch()
    assert await call.names() == []
    assert await call.create("A") == ["A"]


async def test_missing_folders_are_made_at_the_first_write(connect, path):
    path = path.parent / "one" / "two" / path.name
    async with connect(path) as call:
        assert await call.names() == []
        assert not path.parent.exists()
        assert await call.create("A") == ["A"]


async def test_a_corrupt_line_fails_reads_and_writes_until_it_is_mended(call, path):
    path.write_text(ALICE + "{cut off\n" + ALICE)
    os.utime(path, (1, 1))
    for error in (await call.error("read_graph"), await call.error("create_entities", entities=[])):
        assert str(path) in error
        assert "line 2" in error
    assert path.read_text() == ALICE + "{cut off\n" + ALICE
    path.write_text(ALICE)
    assert await call.names() == ["Alice"]


async def test_a_folder_in_the_files_place_is_an_error_and_the_server_lives_on(call, path):
    path.mkdir()
    assert "is not a file" in await call.error("read_graph")
    assert "is not a file" in await call.error("create_entities", entities=[])
    path.rmdir()
    assert await call.create("A") == ["A"]


async def test_while_another_program_holds_the_lock_reads_go_on_and_a_write_says_who_is_in_the_way(
    connect, path
):
    path.write_text(ALICE)
    async with connect(path, lock_timeout=0.1) as call:
        with FileLock(path.with_name(".~lock.memory.jsonl")):
            assert await call.names() == ["Alice"]
            assert "was not changed" in await call.error("delete_entities", entityNames=["Alice"])
        assert await call("delete_entities", entityNames=["Alice"])


async def test_the_history_tells_which_client_wrote(call, path):
    await call.create("A")
    records = [json.loads(line) for line in path.with_name("memory.history.jsonl").read_text().splitlines()]
    who = next(record["who"] for record in records if record["kind"] == "change")
    assert who == {"app": "server", "client": "test client", "version": "7", "pid": os.getpid()}


async def test_without_a_history_none_is_kept(connect, path):
    async with connect(path, keep_history=False) as call:
        await call.create("A")
    assert not path.with_name("memory.history.jsonl").exists()


async def test_a_history_that_cannot_be_written_does_not_stop_the_write(call, path, caplog):
    path.with_name("memory.history.jsonl").mkdir()
    assert await call.create("A") == ["A"]
    assert "history" in caplog.text
