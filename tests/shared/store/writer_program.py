"""A program that writes to a memory file, for tests that need real processes.

Usage: writer_program.py FILE create|observe|hold PREFIX COUNT

It prints a line for each write once the write is acknowledged. `observe` adds to the entity “shared”; `hold`
prints a line while it holds the write lock and then waits for its standard input to end.
"""

import sys
from pathlib import Path

from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.edits import AddObservations, CreateEntities, EntityObservations
from mnemoscope_shared.model import Entity
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile


class Hold:
    """An edit that lasts until standard input ends."""

    operation = "hold"
    label = "Hold"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        print("held", flush=True)
        sys.stdin.read()
        return Outcome((), None)


def main() -> None:
    path, mode, prefix, count = sys.argv[1:]
    file = MemoryFile(Path(path), Writer("server"))
    if mode == "hold":
        file.apply(Hold())
    for number in range(int(count)):
        text = f"{prefix}-{number}"
        if mode == "create":
            # Long ones too, so that a kill hits every phase of a write.
            file.apply(CreateEntities([Entity(text, "t", ("z" * 10_000 * (number % 5 == 1),))]))
        else:
            file.apply(AddObservations([EntityObservations("shared", (text,))]))
        print(text, flush=True)


if __name__ == "__main__":
    main()
