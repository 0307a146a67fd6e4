"""Telling the program that has started a server over HTTP how it goes."""

import os
from contextlib import suppress

from mnemoscope_shared.http_status import HttpStatus, encode_http_status

_STANDARD_OUTPUT = 1


def write_status(status: HttpStatus) -> None:
    """Write a state to standard output; nobody need read it.

    The descriptor is written to: a thread that waits in the stream would hold up the end of the program.
    """
    rest = f"{encode_http_status(status)}\n".encode()
    with suppress(OSError):
        while rest:
            rest = rest[os.write(_STANDARD_OUTPUT, rest) :]
