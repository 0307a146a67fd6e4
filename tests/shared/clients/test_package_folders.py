from pathlib import PurePosixPath, PureWindowsPath

import pytest
from client_homes import PACKAGE

from mnemoscope_shared.clients.package_folders import is_inside_package, reference_folders

WINDOWS = {"USERPROFILE": "C:\\Users\\ada", "LOCALAPPDATA": "D:\\Local", "APPDATA": "D:\\Roaming"}


def folders(environment, platform):
    return [str(folder) for folder in reference_folders(environment, platform)]


def test_the_cache_of_npx_comes_first():
    assert folders({"HOME": "/home/ada"}, "linux")[0] == f"/home/ada/.npm/_npx/*/{PACKAGE}"
    assert folders({"HOME": "/Users/ada"}, "darwin")[0] == f"/Users/ada/.npm/_npx/*/{PACKAGE}"


def test_on_windows_it_is_in_the_local_folder_and_global_packages_in_the_shared_one():
    package = PureWindowsPath(PACKAGE)
    found = folders(WINDOWS, "win32")
    assert found[0] == str(PureWindowsPath("D:\\Local\\npm-cache\\_npx\\*") / package)
    assert found[-1] == str(PureWindowsPath("D:\\Roaming\\npm") / package)


def test_the_cache_can_be_elsewhere():
    environment = {"HOME": "/home/ada", "npm_config_cache": "/cache"}
    assert folders(environment, "linux")[0] == f"/cache/_npx/*/{PACKAGE}"


def test_on_a_mac_global_packages_are_where_homebrew_puts_them():
    assert f"/opt/homebrew/lib/{PACKAGE}" in folders({"HOME": "/Users/ada"}, "darwin")


@pytest.mark.parametrize(
    ("path", "is_inside"),
    [
        (PurePosixPath(f"/home/ada/.npm/_npx/0a1b/{PACKAGE}/memory.jsonl"), True),
        (PurePosixPath("/venv/lib/python3.12/site-packages/x/memory.jsonl"), True),
        (PureWindowsPath("D:\\npm\\node_modules\\x\\memory.jsonl"), True),
        (PurePosixPath("/home/ada/memory.jsonl"), False),
        (PurePosixPath("/home/ada/node_modules"), False),
    ],
)
def test_a_file_inside_a_package_is_recognised(path, is_inside):
    assert is_inside_package(path) == is_inside
