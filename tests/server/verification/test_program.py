"""Commands that start no program, and what is said of each."""

import os
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are scripts of a shell")


def test_a_bundle_that_was_moved_is_to_be_connected_again(user):
    kind, message = user.problem("/gone/Mnemoscope/mnemoscope-server", "--memory-file", "m.jsonl")
    assert kind == "not-found"
    assert message == (
        "There is no /gone/Mnemoscope/mnemoscope-server: not even its folder is there. If Mnemoscope was "
        "moved since the client was connected, connect it again from where it is now: "
        "mnemoscope-server connect CLIENT"
    )


def test_a_program_that_is_in_no_folder_of_the_search_path_is_not_found(user):
    kind, message = user.problem("no-such-program")
    assert kind == "not-found"
    assert message.startswith(
        "There is no program “no-such-program” in the folders where a client looks (PATH)."
    )


def test_a_wrong_name_in_a_folder_that_is_there_is_said_so(user):
    assert user.problem(user.home / "gone") == (
        "not-found",
        f"There is no gone in {user.home}. Check the path in the client's configuration, or install the "
        "program again.",
    )


def test_a_file_that_is_not_executable_is_said_so(user):
    path = user.program("server.sh", "exit 0\n", mode=0o644)
    kind, message = user.problem(path)
    assert kind == "not-executable"
    assert message.startswith(f"{path} is not executable. Allow it: chmod +x {path}.")


def test_a_folder_is_no_program(user):
    assert user.problem(user.home)[1] == f"{user.home} is a folder. Give the path of the program in it."


def test_a_script_whose_interpreter_is_gone_names_it(user):
    path = user.program("mnemoscope-server", "#!/gone/bin/python\n")
    kind, message = user.problem(path)
    assert kind == "not-found"
    assert message.startswith(
        f"{path} is there, but /gone/bin/python is not, by which it is run. If Mnemoscope was"
    )


def test_a_script_with_line_ends_of_windows_does_not_blame_its_interpreter(user):
    path = user.program("server", "#!/bin/sh\r\nexit 0\r\n")
    assert user.problem(path)[1].startswith(f"The system does not start {path} (No such file or directory).")


def test_a_folder_that_is_gone_is_said_so(user):
    found = user.verify(sys.executable, options=("--folder", user.home / "gone"))
    assert found["problem"] == "not-found"
    assert found["message"].startswith(f"There is no folder {user.home / 'gone'}, where the client starts")


def test_a_file_that_the_system_does_not_start_is_said_so(user):
    path = user.program("server", "no interpreter is named here")
    kind, message = user.problem(path)
    assert kind == "not-executable"
    assert message.startswith(f"The system does not start {path} (Exec format error).")
