"""What a command for the terminal is."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One of the words that can follow `mnemoscope-server`.

    Attributes:
        name: the word.
        summary: what it does, in a few words for the help.
        description: what it does, as its own help says it.
        declare: adds its arguments to a parser.
        run: does it and returns the exit status.
    """

    name: str
    summary: str
    description: str
    declare: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
