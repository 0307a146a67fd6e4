"""Starting at login, on the three systems."""

import configparser
import plistlib
import stat
import sys
from pathlib import Path, PurePosixPath

import pytest

from mnemoscope_gui.tray.start_at_login import (
    RUN_VALUE,
    StartAtLogin,
    login_command,
    login_file,
    run_value,
)
from mnemoscope_shared.errors import WriteFailed

COMMAND = ("/opt/Mnemo scope/mnemoscope", "--hidden")


def exec_line(content: str) -> str:
    parser = configparser.RawConfigParser()
    parser.optionxform = str
    parser.read_string(content)
    return parser["Desktop Entry"]["Exec"]


def test_linux_gets_a_desktop_entry_in_the_autostart_folder():
    file = login_file({"HOME": "/home/ann"}, "linux", COMMAND)
    assert file.path == PurePosixPath("/home/ann/.config/autostart/mnemoscope.desktop")
    assert exec_line(file.content) == '"/opt/Mnemo scope/mnemoscope" --hidden'
    assert file.content.startswith("[Desktop Entry]\nType=Application\n")


@pytest.mark.parametrize(
    ("chosen", "folder"), [("/x/cfg", "/x/cfg"), ("cfg", "/home/ann/.config"), ("", "/home/ann/.config")]
)
def test_the_configuration_folder_is_the_chosen_one_if_it_is_absolute(chosen: str, folder: str):
    file = login_file({"HOME": "/home/ann", "XDG_CONFIG_HOME": chosen}, "linux", COMMAND)
    assert str(file.path) == f"{folder}/autostart/mnemoscope.desktop"


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("/usr/bin/a-b_c.d", "/usr/bin/a-b_c.d"),
        ("/a b", '"/a b"'),
        ("/100%", '"/100%%"'),
        ("/$HOME`x`", r'"/\\$HOME\\`x\\`"'),
        ('/a"b', r'"/a\\"b"'),
        ("/back\\slash", r'"/back\\\\slash"'),
        ("/line\nbreak", r'"/line\nbreak"'),
        ("/ünï", '"/ünï"'),
        ("/a;b", '"/a;b"'),
    ],
)
def test_a_path_is_quoted_as_the_desktop_entry_wants_it(word: str, written: str):
    content = login_file({"HOME": "/h"}, "linux", [word]).content
    assert f"\nExec={written}\n" in content


def test_macos_gets_a_launch_agent():
    file = login_file({"HOME": "/Users/ann"}, "darwin", COMMAND)
    assert str(file.path) == "/Users/ann/Library/LaunchAgents/local.mnemoscope.plist"
    agent = plistlib.loads(file.content.encode())
    assert (agent["ProgramArguments"], agent["RunAtLoad"]) == (list(COMMAND), True)


def test_windows_gets_a_command_in_which_spaces_are_quoted():
    command = (r"C:\Program Files\Mnemoscope\mnemoscope.exe", "--hidden")
    assert run_value(command) == r'"C:\Program Files\Mnemoscope\mnemoscope.exe" --hidden'


def test_the_program_that_runs_is_the_one_that_is_started():
    assert login_command({}, "/opt/m/mnemoscope", is_frozen=True) == ("/opt/m/mnemoscope", "--hidden")
    image = {"APPIMAGE": "/home/ann/Mnemoscope.AppImage"}
    assert login_command(image, "/tmp/mount/mnemoscope", is_frozen=True)[0] == image["APPIMAGE"]
    expected = ("/venv/bin/python", "-m", "mnemoscope_gui", "--hidden")
    assert login_command(image, "/venv/bin/python", is_frozen=False) == expected


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_it_is_switched_on_and_off_by_a_file(tmp_path: Path, platform: str):
    environment = {"HOME": str(tmp_path)}
    switch = StartAtLogin(environment, platform, COMMAND)
    assert not switch.is_on
    switch.turn(False)
    switch.turn(True)
    assert switch.is_on
    file = login_file(environment, platform, COMMAND)
    assert Path(file.path).read_text("utf-8") == file.content
    assert [path.name for path in Path(file.path).parent.iterdir()] == [file.path.name]
    switch.turn(False)
    assert not switch.is_on
    assert list(Path(file.path).parent.iterdir()) == []


def test_on_windows_it_is_switched_by_a_value_of_the_registry(tmp_path: Path):
    key = {"Other": "other.exe"}
    switch = StartAtLogin({"USERPROFILE": str(tmp_path)}, "win32", COMMAND, key)
    assert not switch.is_on
    switch.turn(True)
    assert switch.is_on
    assert key[RUN_VALUE] == '"/opt/Mnemo scope/mnemoscope" --hidden'
    switch.turn(False)
    switch.turn(False)
    assert key == {"Other": "other.exe"}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("line", ["Hidden=true", "hidden = True", "X-GNOME-Autostart-enabled=false"])
def test_what_the_desktop_has_switched_off_counts_as_off(tmp_path: Path, line: str):
    switch = StartAtLogin({"HOME": str(tmp_path)}, "linux", COMMAND)
    switch.turn(True)
    path = tmp_path / ".config/autostart/mnemoscope.desktop"
    path.write_text(f"{path.read_text()}{line}\n")
    assert not switch.is_on


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_a_program_that_was_moved_is_not_the_one_that_starts(tmp_path: Path, platform: str):
    environment = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    key: dict[str, str] | None = {} if platform == "win32" else None
    before = StartAtLogin(environment, platform, ("/old/mnemoscope", "--hidden"), key)
    before.turn(True)
    now = StartAtLogin(environment, platform, COMMAND, key)
    assert before.is_on
    assert not now.is_on
    now.turn(True)
    assert now.is_on
    assert not before.is_on


def test_what_the_desktop_adds_to_the_entry_does_not_matter(tmp_path: Path):
    switch = StartAtLogin({"HOME": str(tmp_path)}, "linux", COMMAND)
    switch.turn(True)
    path = tmp_path / ".config/autostart/mnemoscope.desktop"
    path.write_text(f"{path.read_text()}X-GNOME-Autostart-Delay=5\n")
    assert switch.is_on


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path):
    blocked = tmp_path / ".config"
    blocked.write_text("a file where the folder should be")
    switch = StartAtLogin({"HOME": str(tmp_path)}, "linux", COMMAND)
    with pytest.raises(WriteFailed, match="was not changed"):
        switch.turn(True)
    assert not switch.is_on


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_full_disk_leaves_what_was_there(tmp_path: Path):
    switch = StartAtLogin({"HOME": str(tmp_path)}, "linux", COMMAND)
    switch.turn(True)
    folder = tmp_path / ".config/autostart"
    (folder / "mnemoscope.desktop.new").symlink_to("/dev/full")
    before = (folder / "mnemoscope.desktop").read_text()
    with pytest.raises(WriteFailed):
        switch.turn(True)
    assert (folder / "mnemoscope.desktop").read_text() == before
    assert stat.S_ISREG((folder / "mnemoscope.desktop").lstat().st_mode)


@pytest.mark.skipif(sys.platform != "win32", reason="there is a registry on Windows alone")
def test_the_real_registry_keeps_a_value():
    from mnemoscope_gui.tray.run_key import RunKey

    key = RunKey()
    name = "Mnemoscope test"
    key[name] = "program.exe"
    assert (key[name], name in list(key)) == ("program.exe", True)
    del key[name]
    assert name not in key
