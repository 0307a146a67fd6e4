"""The two commands: what `dev.py` decides before and while it sets the house up."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def load_dev() -> ModuleType:
    specification = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


dev = load_dev()


def library(file_name: str) -> object:
    return next(one for one in dev.QT_LIBRARIES + dev.X11_LIBRARIES if one.file_name == file_name)


def test_missing_libraries_are_named_with_the_package_of_debian_and_of_fedora():
    message = dev.missing_message([library("libEGL.so.1"), library("libxcb-cursor.so.0")])
    assert "libEGL.so.1, libxcb-cursor.so.0" in message
    assert "sudo apt install libegl1 libxcb-cursor0\n" in message
    assert "sudo dnf install libglvnd-egl xcb-util-cursor\n" in message


def test_a_library_that_the_system_does_not_have_is_missing():
    assert dev.is_missing(dev.SystemLibrary("libno-such-library.so.9", "none", "none"))


def test_a_missing_library_ends_the_command_with_what_to_install():
    absent = dev.SystemLibrary("libno-such-library.so.9", "libabsent9", "absent")
    with pytest.raises(SystemExit, match="apt install libabsent9"):
        dev.require_libraries([absent])


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_only_a_linux_without_x11_and_wayland_has_no_screen(environment, platform, expected):
    assert dev.has_screen(environment, platform) is expected


def test_x11_needs_more_libraries_than_a_picture_and_other_systems_need_none():
    picture = dev.needed_libraries({}, "linux")
    assert set(dev.needed_libraries({"DISPLAY": ":0"}, "linux")) > set(picture)
    assert not dev.needed_libraries({}, "win32")


def test_our_programs_see_no_foreign_python_and_one_thread_for_linear_algebra():
    foreign = {"PYTHONPATH": "/elsewhere", "VIRTUAL_ENV": "/elsewhere", "HOME": "/home/ada", "DISPLAY": ":0"}
    child = dev.child_environment(foreign, "linux")
    assert child == {"HOME": "/home/ada", "DISPLAY": ":0", "OPENBLAS_NUM_THREADS": "1"}


def test_without_a_screen_qt_draws_off_screen_unless_told_otherwise():
    assert dev.child_environment({}, "linux")["QT_QPA_PLATFORM"] == "offscreen"
    assert dev.child_environment({"QT_QPA_PLATFORM": "minimal"}, "linux")["QT_QPA_PLATFORM"] == "minimal"


def test_a_step_counts_as_done_only_for_what_it_was_done_for(tmp_path):
    stamp = tmp_path / "installed"
    before, after = dev.fingerprint(b"old lock", b"project"), dev.fingerprint(b"new lock", b"project")
    assert not dev.is_stamped(stamp, before)
    stamp.write_text(before, encoding="utf-8")
    assert dev.is_stamped(stamp, before)
    assert not dev.is_stamped(stamp, after)


def test_fingerprints_tell_where_one_part_ends_and_the_next_begins():
    assert dev.fingerprint("ab", "c") != dev.fingerprint("a", "bc")


def test_one_package_is_cut_out_of_the_lock_with_all_its_hashes():
    pin = "uv==2.0 \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n"
    lock = f"typer==1.0 \\\n    --hash=sha256:aa\n    # via x\n{pin}    # via y\n"
    assert dev.locked_requirement(lock, "uv") == pin
    assert dev.locked_requirement(lock, "absent") == ""


def test_the_lock_pins_the_installer_that_reads_it():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "--hash=sha256:" in dev.locked_requirement(lock, "uv")


def test_a_python_without_ensurepip_is_told_the_package_that_brings_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        dev.require_venv_module()


def test_an_older_python_can_parse_the_file_and_so_say_that_it_is_too_old():
    ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize(("arguments", "code"), [([], 2), (["unknown"], 2), (["--help"], 0)])
def test_without_a_known_verb_the_usage_is_on_standard_error(arguments, code):
    command = [sys.executable, ROOT / "dev.py", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == code
    assert "dev.py run" in result.stderr
    assert result.stdout == ""
