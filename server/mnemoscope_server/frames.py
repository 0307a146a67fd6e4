"""The frames of the protocol over standard streams: one JSON message a line, in UTF-8, surrogates too."""

import json
import os
from collections.abc import Iterator

import mcp_types as types
import msgspec
from pydantic import ValidationError

from mnemoscope_shared.store.jsonl import encode_json

_CHUNK_BYTES = 1 << 16


class BadFrame(Exception):
    """A line that is no message; `answer` is the error to send back."""

    def __init__(self, code: int, message: str, request_id: types.RequestId | None) -> None:
        error = types.ErrorData(code=code, message=message)
        self.answer = types.JSONRPCError(jsonrpc="2.0", id=request_id, error=error)
        super().__init__(message)


def read_frames(descriptor: int) -> Iterator[bytes]:
    """Yield the lines of a file descriptor without their ends, also one that the end of input cuts off."""
    started: list[bytes] = []
    while chunk := os.read(descriptor, _CHUNK_BYTES):
        *ended, rest = chunk.split(b"\n")
        for line in ended:
            yield b"".join([*started, line])
            started.clear()
        if rest:
            started.append(rest)
    if started:
        yield b"".join(started)


def decode_frame(frame: bytes) -> types.JSONRPCMessage:
    """Return the message on a line; raise `BadFrame` where there is none."""
    try:
        value = json.loads(frame.decode("utf-8-sig", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise BadFrame(types.PARSE_ERROR, f"Parse error: {error}", None) from None
    request_id = value.get("id") if isinstance(value, dict) else None
    try:
        message = types.jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        raise BadFrame(types.INVALID_REQUEST, "Invalid Request", _usable_id(request_id)) from None
    if isinstance(message, types.JSONRPCNotification) and "id" in value:
        # A request whose id is neither a string nor a whole number; nobody could tell the answer's.
        raise BadFrame(types.INVALID_REQUEST, "Invalid Request", None)
    return message


def encode_frame(message: types.JSONRPCMessage) -> bytes:
    """Return the line of a message, with its end."""
    if isinstance(message, types.JSONRPCResponse):
        return _encode_response(message)
    return _encode(message.model_dump(by_alias=True, exclude_unset=True)) + b"\n"


def _encode_response(message: types.JSONRPCResponse) -> bytes:
    """Spare the copy that the model would make of a result: it is plain data, or JSON already."""
    return b"".join(
        (b'{"jsonrpc":"2.0","id":', _encode(message.id), b',"result":', _encode(message.result), b"}\n")
    )


def _encode(value: object) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return encode_json(value)


def _usable_id(request_id: object) -> types.RequestId | None:
    if isinstance(request_id, str) or (isinstance(request_id, int) and not isinstance(request_id, bool)):
        return request_id
    return None
