"""Paths as people know them: those in their own home folder begin with `~`."""

import os
import sys
from pathlib import Path

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_shared.locations import home_folder

_LONGEST = 240


def known_home() -> Path | None:
    """Return the person's home folder; None where the system does not know it."""
    try:
        return Path(home_folder(os.environ, sys.platform))
    except RuntimeError:
        return None


def shown_path(path: Path) -> str:
    """Return a path to be read, not to be used: without control characters, and cut where it is endless."""
    home = known_home() if sys.platform != "win32" else None
    if home is not None and home.parts[1:] and home in path.parents:
        return shortened(f"~/{path.relative_to(home)}", _LONGEST)
    return shortened(str(path), _LONGEST)
