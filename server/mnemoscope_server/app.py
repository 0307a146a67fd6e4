"""The program `mnemoscope-server`: arguments, log, and the server over standard streams or HTTP.

The SDK takes most of the start-up time, so it is imported only when a server is really to run.
"""

import argparse
import gc
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from mnemoscope_server.http.options import check_http_options, declare_http_options, http_transport
from mnemoscope_server.http.status_lines import write_status
from mnemoscope_shared import __version__
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.http_status import HttpStatus
from mnemoscope_shared.locations import (
    legacy_file,
    locate_memory_file,
    move_legacy_file,
    user_state_folder,
)
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.presence import Presence

logger = logging.getLogger("mnemoscope_server")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and not arguments[0].startswith("-"):
        # A command for the terminal; the server needs none of this.
        from mnemoscope_server import cli

        return cli.main(arguments)
    parser = _parser()
    options = parser.parse_args(arguments)
    check_http_options(parser, options)
    logging.basicConfig(stream=sys.stderr, format="mnemoscope-server: %(message)s")
    logger.setLevel(logging.INFO)
    try:
        _serve(options)
    except KeyboardInterrupt:
        return 130
    except MnemoscopeError as error:
        logger.error("%s", error)
        if options.json_status:
            write_status(HttpStatus("failed", message=str(error)))
        return 1
    except Exception:
        logger.exception("The server cannot go on.")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mnemoscope-server",
        description="A memory for assistants: an MCP server over a knowledge graph in a file.",
        epilog="Commands for the terminal: check FILE says what is wrong in a memory file, and mends it; "
        "history lists the writes to a memory, and removes some for good; connect CLIENT lets a client start "
        "this server, disconnect CLIENT takes it out again; clients lists those on this computer; "
        "verify -- COMMAND says whether a memory server works.",
    )
    parser.add_argument("--memory-file", metavar="FILE", help="default: $MEMORY_FILE_PATH, else memory.jsonl")
    parser.add_argument(
        "--strict-relations", action="store_true", help="refuse relations to entities that do not exist"
    )
    parser.add_argument("--read-only", action="store_true", help="serve only the tools that read")
    parser.add_argument("--no-history", action="store_true", help="do not record what was changed")
    declare_http_options(parser)
    parser.add_argument("--version", action="version", version=f"mnemoscope-server {__version__}")
    return parser


def _serve(options: argparse.Namespace) -> None:
    path = _memory_path(options)
    writer = Writer("server", pid=os.getpid())
    memory = MemoryFile(path, writer, keep_history=not options.no_history, tidies_later=True)
    state_folder = Path(user_state_folder(os.environ, sys.platform))
    http = None if options.http is None else http_transport(options, state_folder, memory.path)
    logger.info("The memory is in %s", memory.path)
    # Hundreds of thousands of objects that live until the end: looking for garbage among them takes time.
    gc.disable()
    import anyio

    from mnemoscope_server.replies import encoded, transportable
    from mnemoscope_server.server import MemoryServer
    from mnemoscope_server.stdio import stdio_streams

    presence = Presence(state_folder, memory.path) if http is None else http.clients
    server = MemoryServer(
        memory,
        presence,
        strict_relations=options.strict_relations,
        read_only=options.read_only,
        prepare_reply=encoded if http is None else transportable,
    )
    gc.freeze()
    gc.enable()

    async def run() -> None:
        if http is not None:
            await http.serve(server.mcp, server.updates)
            return
        async with stdio_streams(server.updates.end, server.direct_calls) as (incoming, outgoing):
            await server.mcp.run(incoming, outgoing, server.initialization_options())

    presence.announce()
    try:
        anyio.run(run)
    finally:
        presence.withdraw()


def _memory_path(options: argparse.Namespace) -> Path:
    """Return the memory file, moved from its older name if that is where it still is."""
    location = locate_memory_file(options.memory_file, os.environ, Path.cwd(), sys.platform)
    for warning in location.warnings:
        logger.warning("%s", warning)
    path = Path(location.path)
    if options.read_only:
        return legacy_file(path) or path
    try:
        moved = move_legacy_file(path)
    except MnemoscopeError as error:
        logger.warning("%s could not be renamed to %s. %s", path.with_suffix(".json"), path.name, error)
    else:
        if moved is not None:
            logger.info("%s was renamed to %s", moved, path.name)
    return path
