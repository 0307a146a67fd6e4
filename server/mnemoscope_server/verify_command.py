"""The command `verify`: starting a memory server as a client would, to see whether it works."""

import argparse
import logging
import os
import sys
from pathlib import Path

import msgspec

from mnemoscope_server.command import Command
from mnemoscope_server.terminal import write_line
from mnemoscope_server.verification.client_environment import client_environment, own_program_folders
from mnemoscope_shared.clients.verification import encode_verification, verification_lines
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.locations import home_folder

_SECONDS = 10.0


class UnreadableVariables(MnemoscopeError):
    """What was to be the variables on standard input is something else."""

    def __init__(self) -> None:
        super().__init__('Standard input holds no variables. Write one JSON object there: {"NAME": "value"}.')


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="write one JSON object, for a program")
    parser.add_argument(
        "--environment",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=_variable,
        help="a variable that the client's configuration sets; may be given several times",
    )
    parser.add_argument(
        "--environment-from-input",
        action="store_true",
        help="read such variables from standard input, a JSON object, where nobody else sees them",
    )
    parser.add_argument(
        "--folder", metavar="FOLDER", type=Path, help="where the client starts it; default: the home folder"
    )
    parser.add_argument(
        "--seconds",
        metavar="NUMBER",
        type=_duration,
        default=_SECONDS,
        help=f"how long an answer may take; default: {_SECONDS:g}",
    )
    parser.add_argument("words", metavar="COMMAND", nargs="+", help="the program and its arguments, after --")


def _variable(text: str) -> tuple[str, str]:
    name, is_set, value = text.partition("=")
    if not name or not is_set:
        raise argparse.ArgumentTypeError(f"“{text}” is not of the form NAME=VALUE")
    return name, value


def _variables_from(data: bytes) -> dict[str, str]:
    try:
        return msgspec.json.decode(data, type=dict[str, str])
    except msgspec.DecodeError:
        raise UnreadableVariables from None


def _duration(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError("the number of seconds has to be above 0")
    return seconds


def _run(options: argparse.Namespace) -> int:
    # The SDK takes long to load, and no other command needs it.
    import anyio

    from mnemoscope_server.verification.trial import Trial, verify

    # What it says of a server's answers is said better by the outcome.
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
    variables = dict(options.environment)
    if options.environment_from_input:
        variables |= _variables_from(sys.stdin.buffer.read())
    own_folders = own_program_folders(os.environ, sys.executable, sys.prefix, sys.base_prefix)
    environment = client_environment(os.environ, variables, sys.platform, own_folders)
    folder = Path(options.folder or home_folder(os.environ, sys.platform)).absolute()
    trial = Trial(tuple(options.words), environment, folder, variables, options.seconds)
    verification = anyio.run(verify, trial)
    if options.json:
        write_line(encode_verification(verification))
    else:
        for line in verification_lines(verification):
            write_line(line)
    return 0 if verification.is_working else 1


VERIFY = Command(
    "verify",
    "start a memory server as a client would, and say whether it works",
    "Start a command as a client would, in a clean environment: of the variables only HOME, LOGNAME, PATH, "
    "SHELL, TERM and USER are passed on (on Windows those that name folders and the system), and those of "
    "--environment. Then ask the server for its tools and its memory, end it, and say what was found, or "
    "what went wrong. "
    "The exit status is 0 for a memory server that works, 1 for anything else, and 2 for bad usage.",
    _declare,
    _run,
)
