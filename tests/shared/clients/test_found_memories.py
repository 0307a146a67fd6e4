import os

import pytest
from client_homes import ANN, KNOWS, PACKAGE

from mnemoscope_shared.clients.found_memories import find_memories
from mnemoscope_shared.clients.package_folders import LOST_ON_UPDATE

NPX = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]}


def found(home):
    return [(one.path, one.origin, one.entities, one.relations) for one in find_memories(*home.user)]


def test_where_there_is_nothing_nothing_is_found(home):
    assert find_memories(*home.user) == []


def test_a_clients_memory_comes_first_with_all_clients_that_use_it(home):
    other = home.write("Documents/other.jsonl", ANN)
    memory = home.write("elsewhere/deep/notes", ANN + KNOWS)
    entry = NPX | {"env": {"MEMORY_FILE_PATH": str(memory)}}
    for file in (".cursor/mcp.json", ".lmstudio/mcp.json", ".gemini/settings.json"):
        home.configure("memory", entry, file)
    assert found(home) == [
        (memory, "Cursor, LM Studio and Gemini CLI", 1, 1),
        (other, "Documents", 1, 0),
    ]


def test_a_memory_is_described_with_its_size_and_its_time(home):
    path = home.write("memory.jsonl", ANN)
    os.utime(path, (1000, 1000))
    (memory,) = find_memories(*home.user)
    assert (memory.size, memory.modified, memory.warning) == (len(ANN), 1000, "")


def test_the_newest_come_first(home):
    paths = [home.write(f"{name}.jsonl", ANN) for name in "abc"]
    for path, moment in zip(paths, (2000, 3000, 1000), strict=True):
        os.utime(path, (moment, moment))
    assert [one.path.stem for one in find_memories(*home.user)] == ["b", "a", "c"]


def test_a_memory_in_the_cache_of_npx_will_be_lost(home):
    path = home.write(f".npm/_npx/0a1b/{PACKAGE}/memory.json", ANN)
    (memory,) = find_memories(*home.user)
    assert (memory.path, memory.origin, memory.warning) == (path, "The cache of npx", LOST_ON_UPDATE)
    home.configure("memory", NPX)
    (memory,) = find_memories(*home.user)
    assert (memory.path, memory.origin, memory.warning) == (path, "Cursor", LOST_ON_UPDATE)


def test_the_working_folder_and_the_usual_places_are_looked_into_but_nothing_below_them(home):
    home.write(home.work / "graph.jsonl", ANN)
    home.write("OneDrive/Documents/memory.json", ANN)
    home.write("Documents/deeper/memory.jsonl", ANN)
    assert {(origin, path.name) for path, origin, *_ in found(home)} == {
        ("This folder", "graph.jsonl"),
        ("OneDrive/Documents", "memory.json"),
    }


def test_what_is_no_memory_is_not_listed(home):
    home.write("memory.history.jsonl", ANN)
    home.write("memory.jsonl.backup-20260101T000000Z", ANN)
    home.write("empty.jsonl", "")
    home.write("chat.jsonl", '{"from":"a","to":"b","text":"the entity"}\n' * 9)
    home.write("log.jsonl", ANN + b'{"level":"entity"}\n' * 9)
    home.write("package.json", ANN)
    home.write("notes.txt", ANN)
    home.write("memory-of-trees.json", '{"entities_are": "fine"}')
    (home.folder / "folder.jsonl").mkdir()
    assert find_memories(*home.user) == []


def test_an_empty_memory_that_a_client_uses_is_listed_and_one_that_is_not_there_is_not(home):
    path = home.write("m.jsonl", "")
    home.configure("memory", NPX | {"env": {"MEMORY_FILE_PATH": str(path)}})
    home.configure("memory", NPX | {"env": {"MEMORY_FILE_PATH": str(path) + "x"}}, ".lmstudio/mcp.json")
    assert found(home) == [(path, "Cursor", 0, 0)]


def test_a_damaged_memory_and_a_document_are_listed_with_a_warning(home):
    home.write("damaged.jsonl", ANN * 2 + b"nonsense\n")
    home.write(
        "memory.json", {"entities": [{"name": "A", "entityType": "t", "observations": []}], "relations": []}
    )
    warnings = {one.path.name: (one.entities, one.warning) for one in find_memories(*home.user)}
    assert warnings["damaged.jsonl"][0] == 2
    assert warnings["damaged.jsonl"][1].startswith("Some of its lines cannot be read.")
    assert warnings["memory.json"][0] == 1
    assert warnings["memory.json"][1].startswith("It is a JSON document.")


def test_a_file_of_a_wide_encoding_is_recognised(home):
    home.write("memory.jsonl", ANN.decode().encode("utf-16"))
    (memory,) = find_memories(*home.user)
    assert memory.entities == 1


def test_a_huge_file_that_nobody_has_configured_is_left_alone(home):
    path = home.write("memory.jsonl", ANN)
    os.truncate(path, 65 << 20)
    assert find_memories(*home.user) == []


def test_a_crowded_folder_is_looked_at_only_so_far_and_the_likely_names_first(home):
    for number in range(60):
        home.write(f"a{number}.jsonl", ANN)
    home.write("z-memory.jsonl", ANN)
    paths = [one.path.name for one in find_memories(*home.user)]
    assert len(paths) == 50
    assert "z-memory.jsonl" in paths


@pytest.mark.skipif(os.name == "nt", reason="needs links that anybody may make")
def test_a_memory_with_two_names_is_listed_once(home):
    path = home.write("real/m.jsonl", ANN)
    (home.folder / "Documents").mkdir()
    (home.folder / "Documents/memory.jsonl").symlink_to(path)
    (home.work / "memory.jsonl").symlink_to(path)
    (home.folder / "loop.jsonl").symlink_to(home.folder / "loop.jsonl")
    assert [(one.path, one.origin) for one in find_memories(*home.user)] == [(path, "This folder")]


def test_a_large_file_is_judged_by_its_beginning(home):
    home.write("annotations.jsonl", b'{"entity":"x","text":"y"}\n' * 100_000 + ANN)
    home.write("memory.jsonl", ANN * 2000 + b"torn")
    (memory,) = find_memories(*home.user)
    assert (memory.path.name, memory.entities) == ("memory.jsonl", 2000)
