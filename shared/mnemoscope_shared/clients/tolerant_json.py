"""Reading configuration files as forgivingly as the clients do; only for reading, never for writing."""

import re
from typing import Any

from mnemoscope_shared.store.encoding import as_utf_8, read_utf_16
from mnemoscope_shared.store.foreign import decoder
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK

_STRING = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
_COMMENT = r"//[^\n]*|/\*.*?\*/"
_STRING_OR_COMMENT = re.compile(f"({_STRING})|{_COMMENT}", re.DOTALL)
_STRING_OR_TRAILING_COMMA = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.DOTALL)


def read_tolerantly(data: bytes) -> Any:
    """Return what JSON means that may have comments, trailing commas, a byte order mark, or be UTF-16.

    Of a repeated key the last one counts; a file without content is an empty object.

    Raises:
        ValueError: it is not even that.
        RecursionError: it is nested too deeply.
    """
    utf_16 = read_utf_16(data)
    text = (as_utf_8(utf_16.text) if utf_16 is not None else data.removeprefix(BYTE_ORDER_MARK)).decode()
    if not text.strip():
        return {}
    try:
        return decoder.decode(text)
    except ValueError:
        return decoder.decode(without_comments(text))


def without_comments(text: str) -> str:
    """Return JSON without its comments and trailing commas; what is in strings stays."""
    text = _STRING_OR_COMMENT.sub(lambda match: match[1] or " ", text)
    return _STRING_OR_TRAILING_COMMA.sub(lambda match: match[1] or "", text)
