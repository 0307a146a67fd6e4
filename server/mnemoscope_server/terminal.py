"""Writing to a terminal what may hold anybody's text."""

import sys
from typing import TextIO


def write_line(text: str, stream: TextIO | None = None) -> None:
    """Write one line to a stream, standard output by default.

    What does not print is written as its escape, so that a name in a memory can neither command the terminal
    nor pass for a line of ours.
    """
    stream = stream or sys.stdout
    if stream is None:  # it was closed before the program began
        return
    stream.write(_escape(printable(text), stream.encoding or "ascii") + "\n")


def printable(text: str) -> str:
    r"""Return a text with every character that does not print as its escape, such as `\x1b` or `\u202e`."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)


def shortened(text: str, length: int) -> str:
    """Return a text of at most that many characters, the last one an ellipsis where it was cut."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _escape(text: str, encoding: str) -> str:
    return text.encode(encoding, "backslashreplace").decode(encoding)
