"""Where a server over HTTP may listen."""

import socket

import pytest

from mnemoscope_server.http.address import (
    Address,
    CannotListen,
    InvalidAddress,
    RemoteRefused,
    listen,
    parse_address,
)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:9000", Address("127.0.0.1", 9000)),
        ("9000", Address("127.0.0.1", 9000)),
        ("localhost", Address("localhost", 8765)),
        ("localhost:0", Address("localhost", 0)),
        ("[::1]:80", Address("::1", 80)),
        ("[::1]", Address("::1", 8765)),
        ("::1", Address("::1", 8765)),
    ],
)
def test_an_address_is_read_in_each_spelling(text, address):
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text", ["", ":80", "host:", "host:eighty", "host:70000", "[::1", "[::1]80", "70000"]
)
def test_what_is_no_address_is_refused_with_an_example(text):
    with pytest.raises(InvalidAddress, match=r"Give a host and a port, as in 127\.0\.0\.1:8765"):
        parse_address(text)


def test_an_address_is_written_as_browsers_write_it():
    assert (str(Address()), str(Address("::1", 80))) == ("127.0.0.1:8765", "[::1]:80")


@pytest.mark.parametrize("host", ["127.0.0.5", "localhost", "::1"])
def test_loopback_hosts_are_local(host):
    assert Address(host).is_local


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org"])
def test_every_other_host_is_refused_unless_it_is_asked_for(host):
    with pytest.raises(RemoteRefused, match="other computers can reach the memory"):
        listen(Address(host, 0))


def test_a_port_in_use_is_said_in_a_sentence_with_another_one():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotListen) as caught:
            listen(Address("127.0.0.1", port))
    assert str(caught.value) == (
        f"Port {port} on 127.0.0.1 is in use by another program. "
        f"Choose another one: mnemoscope-server --http 127.0.0.1:{port + 1}"
    )


def test_a_free_port_is_chosen_where_none_is_named():
    listener, address = listen(Address("127.0.0.1", 0))
    with listener:
        assert address.port == listener.getsockname()[1] != 0
        assert f"localhost:{address.port}" in address.host_headers


def test_answers_are_sent_at_once():
    listener, address = listen(Address("127.0.0.1", 0))
    with listener, socket.create_connection((address.host, address.port)), listener.accept()[0] as connection:
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_host_of_another_computer_cannot_be_listened_at():
    with pytest.raises(CannotListen, match=r"cannot listen at 192\.0\.2\.1:0"):
        listen(Address("192.0.2.1", 0), allow_remote=True)
