"""What a server over HTTP tells the program that started it: one JSON line a state."""

from typing import Literal

import msgspec


class HttpStatus(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a server over HTTP.

    Attributes:
        state: `listening` from the start on and again whenever something changed, `stopped` as the last line,
            `failed` where it could not begin.
        address: what a client is told; whoever knows it may use the memory, so it is shown to nobody else.
        memory_file: the memory that is served.
        clients: what the clients call themselves that asked for something lately, the last one first.
        requests: how many requests were answered.
        message: why it failed and what to do next, as sentences.
    """

    state: Literal["listening", "stopped", "failed"]
    address: str = ""
    memory_file: str = ""
    clients: tuple[str, ...] = ()
    requests: int = 0
    message: str = ""


_decoder = msgspec.json.Decoder(HttpStatus)


def encode_http_status(status: HttpStatus) -> str:
    """Return a state as a line of JSON, without its end."""
    return msgspec.json.encode(status).decode()


def decode_http_status(line: str | bytes) -> HttpStatus | None:
    """Return the state that a line tells; None for any other line."""
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError:
        return None
