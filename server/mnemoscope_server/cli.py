"""The commands for the terminal, such as `mnemoscope-server check FILE`: each a module, thin over shared."""

import argparse
import os
import sys
from collections.abc import Sequence

from mnemoscope_server.check_command import CHECK
from mnemoscope_server.clients_command import CLIENTS_COMMAND
from mnemoscope_server.connect_command import CONNECT, DISCONNECT
from mnemoscope_server.history_command import HISTORY
from mnemoscope_server.terminal import write_line
from mnemoscope_server.verify_command import VERIFY
from mnemoscope_shared.errors import ConfigurationRefused, MnemoscopeError

COMMANDS = (CHECK, HISTORY, CONNECT, DISCONNECT, CLIENTS_COMMAND, VERIFY)


def main(arguments: Sequence[str]) -> int:
    """Run the command that the first argument names; return the exit status, 1 for what went wrong.

    Raises:
        SystemExit: with 2 for bad usage, with 0 after help.
    """
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except ConfigurationRefused as error:
        return _failure(str(error), *error.snippet.splitlines())
    except MnemoscopeError as error:
        return _failure(str(error))
    except BrokenPipeError:
        _discard_output()
        return 1
    except OSError as error:
        _discard_output()
        return _failure(f"The answer cannot be written: {error.strerror}.")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mnemoscope-server", description="Without a command: the server for an assistant, see --help."
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        subparser = commands.add_parser(command.name, help=command.summary, description=command.description)
        command.declare(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def _failure(message: str, *more: str) -> int:
    for line in (f"mnemoscope-server: {message}", *more):
        write_line(line, sys.stderr)
    return 1


def _discard_output() -> None:
    """Let the interpreter's own last flush go nowhere: nobody reads the output any more, or it is full."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
