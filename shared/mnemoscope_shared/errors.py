"""Every error that Mnemoscope raises on purpose; each message says what happened and what to do next."""

import errno
import os
from pathlib import Path

from mnemoscope_shared.shell import shell_word


class MnemoscopeError(Exception):
    """The root of all errors below: its text can be shown to a person as it is."""


class EditError(MnemoscopeError):
    """An edit does not fit the memory as it is now; nothing was written."""


class NotFound(EditError):
    """An entity that an edit needs is not there; the text is the reference server's."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"Entity with name {name} not found")


class NameTaken(EditError):
    """An entity cannot get a name that another one has."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"There is already an entity named “{name}”. Choose another name.")


class NothingToMerge(EditError):
    """Fewer than two entities were named for a merge."""

    def __init__(self) -> None:
        super().__init__("Merging takes at least two entities. Choose another one.")


class ChangedSince(EditError):
    """What an undo would put back has been changed again meanwhile.

    Attributes:
        before: the lines that the undo would restore, one text for each object.
        now: the lines as they are in the file.
    """

    def __init__(self, before: tuple[str, ...], now: tuple[str, ...]) -> None:
        self.before = before
        self.now = now
        super().__init__(
            "This was changed again after the edit that you want to undo. "
            "Look at both versions and choose which one to keep."
        )


class StoreError(MnemoscopeError):
    """The memory file cannot be read or written now; it was left as it is."""

    def __init__(self, path: Path, message: str) -> None:
        self.path = path
        super().__init__(message)


class LockTimeout(StoreError):
    """Another program kept the write lock for too long."""

    def __init__(self, path: Path, seconds: float, holder: str | None) -> None:
        self.holder = holder
        who = holder or "another program"
        super().__init__(
            path,
            f"{path.name} was not changed: {who} has been writing to it for over {seconds:g} seconds. "
            "Try again, and end that program if it hangs.",
        )


class CorruptLine(StoreError):
    """A line of the memory file is not what the format allows; nothing is written while it stands.

    Attributes:
        line: its number, from 1.
        column: where in it, in characters from 1.
        why: the reason in a few words.
        readable: how many lines before it were read.
    """

    def __init__(self, path: Path, line: int, column: int, why: str, readable: int) -> None:
        self.line = line
        self.column = column
        self.why = why
        self.readable = readable
        super().__init__(
            path,
            f"{path}: line {line}, column {column} {why}. Nothing is written while it stands. "
            f"See what can be mended: mnemoscope-server check --repair {shell_word(path)}",
        )


class NotJsonLines(StoreError):
    """The file is JSON, but not one object a line: an array, an object that holds a graph, pretty-printed."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            f"{path} is one JSON document or several; a memory file has one JSON object on each line. "
            "Nothing is written to it. "
            f"See what it would be: mnemoscope-server check --convert {shell_word(path)}",
        )


class BeyondRepair(StoreError):
    """Not one line of the file can be read, so that a repair would leave nothing."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            f"Not one line of {path} can be read, so nothing was repaired. Put a backup in its place, "
            "or move it away to begin anew.",
        )


class NotConvertible(StoreError):
    """A JSON document holds nothing that could become an entity or a relation."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            f"{path} was not converted: nothing in it looks like an entity or a relation. "
            "Choose a file that holds a graph.",
        )


class FileMissing(StoreError):
    """There is no file where one is needed."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"There is no file {path}. Check its name and its folder.")


class NotAFile(StoreError):
    """Something that is no file is in the memory file's place."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"{path} is not a file. Choose a file, for example {path / 'memory.jsonl'}.")


class Unreadable(StoreError):
    """The operating system does not let us read the file."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(path, f"{path} cannot be read ({why}). Check its permissions and its disk.")


class ReadOnly(StoreError):
    """The file or its folder may not be written."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(
            path, f"Nothing was changed: {what} is read-only. Allow writing to it, or copy the memory."
        )


class WriteFailed(StoreError):
    """The operating system refused the write.

    Attributes:
        number: the `errno` of the refusal.
    """

    def __init__(self, path: Path, number: int) -> None:
        self.number = number
        super().__init__(path, f"{path.name} was not changed: {os.strerror(number)}. {_advice(number)}")


class FileBusy(StoreError):
    """Other programs keep the file open or keep rewriting it, so that no write gets through."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            f"{path.name} was not changed: another program keeps it open or rewrites it all the time. "
            "Close that program, or try again in a moment.",
        )


class TransferError(MnemoscopeError):
    """A text from elsewhere cannot be taken in; nothing was changed."""


class TextTooLong(TransferError):
    """A text has more characters than are taken in at once."""

    def __init__(self, length: int, limit: int) -> None:
        super().__init__(
            f"The text has {length:,} characters; at most {limit:,} are taken in at once. "
            "Take a part of it, or save it as a file and open that."
        )


class UnreadableText(TransferError):
    """A text begins as entities and relations do, in JSON, and cannot be read to its end.

    Attributes:
        line: which line is at fault, from 1.
        column: where in it, in characters from 1.
        why: the reason in a few words.
    """

    def __init__(self, line: int, column: int, why: str) -> None:
        self.line = line
        self.column = column
        self.why = why
        super().__init__(
            f"Nothing was taken in: line {line}, column {column} of the text {why}. "
            "Copy it again, from its beginning to its end."
        )


class TargetExists(StoreError):
    """A file cannot be moved to a name that is taken."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"Nothing was moved: {path} exists already. Choose another name.")


class ConfigurationRefused(MnemoscopeError):
    """A client's configuration cannot be changed safely; it was left as it is.

    Attributes:
        path: the configuration.
        snippet: what a person can put there by hand, as the advice says; empty where there is nothing to put.
    """

    def __init__(self, path: Path, why: str, advice: str, snippet: str = "") -> None:
        self.path = path
        self.snippet = snippet
        super().__init__(f"{path} was not changed: {why}. {advice}")


class HistoryError(MnemoscopeError):
    """The history cannot be read or written; the memory file itself is not touched by that."""


def _advice(number: int) -> str:
    if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "Free some space on its disk, then try again."
    if number in (errno.ENOENT, errno.ENOTDIR):
        return "Check that its folder exists."
    if number in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "Check the permissions of the file and its folder."
    return "Check its disk, then try again."
