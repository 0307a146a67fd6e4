"""The lines that a server over HTTP writes for the program that started it."""

import pytest

from mnemoscope_shared.http_status import HttpStatus, decode_http_status, encode_http_status


@pytest.mark.parametrize(
    "status",
    [
        HttpStatus("listening", "http://127.0.0.1:1/t/mcp", "/m.jsonl", ("Cursor",), 7),
        HttpStatus("failed", message="Port 1 is “taken”.\nChoose another."),
        HttpStatus("stopped"),
    ],
)
def test_a_state_is_one_line_and_survives_it(status):
    line = encode_http_status(status)
    assert "\n" not in line
    assert decode_http_status(line) == decode_http_status(line.encode() + b"\n") == status


@pytest.mark.parametrize("line", ["", "Traceback (most recent call last):", "{}", '{"state":"unheard of"}'])
def test_any_other_line_is_no_state(line):
    assert decode_http_status(line) is None
