import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from mnemoscope_server.frames import BadFrame, decode_frame, encode_frame, read_frames


def frames_of(*chunks):
    """Read frames from a pipe whose reader sees these chunks."""
    reader, writer = os.pipe()
    try:
        os.write(writer, b"".join(chunks))
        os.close(writer)
        return list(read_frames(reader))
    finally:
        os.close(reader)


def test_frames_are_lines_and_the_last_one_needs_no_end():
    assert frames_of(b"a\nbc\r\n\n", b"d\n") == [b"a", b"bc\r", b"", b"d"]
    assert frames_of(b"a\nb") == [b"a", b"b"]
    assert frames_of() == []


def test_a_frame_longer_than_a_chunk_is_put_together(tmp_path):
    frame = b"x" * 200_000
    path = tmp_path / "frames"
    path.write_bytes(frame + b"\n" + frame)
    with path.open("rb") as file:
        assert list(read_frames(file.fileno())) == [frame, frame]


def bad(frame):
    with pytest.raises(BadFrame) as caught:
        decode_frame(frame)
    answer = caught.value.answer
    return answer.error.code, answer.id


@pytest.mark.parametrize("frame", [b"nonsense", b'{"jsonrpc":', b"\xff\xfe", b"[" * 100_000, b'"a\nb"'])
def test_what_is_no_json_is_a_parse_error_without_an_id(frame):
    assert bad(frame) == (PARSE_ERROR, None)


@pytest.mark.parametrize(
    ("frame", "request_id"),
    [
        (b'{"jsonrpc":"2.0","id":7}', 7),
        (b'{"jsonrpc":"1.0","id":"a","method":"ping"}', "a"),
        (b'{"jsonrpc":"2.0","id":7,"method":5}', 7),
        (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', 7),
        (b'{"jsonrpc":"2.0","id":true,"method":5}', None),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None),
        (b'[{"jsonrpc":"2.0","id":7,"method":"ping"}]', None),
        (b"5", None),
        (b"null", None),
    ],
)
def test_what_is_json_but_no_message_is_an_invalid_request_with_its_id_where_it_has_one(frame, request_id):
    assert bad(frame) == (INVALID_REQUEST, request_id)


def test_requests_and_notifications_are_told_apart_and_a_byte_order_mark_is_skipped():
    request = decode_frame(
        b'\xef\xbb\xbf{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\xc3\xa9"}}\r'
    )
    assert request == JSONRPCRequest(jsonrpc="2.0", id=7, method="ping", params={"a": "é"})
    notification = decode_frame(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
    assert notification == JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized")


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_every_text_with_lone_surrogates_too_goes_there_and_back(text):
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "m", "params": {"text": text}})
    params = decode_frame(request.encode()).params
    line = encode_frame(JSONRPCResponse(jsonrpc="2.0", id=1, result=params))
    assert line.count(b"\n") == 1
    assert json.loads(line.decode())["result"] == json.loads(request)["params"]


def test_an_error_without_an_id_says_so():
    error = JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=-1, message="m"))
    assert json.loads(encode_frame(error)) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -1, "message": "m"},
    }
