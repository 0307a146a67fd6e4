from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from mnemoscope_shared.errors import LockTimeout
from mnemoscope_shared.locations import (
    legacy_file,
    locate_memory_file,
    move_legacy_file,
    user_state_folder,
)
from mnemoscope_shared.store.lock import WriteLock

HOME = {"HOME": "/home/ada"}
WORK = PurePosixPath("/work")


def located(flag=None, environment=None, folder=WORK, platform="linux"):
    return locate_memory_file(flag, environment if environment is not None else HOME, folder, platform)


def test_without_flag_and_variable_it_is_memory_jsonl_in_the_working_folder():
    assert located().path == PurePosixPath("/work/memory.jsonl")


def test_the_variable_comes_before_the_default_and_the_flag_before_the_variable():
    environment = {"MEMORY_FILE_PATH": "/somewhere/custom.jsonl"}
    assert located(environment=environment).path == PurePosixPath("/somewhere/custom.jsonl")
    assert located("/flag.jsonl", environment).path == PurePosixPath("/flag.jsonl")


@pytest.mark.parametrize("flag", ["", None])
def test_an_empty_variable_or_flag_counts_as_none(flag):
    assert located(flag, {"MEMORY_FILE_PATH": ""}).path == PurePosixPath("/work/memory.jsonl")


def test_a_relative_path_starts_at_the_working_folder():
    assert located(environment={"MEMORY_FILE_PATH": "data/graph.jsonl"}).path == WORK / "data/graph.jsonl"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("~/m.jsonl", "/home/ada/m.jsonl"),
        ("~", "/home/ada"),
        ("~other/m.jsonl", "/work/~other/m.jsonl"),
        ("$HOME/m.jsonl", "/home/ada/m.jsonl"),
        ("${HOME}/m.jsonl", "/home/ada/m.jsonl"),
        ("$UNKNOWN/m.jsonl", "/work/$UNKNOWN/m.jsonl"),
        ("%HOME%/m.jsonl", "/work/%HOME%/m.jsonl"),
    ],
)
def test_home_and_variables_are_expanded(text, expected):
    assert located(text).path == PurePosixPath(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("~\\m.jsonl", "C:\\Users\\ada\\m.jsonl"),
        ("%APPDATA%\\m.jsonl", "D:\\Roaming\\m.jsonl"),
        ("$APPDATA/m.jsonl", "D:\\Roaming\\m.jsonl"),
        ("data\\m.jsonl", "C:\\work\\data\\m.jsonl"),
        ("E:\\m.jsonl", "E:\\m.jsonl"),
    ],
)
def test_windows_has_its_own_variables_and_separators(text, expected):
    environment = {"USERPROFILE": "C:\\Users\\ada", "APPDATA": "D:\\Roaming"}
    assert located(text, environment, PureWindowsPath("C:\\work"), "win32").path == PureWindowsPath(expected)


def test_variables_that_miss_the_name_by_little_are_warned_of_where_they_would_have_mattered():
    environment = {"MEMORY_FILE": "/a.jsonl", "MEMORY_PATH": "/b.jsonl"}
    warnings = located(environment=environment).warnings
    assert [warning.split()[0] for warning in warnings] == ["MEMORY_FILE", "MEMORY_PATH"]
    assert all("MEMORY_FILE_PATH" in warning for warning in warnings)
    assert located(environment=environment | {"MEMORY_FILE_PATH": "/c.jsonl"}).warnings == ()


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        (HOME, "linux", PurePosixPath("/home/ada/.local/state/mnemoscope")),
        (HOME | {"XDG_STATE_HOME": "/state"}, "linux", PurePosixPath("/state/mnemoscope")),
        (HOME | {"XDG_STATE_HOME": "state"}, "linux", PurePosixPath("/home/ada/.local/state/mnemoscope")),
        (HOME, "darwin", PurePosixPath("/home/ada/Library/Application Support/Mnemoscope")),
        ({"USERPROFILE": "C:\\A", "LOCALAPPDATA": "D:\\L"}, "win32", PureWindowsPath("D:\\L\\Mnemoscope")),
        ({"USERPROFILE": "C:\\A"}, "win32", PureWindowsPath("C:\\A\\AppData\\Local\\Mnemoscope")),
    ],
)
def test_each_platform_has_its_folder_for_state(environment, platform, expected):
    assert user_state_folder(environment, platform) == expected


def test_without_a_home_variable_the_system_is_asked():
    assert user_state_folder({}, "linux") == PurePosixPath(Path.home(), ".local/state/mnemoscope")


def test_a_json_file_of_an_older_server_is_moved_byte_for_byte(tmp_path):
    content = b'{"type":"entity","name":"A"}\r\n\xff'
    (tmp_path / "memory.json").write_bytes(content)
    assert move_legacy_file(tmp_path / "memory.jsonl") == tmp_path / "memory.json"
    assert (tmp_path / "memory.jsonl").read_bytes() == content
    assert not (tmp_path / "memory.json").exists()


def test_nothing_is_moved_onto_a_file_that_exists_not_even_onto_a_dangling_link(tmp_path):
    (tmp_path / "memory.json").write_bytes(b"old")
    (tmp_path / "memory.jsonl").symlink_to(tmp_path / "elsewhere")
    assert move_legacy_file(tmp_path / "memory.jsonl") is None
    (tmp_path / "elsewhere").write_bytes(b"new")
    assert move_legacy_file(tmp_path / "memory.jsonl") is None
    assert (tmp_path / "memory.json").read_bytes() == b"old"
    assert (tmp_path / "elsewhere").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["memory.txt", "memory", "memory.json"])
def test_only_a_jsonl_file_has_an_older_name(tmp_path, name):
    (tmp_path / "memory.json").write_bytes(b"old")
    assert legacy_file(tmp_path / name) is None


def test_where_there_is_nothing_to_move_nothing_happens(tmp_path):
    (tmp_path / "memory.json").mkdir()
    assert move_legacy_file(tmp_path / "memory.jsonl") is None
    assert move_legacy_file(tmp_path / "missing" / "memory.jsonl") is None
    assert [path.name for path in tmp_path.iterdir()] == ["memory.json"]


def test_nothing_is_moved_while_somebody_writes(tmp_path, monkeypatch):
    monkeypatch.setattr("mnemoscope_shared.locations._LOCK_TIMEOUT_SECONDS", 0.05)
    (tmp_path / "memory.json").write_bytes(b"old")
    path = tmp_path / "memory.jsonl"
    with WriteLock(path, 1).held(), pytest.raises(LockTimeout):
        move_legacy_file(path)
    assert not path.exists()
