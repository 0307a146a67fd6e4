"""Who gets through to the memory over HTTP, asked of a real server."""

import http.client
import json
import subprocess
import sys

import pytest

from mnemoscope_server.http.transport import LARGEST_BODY
from mnemoscope_shared.http_status import decode_http_status


@pytest.fixture
def server(lasting_server):
    return lasting_server


def test_the_whole_address_is_enough(server):
    status, text, headers = server.ask()
    assert status == 200
    assert json.loads(text)["result"]["serverInfo"] == {"name": "memory", "version": "1.0.0"}
    assert headers["mcp-session-id"]


def test_the_token_may_come_in_a_header(server):
    assert server.ask(path="/mcp", Authorization=f"Bearer {server.token}")[0] == 200
    assert server.ask(path="/mcp", Authorization=f"bearer  {server.token}")[0] == 200


@pytest.mark.parametrize("path", ["/mcp", "//mcp", "/wrong/mcp", "/%00/mcp", "/%ff/mcp"])
def test_without_the_token_nothing_is_served(server, path):
    status, text, headers = server.ask(path=path)
    assert (status, headers["WWW-Authenticate"]) == (401, "Bearer")
    assert text == "Use the whole address that the server has written at its start.\n"


@pytest.mark.parametrize("authorization", ["Bearer", "Bearer wrong", "Basic {token}", "{token}"])
def test_a_wrong_header_is_refused(server, authorization):
    assert server.ask(path="/mcp", Authorization=authorization.format(token=server.token))[0] == 401


@pytest.mark.parametrize("path", ["/", "/.well-known/oauth-protected-resource", "/a/b/mcp", "/mcp/"])
def test_elsewhere_there_is_nothing(server, path):
    assert server.ask(path=path)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", ""])
def test_another_name_of_this_computer_is_refused(server, host):
    assert server.ask(Host=host.format(port=server.port))[0] == 421


@pytest.mark.parametrize("host", ["localhost:{port}", "LOCALHOST:{port}", "[::1]:{port}"])
def test_the_names_of_this_computer_itself_are_allowed(server, host):
    assert server.ask(Host=host.format(port=server.port))[0] == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
def test_a_page_of_another_origin_is_refused(server, origin):
    assert server.ask(Origin=origin)[0] == 403


def test_a_page_of_its_own_origin_is_allowed(server):
    assert server.ask(Origin=f"http://127.0.0.1:{server.port}")[0] == 200


def test_a_body_that_says_it_is_too_large_is_not_read(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.putrequest("POST", server.path)
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(LARGEST_BODY + 1))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
    assert server.ask()[0] == 200


def test_a_body_that_grows_too_large_is_not_taken(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.putrequest("POST", server.path)
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    megabyte = b" " * (1 << 20)
    for _ in range(LARGEST_BODY >> 20):
        connection.send(b"100000\r\n" + megabyte + b"\r\n")
    connection.send(b"1\r\n \r\n")
    assert connection.getresponse().status == 413
    connection.close()


def test_a_body_below_the_limit_is_taken(server):
    *_, headers = server.ask()
    entity = {"name": "Ann", "entityType": "person", "observations": ["x" * (5 << 20)]}
    params = {"name": "create_entities", "arguments": {"entities": [entity]}}
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}
    status, text, _ = server.ask(body=call, mcp_session_id=headers["mcp-session-id"])
    assert (status, json.loads(text)["result"]["structuredContent"]) == (200, {"entities": [entity]})


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b'{"jsonrpc":"2.0","id":1}'])
def test_a_body_that_is_no_message_is_refused_and_the_server_goes_on(server, body):
    assert server.ask(body=body)[0] == 400
    assert server.ask()[0] == 200


def test_a_token_file_keeps_the_address_from_start_to_start(start, tmp_path):
    first = start("--token-file", tmp_path / "token")
    first.end_input()
    second = start("--token-file", tmp_path / "token")
    assert first.token == second.token == (tmp_path / "token").read_text().strip()
    assert second.ask()[0] == 200


def test_each_start_has_a_token_of_its_own_otherwise(start):
    assert start().token != start().token


def test_a_host_for_other_computers_needs_a_word_and_gets_a_warning(start):
    refused = start(at="0.0.0.0:0")
    assert refused.first.state == "failed"
    assert "add --allow-remote if that is what you want" in refused.first.message
    assert refused.process.wait(30) == 1
    allowed = start("--allow-remote", at="0.0.0.0:0")
    assert allowed.ask(Host="name-in-the-network:1")[0] == 200
    assert allowed.ask(Origin="http://name-in-the-network:1")[0] == 403
    assert "other computers can reach this memory, and nothing is encrypted" in allowed.log


def test_a_port_in_use_is_said_in_one_sentence(server, start):
    other = start(at=f"127.0.0.1:{server.port}")
    assert other.process.wait(30) == 1
    assert other.first.state == "failed"
    assert other.first.message in other.log
    assert f"Port {server.port} on 127.0.0.1 is in use by another program." in other.log
    assert "Traceback" not in other.log


def test_options_for_http_alone_are_bad_usage():
    command = [sys.executable, "-m", "mnemoscope_server", "--json-status"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 2
    assert decode_http_status(done.stdout) is None
    assert "need --http" in done.stderr
