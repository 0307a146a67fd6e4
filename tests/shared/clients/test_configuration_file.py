"""What is around a configuration when it is changed: links, modes, disks, other programs."""

import json
import os
import stat

import pytest
from child_process import as_nobody, with_mounts

from mnemoscope_shared.clients.client import client_named
from mnemoscope_shared.clients.configuration_file import change_configuration
from mnemoscope_shared.clients.configuration_text import LARGEST_BYTES
from mnemoscope_shared.clients.entry_edit import connected_text, disconnected_text
from mnemoscope_shared.errors import ConfigurationRefused

CURSOR = client_named("cursor")
SETTINGS = {"command": "/x", "args": []}
ADVICE = "Do this."
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions and links")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "mcp.json"


def connect(path):
    return change_configuration(path, lambda text: connected_text(text, CURSOR, SETTINGS), ADVICE)


def disconnect(path):
    return change_configuration(path, lambda text: disconnected_text(text, CURSOR), ADVICE)


def names(folder):
    return sorted(one.name for one in folder.iterdir())


@pytest.mark.parametrize("data", [b"", b" \n", b"\xef\xbb\xbf"])
def test_a_file_without_content_gets_some(path, data):
    path.write_bytes(data)
    connect(path)
    assert json.loads(path.read_bytes().decode("utf-8-sig"))["mcpServers"]["mnemoscope"] == SETTINGS


def test_a_missing_file_is_made_with_its_folder_and_without_a_backup(tmp_path):
    path = tmp_path / "a" / "b" / "mcp.json"
    assert connect(path).backup is None
    assert names(path.parent) == ["mcp.json"]
    assert stat.S_IMODE(path.stat().st_mode) in (0o600, 0o666)
    assert not connect(path).is_changed


def test_nothing_is_written_where_nothing_is_to_be_done(path):
    assert not disconnect(path).is_changed
    assert names(path.parent) == []
    path.write_bytes(b'{"a": 1}')
    assert not disconnect(path).is_changed
    assert names(path.parent) == [path.name]


def test_a_file_too_large_for_a_configuration_is_refused(path):
    path.write_bytes(b"{}")
    os.truncate(path, LARGEST_BYTES + 1)
    with pytest.raises(ConfigurationRefused, match="too large"):
        connect(path)
    assert names(path.parent) == [path.name]


def test_a_folder_in_its_place_is_refused(path):
    path.mkdir()
    with pytest.raises(ConfigurationRefused, match="it is not a file"):
        connect(path)


def test_a_file_in_the_place_of_its_folder_is_refused(path):
    path.write_bytes(b"")
    with pytest.raises(ConfigurationRefused, match=r"was not changed: Not a directory\. Do this\."):
        connect(path / "mcp.json")


@POSIX
def test_a_link_that_leads_to_itself_is_refused(path):
    path.symlink_to(path)
    with pytest.raises(ConfigurationRefused, match="does not let us read it"):
        connect(path)


@POSIX
def test_a_link_stays_a_link_and_the_mode_stays(path, tmp_path):
    target = tmp_path / "dotfiles" / "mcp.json"
    target.parent.mkdir()
    target.write_bytes(b"{}")
    target.chmod(0o640)
    path.symlink_to(target)
    changed = connect(path)
    assert changed.path == target
    assert changed.backup.parent == target.parent
    assert path.is_symlink()
    assert [stat.S_IMODE(one.stat().st_mode) for one in (target, changed.backup)] == [0o640, 0o640]


@POSIX
def test_a_link_to_nowhere_leads_to_a_new_file(path, tmp_path):
    path.symlink_to(tmp_path / "elsewhere.json")
    connect(path)
    assert path.is_symlink()
    assert "mnemoscope" in (tmp_path / "elsewhere.json").read_text()


@POSIX
def test_a_read_only_file_is_refused_and_no_backup_is_left(path):
    path.write_bytes(b"{}")
    path.chmod(0o444)
    with pytest.raises(ConfigurationRefused, match="it or its folder is read-only"):
        connect(path)
    assert names(path.parent) == [path.name]


@POSIX
def test_a_folder_that_may_not_be_written_is_refused(open_folder):
    path = open_folder / "mcp.json"
    path.write_bytes(b"{}")
    path.chmod(0o666)
    open_folder.chmod(0o555)
    assert "it or its folder is read-only" in as_nobody(lambda: _answer(path))
    assert path.read_bytes() == b"{}"


@POSIX
def test_a_full_disk_is_refused_with_the_systems_words(tmp_path):
    mount = tmp_path / "disk"
    mount.mkdir()
    answer = with_mounts(
        [["-t", "tmpfs", "-o", "size=64k", "tmpfs", str(mount)]], lambda: _answer_of_full_disk(mount)
    )
    assert "No space left on device" in answer


def _answer(path):
    try:
        connect(path)
    except ConfigurationRefused as refusal:
        return str(refusal)
    return "changed"


def _answer_of_full_disk(mount):
    path = mount / "mcp.json"
    path.write_bytes(b'{"a": "%s"}' % (b"x" * 40_000))
    answer = _answer(path)
    assert names(mount) == ["mcp.json"]
    return answer


def test_what_another_program_writes_meanwhile_is_kept(path):
    path.write_bytes(b'{"a": 1}')
    contents = [b'{"a": 2}', b'{"a": 22}']

    def change(text):
        if contents:
            path.write_bytes(contents.pop(0))
        return connected_text(text, CURSOR, SETTINGS)

    changed = change_configuration(path, change, ADVICE)
    assert json.loads(path.read_bytes()) == {"a": 22, "mcpServers": {"mnemoscope": SETTINGS}}
    assert changed.backup.read_bytes() == b'{"a": 22}'
    assert names(path.parent) == [path.name, changed.backup.name]


def test_a_file_that_is_written_all_the_time_is_refused(path):
    path.write_bytes(b"{}")
    versions = iter(range(1000))

    def change(text):
        path.write_text(json.dumps({"version": "x" * next(versions)}))
        return connected_text(text, CURSOR, SETTINGS)

    with pytest.raises(ConfigurationRefused, match="another program keeps writing it"):
        change_configuration(path, change, ADVICE)
    assert names(path.parent) == [path.name]
    assert "mnemoscope" not in path.read_text()


def test_a_name_that_is_not_unicode_is_refused(path):
    settings = SETTINGS | {"args": ["--memory-file", "/\udcff.jsonl"]}
    with pytest.raises(ConfigurationRefused, match="is not Unicode"):
        change_configuration(path, lambda text: connected_text(text, CURSOR, settings), ADVICE)
    assert names(path.parent) == []


def test_each_change_has_a_backup_of_its_own(path):
    path.write_bytes(b"{}")
    backups = {connect(path).backup, disconnect(path).backup, connect(path).backup}
    assert len(backups) == 3
    assert all(".backup-20" in backup.name for backup in backups)
