"""What a trial start of a memory server found out, as the terminal and the window show it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from mnemoscope_shared.clients.server_entry import ServerEntry, kind_of
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.wording import counted

ProblemKind = Literal[
    "none",  # the server works
    "not-found",  # there is no such program
    "not-executable",  # there is a file, which the system does not start
    "missing-module",  # an interpreter was started that has not got what it is to run
    "version",  # an interpreter was started that is too old for what it is to run
    "quarantined",  # macOS holds the program back
    "ended",  # it ended instead of answering
    "silent",  # it did not answer in time
    "not-mcp",  # what it answers is not the protocol
    "other-server",  # it is a server, but none for a memory
    "memory",  # it cannot read its memory
]


class UnreadableVerification(MnemoscopeError):
    """A text is not what `mnemoscope-server verify --json` writes."""

    def __init__(self) -> None:
        super().__init__("The connection could not be checked. Install Mnemoscope again.")


class Verification(msgspec.Struct, frozen=True, omit_defaults=True):
    """The outcome of starting a server as a client would, and asking it for what it offers.

    Attributes:
        command: what was started: a program and its arguments.
        problem: what kind of thing went wrong.
        message: what went wrong and what to do next, as sentences; empty where nothing did.
        notes: sentences about what works here and may fail elsewhere.
        protocol_version: the version of the protocol that was agreed on; empty before.
        server, server_version: what the server calls itself.
        tools: the names of its tools.
        entities, relations: how many are in its memory; None where it did not say.
        memory_file: its memory file, where that can be told, else empty.
        log: the last lines that it wrote to standard error.
        exit_status: how it ended, where it ended too early: a signal's number below zero.
    """

    command: tuple[str, ...]
    problem: ProblemKind = "none"
    message: str = ""
    notes: tuple[str, ...] = ()
    protocol_version: str = ""
    server: str = ""
    server_version: str = ""
    tools: tuple[str, ...] = ()
    entities: int | None = None
    relations: int | None = None
    memory_file: str = ""
    log: tuple[str, ...] = ()
    exit_status: int | None = None

    @property
    def is_working(self) -> bool:
        """Whether a client that starts this command gets a memory server."""
        return self.problem == "none"

    @property
    def is_lost(self) -> bool:
        """Whether our own server is not where the command says: connecting the client again may help."""
        return self.problem in ("not-found", "missing-module") and starts_our_server(self.command)


def starts_our_server(command: Sequence[str]) -> bool:
    """Return whether a command is meant to start Mnemoscope's own server."""
    program, *arguments = command
    return kind_of(ServerEntry("", program, tuple(arguments))) == "mnemoscope"


_decoder = msgspec.json.Decoder(Verification)


def encode_verification(verification: Verification) -> str:
    """Return a verification as one line of JSON."""
    return msgspec.json.encode(verification).decode()


def decode_verification(text: str | bytes) -> Verification:
    """Return the verification that a text holds; raise `UnreadableVerification` where it holds none."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        raise UnreadableVerification from None


def verification_lines(verification: Verification) -> list[str]:
    """Return what a person is told, line by line: the outcome first."""
    lines = ["The server works." if verification.is_working else verification.message]
    if verification.protocol_version:
        name = f"{verification.server} {verification.server_version}".rstrip()
        lines.append(f"It is “{name}” and speaks version {verification.protocol_version} of the protocol.")
    if verification.tools:
        number = counted(len(verification.tools), "tool", "tools")
        lines.append(f"It has {number}: {', '.join(verification.tools)}.")
    lines += _memory_lines(verification)
    lines += verification.notes
    if not verification.is_working and verification.log:
        lines += ["It wrote to standard error:", *(f"  {line}" for line in verification.log)]
    return lines


def _memory_lines(verification: Verification) -> list[str]:
    lines = []
    if verification.entities is not None and verification.relations is not None:
        entities = counted(verification.entities, "entity", "entities")
        relations = counted(verification.relations, "relation", "relations")
        lines.append(f"Its memory has {entities} and {relations}.")
    if verification.memory_file:
        lines.append(f"The memory is in {verification.memory_file}.")
    return lines
