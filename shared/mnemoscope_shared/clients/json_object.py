"""Where the members of a JSON object stand in a text, so that one of them can be changed and nothing else."""

import re
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]

from mnemoscope_shared.store.foreign import decoder

_SPACE = re.compile(r"[ \t\r\n]*")
_LAST_LINE = re.compile(r"(\r?\n)?([ \t]*)\Z")


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object.

    Attributes:
        key: its key.
        key_start: where the key begins in the text.
        start, end: where the value begins, and where it has ended.
    """

    key: str
    key_start: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class JsonObject:
    """An object in a text.

    Attributes:
        text: the whole text, which is valid JSON.
        start: where its opening brace is.
        end: where its closing brace is.
        members: its members in their order.
    """

    text: str
    start: int
    end: int
    members: tuple[Member, ...]

    def member(self, key: str) -> Member | None:
        """Return the member of a key."""
        return next((member for member in self.members if member.key == key), None)

    def space_before(self, member: Member) -> str:
        """Return the white space between a member and the brace or comma before it."""
        at = self.members.index(member)
        begin = _skip(self.text, self.members[at - 1].end) + 1 if at else self.start + 1
        return self.text[begin : member.key_start]


def object_at(text: str, start: int = 0) -> JsonObject:
    """Return the object that begins in a text of valid JSON, after white space."""
    start = at = _skip(text, start)
    members: list[Member] = []
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, end = scanstring(text, at + 1, True)
        value = _skip(text, _skip(text, end) + 1)
        _, value_end = decoder.raw_decode(text, value)
        members.append(Member(key, at, value, value_end))
        at = _skip(text, value_end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return JsonObject(text, start, at, tuple(members))


def last_line(space: str) -> tuple[str, str]:
    """Return the line break that white space ends with, if any, and the indentation after it."""
    match = _LAST_LINE.search(space)
    return (match[1] or "", match[2]) if match is not None else ("", "")


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match is not None else at
