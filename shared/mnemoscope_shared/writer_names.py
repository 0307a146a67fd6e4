"""Who wrote, said to a person: “Claude Desktop”, “you, in Mnemoscope”, “another program”.

A client gives itself its name, and need not be honest: no name of a client reads like one of our own words.
"""

from mnemoscope_shared.clients.client import (
    CLAUDE_CODE,
    CLAUDE_DESKTOP,
    CURSOR,
    GEMINI_CLI,
    VS_CODE,
    WINDSURF,
)
from mnemoscope_shared.store.history_record import Writer

_OUR_WORDS = {
    "window": "you, in Mnemoscope",
    "outside": "another program",
    "recovery": "Mnemoscope itself",
}
_OUR_BEGINNINGS = ("you", "mnemoscope", "another program", "an assistant", "“")
# What clients call themselves when they introduce themselves, in lower case.
_TITLES = {
    "claude-ai": CLAUDE_DESKTOP.title,
    "claude-code": CLAUDE_CODE.title,
    "codex-mcp-client": "Codex",
    "cursor-vscode": CURSOR.title,
    "gemini-cli-mcp-client": GEMINI_CLI.title,
    "visual studio code": VS_CODE.title,
    "windsurf-client": WINDSURF.title,
}
_LONGEST_NAME = 60


def writer_name(writer: Writer) -> str:
    """Return who wrote, on one short line."""
    if writer.app == "server":
        return client_name(writer.client)
    return _OUR_WORDS.get(writer.app) or _as_quoted(writer.app)


def writer_name_and_version(writer: Writer) -> str:
    """Return who wrote, with the version of the assistant's program."""
    version = _on_one_line(writer.version) if writer.app == "server" else ""
    return f"{writer_name(writer)} {version}".rstrip()


def client_name(client: str) -> str:
    """Return what an assistant's program is called by people, told from what it calls itself."""
    name = _on_one_line(client)
    if not name:
        return "an assistant"
    return _TITLES.get(name.lower()) or (_as_quoted(name) if _reads_like_ours(name) else name)


def _reads_like_ours(name: str) -> bool:
    return name.casefold().startswith(_OUR_BEGINNINGS)


def _as_quoted(name: str) -> str:
    return f"“{_on_one_line(name)}”"


def _on_one_line(text: str) -> str:
    """Return a text without what does not print, such as marks that turn the direction of writing."""
    visible = "".join(one if one.isprintable() else " " for one in text)
    line = " ".join(visible.split())
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"
