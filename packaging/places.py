"""Where the bundles' parts come from and go to, and what the programs are called on this system."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
BUILD = ROOT / "build"
"""What is made on the way; may be removed at any time."""
DIST = ROOT / "dist"
"""What is made to be given away."""

PARTS = BUILD / "parts"
"""What the spec file takes in: icons, version files, notices."""
ICON_DRAWING = ROOT / "gui" / "mnemoscope_gui" / "resources" / "mnemoscope.svg"

WINDOW = "mnemoscope"
SERVER = "mnemoscope-server"
BUNDLE = DIST / WINDOW
"""The folder with both programs."""
SERVER_BUNDLE = DIST / SERVER
"""The folder with the server alone."""


def program_file(name: str, platform: str = sys.platform) -> str:
    """Return what a program's file is called."""
    return f"{name}.exe" if platform == "win32" else name


def project_version() -> str:
    """Return the version of what is checked out, and not of what may be installed elsewhere."""
    for package in ("shared", "server", "gui"):
        if str(ROOT / package) not in sys.path:
            sys.path.insert(0, str(ROOT / package))
    from mnemoscope_shared import __version__

    return __version__
