"""The environment that a client gives a server."""

import os

from mnemoscope_server.verification.client_environment import client_environment, own_program_folders


def test_only_what_clients_pass_on_is_passed_on():
    ours = {
        "HOME": "/home/ann",
        "PATH": "/bin",
        "LD_LIBRARY_PATH": "/bundle",
        "PYTHONPATH": "/x",
        "TERM": "dumb",
    }
    given = client_environment(ours, {"TERM": "xterm", "KEY": "1"}, "linux")
    assert given == {"HOME": "/home/ann", "PATH": "/bin", "TERM": "xterm", "KEY": "1"}


def test_on_windows_folders_and_the_system_are_passed_on():
    ours = {"USERPROFILE": "C:\\Users\\Ann", "SYSTEMROOT": "C:\\Windows", "HOME": "/home/ann"}
    given = client_environment(ours, {}, "win32")
    assert given == {"USERPROFILE": "C:\\Users\\Ann", "SYSTEMROOT": "C:\\Windows"}


def test_folders_of_our_own_environment_leave_the_search_path():
    folders = own_program_folders({"VIRTUAL_ENV": "/v"}, "/w/bin/python", "/w", "/usr")
    ours = {"PATH": os.pathsep.join(["/v/bin", "/w/bin/", "/usr/bin", "/bin"])}
    assert client_environment(ours, {}, "linux", folders) == {"PATH": os.pathsep.join(["/usr/bin", "/bin"])}


def test_a_python_that_is_no_environment_keeps_its_folder_on_the_search_path():
    assert own_program_folders({}, "/usr/bin/python3", "/usr", "/usr") == ()
