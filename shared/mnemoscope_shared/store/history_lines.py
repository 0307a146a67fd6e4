"""The lines of a growing file, read from its end: what is newest is wanted first."""

import os
from collections.abc import Iterator
from typing import BinaryIO

_BLOCK_BYTES = 1 << 16


def lines_newest_first(file: BinaryIO) -> Iterator[bytes]:
    """Yield the complete lines of a file without their newlines, the last one first.

    What follows the last newline is a line that is being written, or never was finished: it is left out.
    Only as much is read as is asked for, a block at a time.
    """
    unfinished: list[bytes] = []  # the pieces of the line whose begin is not found yet, last piece first
    is_complete = False
    for block in _blocks_newest_first(file):
        head, *others = block.split(b"\n")
        if others:
            unfinished.append(others.pop())
            if is_complete:
                yield b"".join(reversed(unfinished))
            is_complete = True
            yield from reversed(others)
            unfinished = []
        unfinished.append(head)
    if is_complete:
        yield b"".join(reversed(unfinished))


def cut_torn_tail(file: BinaryIO) -> None:
    """Remove a last line that a killed writer left unfinished."""
    size = end = file.seek(0, os.SEEK_END)
    if size == 0 or _last_byte(file) == b"\n":
        return
    for block in _blocks_newest_first(file):
        end -= len(block)
        if b"\n" in block:
            end += block.rindex(b"\n") + 1
            break
    file.truncate(end)


def _last_byte(file: BinaryIO) -> bytes:
    file.seek(-1, os.SEEK_END)
    return file.read(1)


def _blocks_newest_first(file: BinaryIO) -> Iterator[bytes]:
    end = file.seek(0, os.SEEK_END)
    while end > 0:
        start = max(0, end - _BLOCK_BYTES)
        file.seek(start)
        yield file.read(end - start)
        end = start
