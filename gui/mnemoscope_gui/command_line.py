"""What can be asked for on the command line of `mnemoscope`, read and checked."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_shared import __version__

PICTURE_SIZE = (1600, 1000)
_SMALLEST_SIDE, _LARGEST_SIDE = 100, 10_000
_SIZE = re.compile(r"(\d{1,9})x(\d{1,9})", re.ASCII | re.IGNORECASE)


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the arguments, those of the process for None; exits where they make no sense, with status 2."""
    parser = _parser()
    options = parser.parse_args(arguments)
    only_with_render = ("dark", "size", "focus", "depth")
    given = [name for name in only_with_render if getattr(options, name) != parser.get_default(name)]
    if given and options.render is None:
        parser.error(f"--{given[0]} is of use only together with --render")
    if options.depth is not None and options.focus is None:
        parser.error("--depth is of use only together with --focus")
    return options


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say in one sentence what is wrong, as all other errors of this program are said."""
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="mnemoscope", description="See, correct and trust what your assistant remembers.")
    parser.add_argument("file", nargs="?", metavar="FILE", help="the memory file to open")
    parser.add_argument("--demo", action="store_true", help="open a sample memory")
    parser.add_argument("--hidden", action="store_true", help="begin in the tray, where there is one")
    parser.add_argument("--version", action="version", version=f"mnemoscope {__version__}")
    picture = parser.add_argument_group("a picture instead of the window")
    picture.add_argument("--render", type=Path, metavar="OUT", help="draw to this .png, .svg or .pdf file")
    picture.add_argument("--dark", action="store_true", help="on dark ground")
    picture.add_argument(
        "--size", type=_size, metavar="WxH", help=f"in pixels; {PICTURE_SIZE[0]}x{PICTURE_SIZE[1]} by default"
    )
    picture.add_argument("--focus", metavar="NAME", help="only this entity and its neighbours")
    picture.add_argument(
        "--depth", type=_depth, metavar="N", help="with --focus: up to so many relations away"
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    sides = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(_SMALLEST_SIDE <= side <= _LARGEST_SIDE for side in sides):
        raise argparse.ArgumentTypeError(
            f"“{shortened(text)}” is no size: give width and height in pixels, such as 1600x1000, each "
            f"from {_SMALLEST_SIDE} to {_LARGEST_SIDE}"
        )
    return sides


def _depth(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,8}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"“{shortened(text)}” is no depth: give a whole number from 1 on")
    return int(text)
