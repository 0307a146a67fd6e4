"""The command `history`: what was written to a memory and by whom, and removing some of that for good."""

import argparse
import os
import sys
import time
from itertools import islice
from pathlib import Path

from mnemoscope_server.command import Command
from mnemoscope_server.history_listing import json_lines, listing
from mnemoscope_server.terminal import write_line
from mnemoscope_shared.errors import FileMissing
from mnemoscope_shared.locations import legacy_file, locate_memory_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_purge import Removal, files_still_holding, plan_purge, purge
from mnemoscope_shared.store.history_record import ChangeRecord
from mnemoscope_shared.store.history_selection import Everything, Holding, OlderThan, Selection
from mnemoscope_shared.wording import counted

_DAY_MS = 24 * 60 * 60 * 1000
_MOST_WRITES = 50
_MOST = 1_000_000
_ALL = object()


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--memory-file", metavar="FILE", help="default: $MEMORY_FILE_PATH, else memory.jsonl")
    parser.add_argument(
        "--limit", metavar="N", type=_positive, default=_MOST_WRITES, help="list so many of the newest writes"
    )
    parser.add_argument("--json", action="store_true", help="list them as JSON, one object on each line")
    removal = parser.add_mutually_exclusive_group()
    removal.add_argument(
        "--purge",
        metavar="TEXT",
        nargs="?",
        const=_ALL,
        help="show what holds TEXT, to remove it for good; all of the history without TEXT; "
        "- reads TEXT from standard input, so that your shell does not remember it",
    )
    removal.add_argument("--keep", metavar="DAYS", type=_positive, help="show what is older, to remove it")
    parser.add_argument("--yes", action="store_true", help="with --purge or --keep: do it")
    parser.set_defaults(refuse=parser.error)


def _positive(argument: str) -> int:
    number = int(argument) if argument.isascii() and argument.isdecimal() else 0
    if not 1 <= number <= _MOST:
        raise argparse.ArgumentTypeError(f"{argument!r} is not a number from 1 to {_MOST}")
    return number


def _run(options: argparse.Namespace) -> int:
    if options.purge is None and options.keep is None:
        if options.yes:
            options.refuse("--yes needs --purge or --keep")
        return _list(_memory_path(options), options.limit, as_json=options.json)
    if options.json:
        options.refuse("--json lists the history: leave out --purge and --keep")
    selection = _selection(options)
    path = _memory_path(options)
    status = _purge(path, selection) if options.yes else _preview(path, selection, options.limit)
    if isinstance(selection, Holding):
        _write_where_it_still_is(path, selection.text)
    return status


def _memory_path(options: argparse.Namespace) -> Path:
    location = locate_memory_file(options.memory_file, os.environ, Path.cwd(), sys.platform)
    for warning in location.warnings:
        write_line(warning, sys.stderr)
    path = Path(os.path.realpath(location.path))
    path = legacy_file(path) or path
    if not path.exists() and not History(path).exists():
        raise FileMissing(path)
    return path


def _selection(options: argparse.Namespace) -> Selection:
    if options.keep is not None:
        return OlderThan(time.time_ns() // 1_000_000 - options.keep * _DAY_MS)
    if options.purge is _ALL:
        return Everything()
    text = options.purge
    if text == "-":
        text = sys.stdin.read().rstrip("\r\n") if sys.stdin is not None else ""
    if not text:
        options.refuse("--purge was given an empty text; leave the text out to remove the whole history")
    return Holding(text)


def _list(path: Path, limit: int, *, as_json: bool) -> int:
    history = History(path, warn=_warn)
    newest = list(islice(history.newest_first(), limit + 1))
    records = newest[:limit][::-1]
    for line in json_lines(records) if as_json else listing(records):
        write_line(line)
    if len(newest) > limit:
        _warn(f"Older writes are left out. To see more: --limit {2 * limit}")
    if not newest:
        _warn(f"No write to {path} is in its history.")
    return 0


def _preview(path: Path, selection: Selection, limit: int) -> int:
    removal = plan_purge(path, selection)
    if not _is_worth_it(removal, selection):
        return _nothing_to_remove(path)
    if len(removal.writes) > limit:
        write_line(f"The last {limit:,} of {len(removal.writes):,} writes:")
    _write_listing(removal.writes[-limit:])
    write_line(f"This would go from the history of {path}: {_removed(removal)}.")
    write_line("Nothing was removed. To do it, add --yes; it cannot be undone.")
    return 1


def _purge(path: Path, selection: Selection) -> int:
    if not _is_worth_it(plan_purge(path, selection), selection):
        return _nothing_to_remove(path)
    removal = purge(path, selection)
    write_line(f"This is gone from the history of {path}: {_removed(removal)}.")
    return 0


def _nothing_to_remove(path: Path) -> int:
    write_line(f"There is nothing of that in the history of {path}.")
    return 0


def _is_worth_it(removal: Removal, selection: Selection) -> bool:
    # A checkpoint is as old as what it stands for: it alone is no reason to write everything anew.
    return bool(removal.writes) if isinstance(selection, OlderThan) else bool(removal)


def _write_listing(records: list[ChangeRecord]) -> None:
    for line in listing(records):
        write_line(line)


def _removed(removal: Removal) -> str:
    parts = [counted(len(removal.writes), "write", "writes")]
    if removal.checkpoints:
        parts.append(counted(removal.checkpoints, "copy of the whole memory", "copies of the whole memory"))
    if removal.unreadable:
        parts.append(f"{counted(removal.unreadable, 'place', 'places')} that cannot be read")
    return f"{', '.join(parts)} ({counted(removal.kept, 'write stays', 'writes stay')})"


def _write_where_it_still_is(path: Path, text: str) -> None:
    for file in files_still_holding(path, text):
        if file == path:
            write_line(
                f"{file} itself holds this text, so that it can come into the history again. "
                "Delete it there, then purge once more."
            )
        else:
            write_line(f"{file} holds this text too. Delete that file if you do not need it.")


def _warn(message: str) -> None:
    write_line(message, sys.stderr)


HISTORY = Command(
    "history",
    "list the writes to a memory, and remove some for good",
    "List the writes to a memory, the newest last: time, who wrote, what, how many lines were added, removed "
    "and changed, id. The exit status is 0, 1 if something is still to be done or went wrong, and 2 for bad "
    "usage.",
    _declare,
    _run,
)
