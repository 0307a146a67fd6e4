"""Where the server listens: on this computer alone, unless a person has asked for more."""

import errno
import ipaddress
import socket
from dataclasses import dataclass

from mnemoscope_shared.errors import MnemoscopeError

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8765
_HIGHEST_PORT = 65535
_LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")


class InvalidAddress(MnemoscopeError):
    """A text is not of the form HOST:PORT."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"“{text}” is no address. Give a host and a port, as in {DEFAULT_HOST}:{DEFAULT_PORT}."
        )


class RemoteRefused(MnemoscopeError):
    """Other computers would reach the server, and nobody has asked for that."""

    def __init__(self, host: str) -> None:
        super().__init__(
            f"On {host}, other computers can reach the memory. Use {DEFAULT_HOST}, or add --allow-remote if "
            "that is what you want."
        )


class CannotListen(MnemoscopeError):
    """The system does not let the server listen at an address."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host, by name or number (an IPv6 one without brackets), and a port; 0 lets the system choose."""

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"{_bracketed(self.host)}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Whether only programs on this computer reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def host_headers(self) -> frozenset[str]:
        """What a browser or another program on this computer may call it in the header `Host`."""
        names = {*_LOOPBACK_NAMES, _bracketed(self.host)}
        return frozenset(f"{name}:{self.port}".lower() for name in names)


def parse_address(text: str) -> Address:
    """Return the address that HOST:PORT, HOST or PORT names; raise `InvalidAddress` for anything else."""
    host, port = _split(text)
    if not host or not (port.isascii() and port.isdecimal()) or int(port) > _HIGHEST_PORT:
        raise InvalidAddress(text)
    return Address(host, int(port))


def _split(text: str) -> tuple[str, str]:
    if text.isdecimal():
        return DEFAULT_HOST, text
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        colon, port = rest[:1], rest[1:]
        return (host, port if colon == ":" else "") if rest or not bracket else (host, str(DEFAULT_PORT))
    if text.count(":") == 1:
        host, _, port = text.partition(":")
        return host, port
    return text, str(DEFAULT_PORT)


def listen(address: Address, *, allow_remote: bool = False) -> tuple[socket.socket, Address]:
    """Begin to listen; return the socket and the address with the port that was found.

    Raises:
        RemoteRefused: other computers would reach it, and that is not allowed.
        CannotListen: the port is in use, or the host is none of this computer's.
    """
    if not address.is_local and not allow_remote:
        raise RemoteRefused(address.host)
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        listener = socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        raise CannotListen(_why_not(address, error)) from error
    # Its connections inherit this: an answer in two parts would wait 40 ms for its reader's word otherwise.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener, Address(address.host, listener.getsockname()[1])


def _why_not(address: Address, error: OSError) -> str:
    if error.errno in (errno.EADDRINUSE, errno.EACCES):
        why = "in use by another program" if error.errno == errno.EADDRINUSE else "not allowed to you"
        other = Address(address.host, max(address.port, 1024) % _HIGHEST_PORT + 1)
        taken = f"Port {address.port} on {address.host} is {why}."
        return f"{taken} Choose another one: mnemoscope-server --http {other}"
    why = error.strerror or str(error)
    return f"The server cannot listen at {address} ({why}). Use a host of this computer, as {DEFAULT_HOST}."


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
