"""What is copied or opened for a person who connects an assistant, and what they are told afterwards."""

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from mnemoscope_gui.connect.shown_path import known_home, shown_path
from mnemoscope_shared.clients.assistant_instructions import assistant_instructions
from mnemoscope_shared.clients.client import CLAUDE_DESKTOP, Client
from mnemoscope_shared.clients.connection import Connection
from mnemoscope_shared.clients.server_settings import server_command, snippet
from mnemoscope_shared.locations import DEFAULT_NAME


def default_memory_file() -> Path:
    """Return the memory file for a person who has none yet: in the home folder, else in this one."""
    return (known_home() or Path.cwd()) / DEFAULT_NAME


def copy_configuration(memory_file: Path | None, client: Client = CLAUDE_DESKTOP) -> str:
    """Copy what a client's configuration says to start our server; return what a person does with it."""
    path = memory_file or default_memory_file()
    QGuiApplication.clipboard().setText(snippet(client, server_command(), path))
    return f"Copied the configuration for {path.name}. Paste it into the assistant's configuration."


def copy_instructions() -> str:
    """Copy what an assistant should be told about its memory; return what a person does with it."""
    QGuiApplication.clipboard().setText(assistant_instructions())
    return "Copied the instructions. Paste them where your assistant keeps its own."


def open_folder(configuration: Path) -> None:
    """Show the folder of a file, or the nearest one above it that exists."""
    folder = next(folder for folder in configuration.parents if folder.is_dir())
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def told_connection(path: Path, done: Connection) -> str:
    """Return what connecting a client did, and what the person does next."""
    already = "" if done.is_changed else " already"
    sentences = [f"{done.client.title} is set up for {path.name}{already}."]
    if done.is_changed:
        sentences.append(done.client.restart)
    if done.backup is not None:
        sentences.append(f"The configuration before is in {shown_path(done.backup)}.")
    if done.others:
        names = ", ".join(f"“{server.entry.name}”" for server in done.others)
        sentences.append(f"Take {names} out of it, or the assistant mixes up two memories.")
    return " ".join(sentences)


def told_disconnection(done: Connection) -> str:
    """Return what disconnecting a client did, and what the person does next."""
    if not done.is_changed:
        return f"{done.client.title} was not connected."
    return f"{done.client.title} is no longer set up; the memory stays where it is. {done.client.restart}"
