"""Where Node keeps the reference memory server, which by default saves its memory inside its own package."""

from collections.abc import Mapping
from pathlib import PurePath, PurePosixPath

from mnemoscope_shared.locations import home_folder

LOST_ON_UPDATE = "It is inside a package's folder and will be lost when the package is updated. Move it."
_PACKAGE = PurePosixPath("node_modules/@modelcontextprotocol/server-memory/dist")
_PACKAGE_PARTS = frozenset({"node_modules", "_npx", "site-packages", "dist-packages"})


def is_inside_package(path: PurePath) -> bool:
    """Return whether a file is in a folder that a package manager throws away."""
    return not _PACKAGE_PARTS.isdisjoint(path.parts[:-1])


def reference_folders(environment: Mapping[str, str], platform: str) -> tuple[PurePath, ...]:
    """Return where the reference server's own files may be, the cache of `npx` first; parts may be `*`."""
    home = home_folder(environment, platform)
    above = [cache / "_npx" / "*" for cache in _npm_caches(environment, home, platform)]
    above.append(home / ".npm-global" / "lib")
    above.append(home / ".nvm" / "versions" / "node" / "*" / "lib")
    if platform == "win32":
        above.append(_windows_folder(environment, home, "APPDATA") / "npm")
    elif platform == "darwin":
        above += [home / "/opt/homebrew/lib", home / "/usr/local/lib"]
    return tuple(folder / _PACKAGE for folder in above)


def _npm_caches(environment: Mapping[str, str], home: PurePath, platform: str) -> list[PurePath]:
    chosen = environment.get("npm_config_cache")
    usual = home / ".npm"
    if platform == "win32":
        usual = _windows_folder(environment, home, "LOCALAPPDATA") / "npm-cache"
    return [home / chosen, usual] if chosen else [usual]


def _windows_folder(environment: Mapping[str, str], home: PurePath, variable: str) -> PurePath:
    usual = "AppData/Roaming" if variable == "APPDATA" else "AppData/Local"
    return home / (environment.get(variable) or usual)
