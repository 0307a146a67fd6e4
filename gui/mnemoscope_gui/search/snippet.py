"""The part of a text that shows what matched. Pure."""

from dataclasses import dataclass

from mnemoscope_gui.canvas.label_text import displayable

Place = tuple[int, int]

_BEFORE = 24
"""Characters that are shown before the first match."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """One line of text.

    Attributes:
        text: short and visible.
        places: what matched in it, start and end in characters.
    """

    text: str
    places: tuple[Place, ...] = ()


def snippet_of(text: str, places: tuple[Place, ...], length: int) -> Snippet:
    """Return about `length` characters of a text around what matched first, with the matches in it."""
    first = places[0][0] if places else 0
    start = _beginning(text, first) if first > length - _BEFORE else 0
    parts: list[str] = ["…"] if start else []
    shown: list[Place] = []
    at = start
    for begin, end in places:
        if begin >= start + length:
            break
        parts.append(displayable(text[at:begin]))
        before = sum(map(len, parts))
        parts.append(displayable(text[begin : min(end, start + length)]))
        shown.append((before, before + len(parts[-1])))
        at = min(end, start + length)
    parts.append(displayable(text[at : start + length]))
    if len(text) > start + length:
        parts.append("…")
    return Snippet("".join(parts), tuple(shown))


def _beginning(text: str, first: int) -> int:
    """A place shortly before the first match, at the beginning of a word where there is one."""
    start = max(first - _BEFORE, 0)
    space = text.find(" ", start, first)
    return space + 1 if space >= 0 else start
