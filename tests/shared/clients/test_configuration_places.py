from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from mnemoscope_shared.clients.client import CLIENTS, client_named
from mnemoscope_shared.clients.configuration_places import (
    configuration_places,
    existing_candidate,
    is_there,
    place_of,
)

LINUX = ({"HOME": "/home/ada"}, PurePosixPath("/work"), "linux")
MAC = ({"HOME": "/Users/ada"}, PurePosixPath("/work"), "darwin")
WINDOWS = (
    {"USERPROFILE": "C:\\Users\\ada", "APPDATA": "D:\\Roaming", "LOCALAPPDATA": "D:\\Local"},
    PureWindowsPath("E:\\work"),
    "win32",
)
USER_FILES = {
    "claude-desktop": (
        "/home/ada/.config/Claude/claude_desktop_config.json",
        "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
        "D:\\Roaming\\Claude\\claude_desktop_config.json",
    ),
    "claude-code": ("/home/ada/.claude.json", "/Users/ada/.claude.json", "C:\\Users\\ada\\.claude.json"),
    "cursor": (
        "/home/ada/.cursor/mcp.json",
        "/Users/ada/.cursor/mcp.json",
        "C:\\Users\\ada\\.cursor\\mcp.json",
    ),
    "vscode": (
        "/home/ada/.config/Code/User/mcp.json",
        "/Users/ada/Library/Application Support/Code/User/mcp.json",
        "D:\\Roaming\\Code\\User\\mcp.json",
    ),
    "windsurf": (
        "/home/ada/.codeium/windsurf/mcp_config.json",
        "/Users/ada/.codeium/windsurf/mcp_config.json",
        "C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json",
    ),
    "lm-studio": (
        "/home/ada/.lmstudio/mcp.json",
        "/Users/ada/.lmstudio/mcp.json",
        "C:\\Users\\ada\\.lmstudio\\mcp.json",
    ),
    "gemini-cli": (
        "/home/ada/.gemini/settings.json",
        "/Users/ada/.gemini/settings.json",
        "C:\\Users\\ada\\.gemini\\settings.json",
    ),
}
PROJECT_FILES = {
    "claude-code": ".mcp.json",
    "cursor": ".cursor/mcp.json",
    "vscode": ".vscode/mcp.json",
    "gemini-cli": ".gemini/settings.json",
}


@pytest.mark.parametrize("name", [client.name for client in CLIENTS])
@pytest.mark.parametrize(("number", "user"), [*enumerate([LINUX, MAC, WINDOWS])])
def test_each_client_has_its_file_on_each_platform(name, number, user):
    kind = PureWindowsPath if user is WINDOWS else PurePosixPath
    place = place_of(client_named(name), *user)
    assert place.candidates[-1] == kind(USER_FILES[name][number])
    assert isinstance(place.candidates[-1], kind)


@pytest.mark.parametrize("user", [LINUX, MAC, WINDOWS])
def test_projects_have_files_of_their_own(user):
    places = [place for place in configuration_places(*user) if place.scope == "project"]
    assert {place.client.name: place.candidates for place in places} == {
        name: (user[1] / file,) for name, file in PROJECT_FILES.items()
    }


def test_on_windows_the_app_from_the_store_comes_first():
    store, usual = place_of(client_named("claude-desktop"), *WINDOWS).candidates
    folder = "D:\\Local\\Packages\\Claude_*\\LocalCache\\Roaming\\Claude"
    assert store == PureWindowsPath(folder, usual.name)


def test_without_its_variables_windows_has_the_usual_folders():
    user = ({"USERPROFILE": "C:\\Users\\ada"}, PureWindowsPath("C:\\"), "win32")
    store, usual = place_of(client_named("claude-desktop"), *user).candidates
    assert usual.parent == PureWindowsPath("C:\\Users\\ada\\AppData\\Roaming\\Claude")
    assert store.is_relative_to("C:\\Users\\ada\\AppData\\Local\\Packages")


@pytest.mark.parametrize(
    ("variable", "folder"), [("/settings", "/settings"), ("settings", "/home/ada/.config"), ("", None)]
)
def test_linux_follows_an_absolute_xdg_folder(variable, folder):
    environment = {"HOME": "/home/ada", "XDG_CONFIG_HOME": variable}
    place = place_of(client_named("vscode"), environment, PurePosixPath("/"), "linux")
    assert place.candidates == (PurePosixPath(folder or "/home/ada/.config", "Code/User/mcp.json"),)


def test_claude_codes_variable_moves_its_configuration():
    environment = {"HOME": "/home/ada", "CLAUDE_CONFIG_DIR": "/elsewhere"}
    place = place_of(client_named("claude-code"), environment, PurePosixPath("/"), "linux")
    assert place.candidates == (PurePosixPath("/elsewhere/.claude.json"),)


def test_the_first_candidate_whose_folder_exists_counts_and_else_the_first_that_can_exist(tmp_path):
    place = _on_disk(tmp_path)
    usual, store = tmp_path / "Roaming" / "Claude", tmp_path / "Local" / "Packages" / "Claude_pzs8sxrjxfjjc"
    assert existing_candidate(place) == usual / "c.json"
    assert not is_there(place)
    usual.mkdir(parents=True)
    assert existing_candidate(place) == usual / "c.json"
    store.mkdir(parents=True)
    assert existing_candidate(place) == usual / "c.json"
    usual.rmdir()
    assert existing_candidate(place) == store / "LocalCache" / "c.json"
    usual.mkdir()
    (store / "LocalCache").mkdir()
    assert existing_candidate(place) == store / "LocalCache" / "c.json"
    assert is_there(place)


def _on_disk(folder: Path):
    """Return Claude Desktop's place with the pattern of the Store in a folder of this computer."""
    place = place_of(client_named("claude-desktop"), *WINDOWS)
    candidates = (folder / "Local/Packages/Claude_*/LocalCache/c.json", folder / "Roaming/Claude/c.json")
    return type(place)(place.client, place.scope, candidates, (folder / "Local/Packages/Claude_*",))


def test_a_client_is_there_when_its_folder_or_its_configuration_is(home):
    for client in CLIENTS:
        assert not is_there(place_of(client, *home.user)), client.name
    home.write(".claude.json", "{}")
    home.write(".config/Cursor/any", "")
    home.write(".gemini/any", "")
    found = {client.name for client in CLIENTS if is_there(place_of(client, *home.user))}
    assert found == {"claude-code", "cursor", "gemini-cli"}
