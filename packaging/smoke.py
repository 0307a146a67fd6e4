"""Try out a bundle as a person's computer has it: in another place, with nothing of the build around it.

.venv/bin/python packaging/smoke.py [BUNDLE]
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mcpb import unpack_extension
from places import BUILD, BUNDLE, SERVER, WINDOW, program_file
from smoke_libraries import check_libraries
from smoke_server import check_server
from smoke_window import check_picture, check_start, check_window


def check_bundle(bundle: Path, results: Path) -> None:
    """Try out both programs of a bundle; pictures of the window go to `results`.

    Raises:
        AssertionError: something is not as it must be; it says what.
    """
    results.mkdir(parents=True, exist_ok=True)
    with _elsewhere() as folder:
        moved = folder / "moved bundle"
        shutil.copytree(bundle, moved, symlinks=True)
        environment = clean_environment(folder)
        if sys.platform.startswith("linux"):
            check_libraries(moved, environment)
            check_window(moved / WINDOW, environment, results / "window.png")
        else:
            check_start(moved / program_file(WINDOW), environment, results / "window.log")
        check_picture(moved / program_file(WINDOW), environment, results / "picture.png")
        check_server(moved / program_file(SERVER), environment, folder)


def check_extension(extension: Path, results: Path) -> None:
    """Unpack an extension, and try out its server.

    Raises:
        AssertionError: something is not as it must be; it says what.
    """
    results.mkdir(parents=True, exist_ok=True)
    with _elsewhere() as folder:
        program = unpack_extension(extension, folder / "unpacked extension")
        check_server(program, clean_environment(folder), folder)


def clean_environment(home: Path) -> dict[str, str]:
    """Return what little a program can count on, with a home folder of its own."""
    if sys.platform == "win32":
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "SYSTEMDRIVE") if name in os.environ}
        folders = {name: str(home) for name in ("USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP")}
        return {**kept, **folders, "PATH": str(Path(kept["SYSTEMROOT"]) / "System32")}
    return {
        "HOME": str(home),
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(home),
        "TMPDIR": str(home),
    }


@contextmanager
def _elsewhere() -> Iterator[Path]:
    """Yield a folder with a space and a letter beyond ASCII in its path, and remove it afterwards."""
    with tempfile.TemporaryDirectory(prefix="smoke tést ") as name:
        folder = Path(name)
        folder.chmod(0o700)
        yield folder


if __name__ == "__main__":
    check_bundle(Path(sys.argv[1]) if len(sys.argv) > 1 else BUNDLE, BUILD / "smoke")
