"""What is wrong with a line that cannot be read, said in a few words."""

import json

from mnemoscope_shared.store.foreign import decoder
from mnemoscope_shared.store.json_text import split_values

_DOCUMENT_KEYS = frozenset({"entities", "relations", "nodes", "edges", "memories", "graph"})


def find_fault(raw: bytes) -> tuple[int, str]:
    """Return the column (in characters, from 1) and the reason, as the rest of “line 3, column 1 …”."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return 1, "is UTF-16, not UTF-8"
    if b"\0" in raw:
        return _column(raw, raw.index(b"\0")), "holds NUL bytes, as after a crash or in UTF-16"
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        return _column(raw, error.start), "is not valid UTF-8"
    return _json_fault(text.rstrip(" \t\r"))


def is_document(data: bytes) -> bool:
    """Return whether the whole file is JSON that is not one object a line.

    That is one array, one object that holds a graph, or arrays and objects of which one spans lines.
    """
    try:
        values = split_values(data.decode())
    except (ValueError, RecursionError):
        return False
    if not values or not all(value.startswith(("{", "[")) for value in values):
        return False
    if any("\n" in value for value in values):
        return True
    return len(values) == 1 and (
        values[0][0] == "[" or not _DOCUMENT_KEYS.isdisjoint(decoder.decode(values[0]))
    )


def _column(raw: bytes, start: int) -> int:
    return len(raw[:start].decode(errors="replace")) + 1


def _json_fault(text: str) -> tuple[int, str]:
    try:
        value = json.loads(text, parse_int=float)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return error.colno, "has more after its object, as when two lines run together"
        if error.pos >= len(text) or error.msg.startswith("Unterminated"):
            return len(text) + 1, "is not valid JSON (cut off)"
        return error.colno, f"is not valid JSON ({error.msg[0].lower()}{error.msg[1:]})"
    except RecursionError:
        return 1, "is nested too deeply"
    if not isinstance(value, dict):
        return 1, f"is {text.strip()[:40]}, not an object"
    return 1, "is not valid JSON (NaN or Infinity)"
