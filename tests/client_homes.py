"""A made-up user whose clients and memories the tests put in place."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

ANN = b'{"type":"entity","name":"Ann","entityType":"person","observations":[]}\n'
KNOWS = b'{"type":"relation","from":"Ann","to":"Ann","relationType":"knows"}\n'
PACKAGE = "node_modules/@modelcontextprotocol/server-memory/dist"


@dataclass
class Home:
    """A home folder and a working folder, on Linux."""

    folder: Path
    work: Path

    @property
    def environment(self):
        return {"HOME": str(self.folder), "PATH": str(self.folder / "bin")}

    @property
    def user(self):
        """What the functions under test are told about the user."""
        return self.environment, self.work, "linux"

    def write(self, name, content):
        """Write bytes, text or JSON to a file in the home folder; an absolute name stays as it is."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def configure(self, name, entry, client_file=".cursor/mcp.json", key="mcpServers"):
        """Give a client one server."""
        return self.write(client_file, {key: {name: entry}})

    def write_program(self, name, script):
        """Put a Python program on the user's path."""
        path = self.write(f"bin/{name}", f"#!{sys.executable}\n{script}")
        path.chmod(0o755)
        return path

    def read(self, name):
        """Return what a JSON file in the home folder holds."""
        return json.loads((self.folder / name).read_text(encoding="utf-8"))
