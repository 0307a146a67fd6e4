"""What is wrong with a line that cannot be read, said in a few words."""

import json

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


def is_one_document(data: bytes) -> bool:
    """Return whether the whole file is one JSON array, or one object that holds a graph or spans lines."""
    try:
        value = json.loads(data.decode(), parse_int=float)
    except (ValueError, RecursionError):
        return False
    if isinstance(value, list):
        return True
    if not isinstance(value, dict):
        return False
    return b"\n" in data.strip() or not _DOCUMENT_KEYS.isdisjoint(value)


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
