"""What the desktops of each system are told of the programs."""

import ast
import configparser
import plistlib
import shutil
import subprocess
from xml.etree import ElementTree

import pytest
from places import PACKAGING, SERVER, WINDOW, program_file, project_version
from windows_version import version_file

DESKTOP = PACKAGING / "linux" / "mnemoscope.desktop"
METAINFO = PACKAGING / "linux" / "mnemoscope.metainfo.xml"


@pytest.fixture
def entry():
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(DESKTOP, encoding="utf-8")
    return dict(parser["Desktop Entry"])


@pytest.fixture
def component():
    return ElementTree.parse(METAINFO).getroot()


def test_the_desktop_entry_starts_the_window_with_a_file(entry):
    assert entry["Exec"] == f"{WINDOW} %f"
    assert (entry["Type"], entry["Icon"], entry["Terminal"]) == ("Application", WINDOW, "false")


def test_the_window_is_known_by_the_name_of_its_desktop_entry(entry):
    source = (PACKAGING.parent / "gui" / "mnemoscope_gui" / "app.py").read_text(encoding="utf-8")
    assert f'setDesktopFileName("{DESKTOP.stem}")' in source
    assert entry["StartupWMClass"] == DESKTOP.stem


def test_software_centres_find_the_desktop_entry_and_both_programs(component):
    assert component.findtext("launchable") == DESKTOP.name
    assert [one.text for one in component.iterfind("provides/binary")] == [WINDOW, SERVER]


def test_software_centres_are_told_this_version(component):
    assert component.find("releases/release").get("version") == project_version()


@pytest.mark.parametrize(
    "command",
    [
        ("desktop-file-validate", DESKTOP),
        ("appstreamcli", "validate", "--no-net", METAINFO),
    ],
    ids=lambda command: command[0],
)
def test_the_validators_find_no_fault(command):
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_windows_is_told_the_version_in_four_numbers_and_in_full():
    text = version_file("mnemoscope", "Mnemoscope", "1.2.3rc1")
    ast.parse(text)
    assert "filevers=(1, 2, 3, 0)" in text
    assert "StringStruct('FileVersion', '1.2.3rc1')" in text
    assert "StringStruct('OriginalFilename', 'mnemoscope.exe')" in text


def test_on_macos_a_person_may_replace_qt():
    entitlements = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
    assert entitlements["com.apple.security.cs.disable-library-validation"] is True


def test_programs_have_an_ending_on_windows_only():
    assert [program_file(SERVER, system) for system in ("linux", "darwin", "win32")] == [
        "mnemoscope-server",
        "mnemoscope-server",
        "mnemoscope-server.exe",
    ]
