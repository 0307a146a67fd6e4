"""Naming files in commands that a person is to type."""

import os
import shlex
from pathlib import PurePath


def shell_word(path: PurePath) -> str:
    """Return a path as one word of a command line, quoted where that is needed."""
    if os.name == "nt":
        return f'"{path}"' if " " in str(path) else str(path)
    return shlex.quote(str(path))
