"""Which configurations can be edited safely: strict JSON in UTF-8 that holds one object."""

import json
from typing import Any

from mnemoscope_shared.clients.tolerant_json import read_tolerantly
from mnemoscope_shared.store.encoding import read_utf_16
from mnemoscope_shared.store.foreign import decoder
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK

LARGEST_BYTES = 64 << 20
_EMPTY = "{}\n"


class Unsuitable(ValueError):
    """A configuration cannot be edited safely; the text says why, as the rest of “… was not changed: ”."""


def read_configuration(data: bytes) -> tuple[bytes, str]:
    """Return the byte order mark, if any, and the text of a configuration; one without content is `{}`.

    Raises:
        Unsuitable: it is not what can be edited safely.
    """
    if len(data) > LARGEST_BYTES:
        raise Unsuitable("it is too large for a configuration")
    if read_utf_16(data) is not None:
        raise Unsuitable("it is UTF-16, and only UTF-8 can be edited safely")
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
    try:
        text = data[len(mark) :].decode()
    except UnicodeDecodeError:
        raise Unsuitable("it is not UTF-8 text") from None
    if not text.strip(" \t\r\n"):
        return mark, _EMPTY
    read_object(text)
    return mark, text


def read_object(text: str) -> dict[str, Any]:
    """Return the object that a text holds.

    Raises:
        Unsuitable: it holds something else, has a key twice, or is no strict JSON.
    """
    try:
        value = decoder.decode(text)
        # Numbers stay texts: some are longer than Python converts.
        json.loads(text, object_pairs_hook=_without_repeats, parse_int=str)
    except RecursionError:
        raise Unsuitable("it is nested too deeply") from None
    except Unsuitable:
        raise
    except ValueError as error:
        raise Unsuitable(_why_not_strict(text, error)) from None
    if not isinstance(value, dict):
        raise Unsuitable("it does not hold one object in braces")
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise Unsuitable(f"it has the key “{repeated}” twice in one object")
    return members


def _why_not_strict(text: str, error: ValueError) -> str:
    where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
    try:
        read_tolerantly(text.encode())
    except (ValueError, RecursionError):
        return f"it is not valid JSON ({where or 'NaN or Infinity'})"
    return f"it has comments or trailing commas ({where}), and only strict JSON can be edited safely"
