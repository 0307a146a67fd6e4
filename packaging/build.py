"""Make the bundles for the system that this runs on, and try them out.

    .venv/bin/python packaging/build.py [--without-mcpb] [--without-smoke]

Icons, PyInstaller, size, smoke test, archive, and the extension for Claude Desktop, in this order; what comes
out is in `dist/`. Nothing is fetched: PyInstaller is among the packages of the lock, and the tool for the
extension is the npm package @anthropic-ai/mcpb, found on the search path or in `node_modules`.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from archive import write_archive
from icons import write_icons
from mcpb import make_extension
from places import (
    BUILD,
    BUNDLE,
    DIST,
    ICON_DRAWING,
    PACKAGING,
    PARTS,
    ROOT,
    SERVER,
    SERVER_BUNDLE,
    WINDOW,
    project_version,
)
from size_budget import LINUX, excess, largest_files, size_mb
from smoke import check_bundle, check_extension
from windows_version import version_file

_IS_LINUX = sys.platform.startswith("linux")
_SHOWN_FILES = 12
# Python's own, and modules in Rust that stand alone. What its maker has changed after linking, as in wheels
# with libraries of their own, does not survive.
_STRIPPED = (
    "libpython*.so*",
    "python3*/lib-dynload/*.so",
    "cryptography/**/_rust*.so",
    "watchfiles/_rust*.so",
)
_T = TypeVar("_T")


def main() -> int:
    """Make everything; 1 where something is not as it must be."""
    options = _options()
    _step("parts", make_parts)
    _step("PyInstaller", run_pyinstaller)
    if _IS_LINUX:
        _step("strip", strip_libraries)
        _step("desktop files", add_desktop_files)
    if not options.without_smoke:
        _step("smoke test", lambda: check_bundle(BUNDLE, BUILD / "smoke"))
    target = DIST / f"{WINDOW}-{project_version()}-{_system()}"
    archive = _step("archive", lambda: write_archive(_given_away(), target))
    if not options.without_mcpb:
        extension = _step("extension", lambda: make_extension(target.with_name(f"{target.name}.mcpb")))
        _say(f"{extension.name}: {size_mb(extension):.1f} MB, of {size_mb(SERVER_BUNDLE):.1f} MB unpacked")
        if not options.without_smoke:
            _step("smoke test of the extension", lambda: check_extension(extension, BUILD / "smoke"))
    return report_size(archive)


def make_parts() -> None:
    """Make what the spec file takes in, anew."""
    shutil.rmtree(PARTS, ignore_errors=True)
    write_icons(ICON_DRAWING, PARTS / "icons")
    for name, description in ((WINDOW, "Mnemoscope"), (SERVER, "Mnemoscope memory server")):
        text = version_file(name, description, project_version())
        (PARTS / f"{name}-version.txt").write_text(text, encoding="utf-8")


def run_pyinstaller() -> None:
    """Freeze both programs."""
    for folder in (BUNDLE, SERVER_BUNDLE):
        shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += [
        "--distpath",
        str(DIST),
        "--workpath",
        str(BUILD / "pyinstaller"),
        str(PACKAGING / "app.spec"),
    ]
    # Where no screen is, PyInstaller's questions to Qt must not look for one.
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def strip_libraries() -> None:
    """Take the symbols out of libraries, as far as they survive it."""
    for folder in (BUNDLE, SERVER_BUNDLE):
        libraries = [file for pattern in _STRIPPED for file in (folder / "_internal").glob(pattern)]
        subprocess.run(["strip", *map(str, libraries)], check=True)


def add_desktop_files() -> None:
    """Put what a Linux desktop wants to know of a program beside it, as it lies under a prefix."""
    share = BUNDLE / "share"
    _copy(PACKAGING / "linux" / "mnemoscope.desktop", share / "applications")
    _copy(PACKAGING / "linux" / "mnemoscope.metainfo.xml", share / "metainfo")
    themed = share / "icons" / "hicolor"
    for picture in (PARTS / "icons").glob("*.png"):
        size = f"{picture.stem}x{picture.stem}"
        _copy(picture, themed / size / "apps", f"{WINDOW}.png")
    _copy(ICON_DRAWING, themed / "scalable" / "apps", f"{WINDOW}.svg")
    _copy(ROOT / "LICENSE", BUNDLE)


def report_size(archive: Path) -> int:
    """Say how large everything is; 1 where it is more than the budget allows."""
    on_disk, packed = size_mb(_given_away()), size_mb(archive)
    _say(f"{BUNDLE.name}: {on_disk:.1f} MB on disk; {archive.name}: {packed:.1f} MB")
    for size, name in largest_files(BUNDLE, _SHOWN_FILES):
        _say(f"  {size:6.1f} MB  {name}")
    problems = excess(LINUX, on_disk_mb=on_disk, archive_mb=packed) if _IS_LINUX else []
    for problem in problems:
        _say(problem)
    return 1 if problems else 0


def _given_away() -> Path:
    """Return what people get: the folder, or on macOS the application."""
    return DIST / "Mnemoscope.app" if sys.platform == "darwin" else BUNDLE


def _system() -> str:
    """Return system and processor as the names of downloads have them."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"{system}-{platform.machine().lower()}"


def _copy(source: Path, folder: Path, name: str | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, folder / (name or source.name))


def _step(title: str, work: Callable[[], _T]) -> _T:
    started = time.monotonic()
    _say(f"== {title}")
    result = work()
    _say(f"   {time.monotonic() - started:.1f} s")
    return result


def _say(line: str) -> None:
    print(line, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Make the bundles for this system.")
    parser.add_argument("--without-mcpb", action="store_true", help="make no extension for Claude Desktop")
    parser.add_argument("--without-smoke", action="store_true", help="do not try out what was made")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
