"""The options of a server over HTTP, and the transport that they ask for."""

import argparse
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from mnemoscope_server.http.access_token import new_token, token_in
from mnemoscope_server.http.address import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    Address,
    InvalidAddress,
    listen,
    parse_address,
)
from mnemoscope_server.http.served_clients import ServedClients

if TYPE_CHECKING:
    from mnemoscope_server.http.transport import HttpTransport


logger = logging.getLogger(__name__)


def declare_http_options(parser: argparse.ArgumentParser) -> None:
    """Add the options to a parser."""
    group = parser.add_argument_group(
        "over HTTP",
        "for clients that want an address instead of a command; the server writes it at its start",
    )
    group.add_argument(
        "--http",
        metavar="HOST:PORT",
        nargs="?",
        const=Address(),
        type=_address,
        help=f"listen there instead; default: {DEFAULT_HOST}:{DEFAULT_PORT}",
    )
    group.add_argument(
        "--token-file",
        metavar="FILE",
        type=Path,
        help="keep the secret part of the address in a file; default: a new one at each start",
    )
    group.add_argument(
        "--allow-remote", action="store_true", help="allow a host that other computers can reach"
    )
    group.add_argument(
        "--json-status",
        action="store_true",
        help="for a program: write each state as a JSON line, and stop when standard input ends",
    )


def check_http_options(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Refuse options that have no effect without `--http`, as bad usage."""
    if options.http is None and (options.token_file or options.allow_remote or options.json_status):
        parser.error("--token-file, --allow-remote and --json-status need --http")


def http_transport(options: argparse.Namespace, state_folder: Path, memory_file: Path) -> "HttpTransport":
    """Begin to listen as the options ask.

    Args:
        options: the parsed ones.
        state_folder: where others are told of this server.
        memory_file: what it serves.

    Raises:
        RemoteRefused: other computers would reach the server, and that is not allowed.
        CannotListen: the port is in use, or the host is none of this computer's.
        UnusableToken: the token file cannot be used.
    """
    token = new_token() if options.token_file is None else token_in(options.token_file)
    listener, address = listen(options.http, allow_remote=options.allow_remote)
    # It loads the SDK, which takes long: what goes wrong before is said at once.
    from mnemoscope_server.http.transport import HttpTransport

    if not address.is_local:
        logger.warning("On %s, other computers can reach this memory, and nothing is encrypted.", address)
    clients = ServedClients(state_folder, memory_file)
    return HttpTransport(listener, address, token, clients, memory_file, for_program=options.json_status)


def _address(text: str) -> Address:
    try:
        return parse_address(text)
    except InvalidAddress as error:
        raise argparse.ArgumentTypeError(str(error)) from None
