"""The clients that Mnemoscope knows: programs that start memory servers for an assistant."""

from dataclasses import dataclass

# What our server is called in a client's configuration; part of the tools' names that the assistant sees.
SERVER_NAME = "mnemoscope"


@dataclass(frozen=True, slots=True)
class Client:
    """A program that speaks the Model Context Protocol.

    Attributes:
        name: what it is called on the command line.
        title: what it calls itself.
        restart: what a person does so that it notices a changed configuration, as a sentence.
        servers_key: the member of its configuration that holds the servers by name.
        names_transport: whether an entry says that it speaks over standard input and output.
    """

    name: str
    title: str
    restart: str
    servers_key: str = "mcpServers"
    names_transport: bool = False


CLAUDE_DESKTOP = Client(
    "claude-desktop",
    "Claude Desktop",
    "Quit Claude Desktop from its menu (closing the window is not enough) and start it again.",
)
CLAUDE_CODE = Client(
    "claude-code",
    "Claude Code",
    f"Start a new session of Claude Code; /mcp lists {SERVER_NAME} there.",
)
CURSOR = Client(
    "cursor",
    "Cursor",
    f"Restart Cursor, then check that {SERVER_NAME} is switched on under MCP in its settings.",
)
VS_CODE = Client(
    "vscode",
    "VS Code",
    f"In VS Code, run “MCP: List Servers” from the command palette, choose {SERVER_NAME} and start it.",
    servers_key="servers",
    names_transport=True,
)
WINDSURF = Client(
    "windsurf",
    "Windsurf",
    "In Windsurf, refresh the MCP servers in Cascade's settings, or restart it.",
)
LM_STUDIO = Client(
    "lm-studio",
    "LM Studio",
    f"Restart LM Studio, then switch {SERVER_NAME} on in the program tab of a chat.",
)
GEMINI_CLI = Client(
    "gemini-cli",
    "Gemini CLI",
    f"Start Gemini CLI again; /mcp lists {SERVER_NAME} there.",
)
CLIENTS = (CLAUDE_DESKTOP, CLAUDE_CODE, CURSOR, VS_CODE, WINDSURF, LM_STUDIO, GEMINI_CLI)


def client_named(name: str) -> Client:
    """Return the client of that name; raise `KeyError` where there is none."""
    return {client.name: client for client in CLIENTS}[name]
