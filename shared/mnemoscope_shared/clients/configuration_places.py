"""Where each client keeps its configuration.

Pure functions of (environment, folder, platform), as in `locations`: nothing here looks at the disk but
`existing_candidate` and `is_there`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

from mnemoscope_shared.clients.client import (
    CLAUDE_CODE,
    CLAUDE_DESKTOP,
    CURSOR,
    GEMINI_CLI,
    LM_STUDIO,
    VS_CODE,
    WINDSURF,
    Client,
)
from mnemoscope_shared.clients.wildcards import expanded
from mnemoscope_shared.locations import home_folder

Scope = Literal["user", "project"]
# The folder of an app from the Windows Store ends with its publisher's identifier.
_STORE_FOLDER = "Claude_*"


@dataclass(frozen=True, slots=True)
class ConfigurationPlace:
    """Where a configuration of a client is, or would be.

    Attributes:
        client: whose it is.
        scope: of the user, or of the project in the working folder.
        candidates: the file, or a pattern for it; the first one whose folder exists counts, else the first
            that stands for anything.
        signs: what exists only where the client was installed; empty for projects.
    """

    client: Client
    scope: Scope
    candidates: tuple[PurePath, ...]
    signs: tuple[PurePath, ...] = ()


@dataclass(frozen=True, slots=True)
class _Folders:
    """A user's folders: the home, and those where programs keep their settings."""

    home: PurePath
    settings: PurePath
    local: PurePath


def configuration_places(
    environment: Mapping[str, str], folder: PurePath, platform: str
) -> tuple[ConfigurationPlace, ...]:
    """Return where the configurations are that apply to a user and a working folder."""
    folders = _folders(environment, platform)
    home, settings = folders.home, folders.settings
    return (
        _claude_desktop(folders, platform),
        _claude_code(environment, home),
        _project(CLAUDE_CODE, folder / ".mcp.json"),
        _user(CURSOR, home / ".cursor" / "mcp.json", settings / "Cursor"),
        _project(CURSOR, folder / ".cursor" / "mcp.json"),
        _user(VS_CODE, settings / "Code" / "User" / "mcp.json"),
        _project(VS_CODE, folder / ".vscode" / "mcp.json"),
        _user(WINDSURF, home / ".codeium" / "windsurf" / "mcp_config.json", settings / "Windsurf"),
        _user(LM_STUDIO, home / ".lmstudio" / "mcp.json", settings / "LM Studio"),
        _user(GEMINI_CLI, home / ".gemini" / "settings.json"),
        _project(GEMINI_CLI, folder / ".gemini" / "settings.json"),
    )


def place_of(
    client: Client, environment: Mapping[str, str], folder: PurePath, platform: str
) -> ConfigurationPlace:
    """Return where a user's own configuration of a client is."""
    places = configuration_places(environment, folder, platform)
    return next(place for place in places if place.client == client and place.scope == "user")


def existing_candidate(place: ConfigurationPlace) -> Path:
    """Return the file that counts on this computer; it need not exist."""
    candidates = [path for pattern in place.candidates for path in expanded(pattern)]
    return next((path for path in candidates if path.parent.is_dir()), candidates[0])


def is_there(place: ConfigurationPlace) -> bool:
    """Return whether the configuration exists, or the client that would read it."""
    return existing_candidate(place).exists() or any(
        path.exists() for sign in place.signs for path in expanded(sign)
    )


def _user(client: Client, path: PurePath, *signs: PurePath) -> ConfigurationPlace:
    return ConfigurationPlace(client, "user", (path,), (path.parent, *signs))


def _project(client: Client, path: PurePath) -> ConfigurationPlace:
    return ConfigurationPlace(client, "project", (path,))


def _claude_desktop(folders: _Folders, platform: str) -> ConfigurationPlace:
    path = folders.settings / "Claude" / "claude_desktop_config.json"
    if platform != "win32":
        return _user(CLAUDE_DESKTOP, path)
    package = folders.local / "Packages" / _STORE_FOLDER
    store = package / "LocalCache" / "Roaming" / "Claude" / path.name
    signs = (package, path.parent, folders.local / "AnthropicClaude")
    return ConfigurationPlace(CLAUDE_DESKTOP, "user", (store, path), signs)


def _claude_code(environment: Mapping[str, str], home: PurePath) -> ConfigurationPlace:
    moved = environment.get("CLAUDE_CONFIG_DIR")
    path = (home / moved if moved else home) / ".claude.json"
    return ConfigurationPlace(CLAUDE_CODE, "user", (path,), (home / ".claude",))


def _folders(environment: Mapping[str, str], platform: str) -> _Folders:
    home = home_folder(environment, platform)
    if platform == "win32":
        roaming = home / (environment.get("APPDATA") or "AppData/Roaming")
        return _Folders(home, roaming, home / (environment.get("LOCALAPPDATA") or "AppData/Local"))
    if platform == "darwin":
        support = home / "Library" / "Application Support"
        return _Folders(home, support, support)
    # The XDG base directory specification: a relative path in the variable is to be ignored.
    variable = environment.get("XDG_CONFIG_HOME", "")
    settings = home / (variable if variable.startswith("/") else ".config")
    return _Folders(home, settings, settings)
