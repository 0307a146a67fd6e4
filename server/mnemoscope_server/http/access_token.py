"""The secret that a client must know to use the memory over HTTP."""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from mnemoscope_shared.errors import MnemoscopeError

_BYTES = 32
# Enough that nobody guesses it, and nothing that an address would have to spell in another way.
_USABLE = re.compile(r"[A-Za-z0-9_-]{22,512}")


class UnusableToken(MnemoscopeError):
    """A file for the token cannot be used."""


def new_token() -> str:
    """Return a random token that fits into an address."""
    return secrets.token_urlsafe(_BYTES)


def token_in(path: Path) -> str:
    """Return the token in a file, which is made with a new one, for its owner alone, where it is missing.

    Raises:
        UnusableToken: the file cannot be read or made, or holds no token.
    """
    try:
        with suppress(FileExistsError):
            _write(path, new_token())
        token = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UnusableToken(f"The token in {path} cannot be used ({why}). Name another file.") from error
    if not _USABLE.fullmatch(token):
        raise UnusableToken(
            f"{path} holds no token of at least 22 letters, digits, “-” and “_”. Remove the file, and a new "
            "one is made."
        )
    return token


def is_token(given: str, token: str) -> bool:
    """Return whether a token is the right one, in a time that does not depend on where it differs."""
    return secrets.compare_digest(given.encode("utf-8", "surrogateescape"), token.encode())


def _write(path: Path, token: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{token}\n")
