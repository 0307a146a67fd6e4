import json
import subprocess
import sys
from pathlib import Path

import pytest

from mnemoscope_shared.clients.client import CLIENTS
from mnemoscope_shared.clients.server_settings import server_command, snippet


def test_our_own_server_is_a_program_that_starts():
    command = server_command()
    assert Path(command[0]).is_absolute()
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("mnemoscope-server ")


def test_in_a_bundle_it_is_the_program_beside_us(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "mnemoscope"))
    assert server_command() == (str(tmp_path / "mnemoscope"), "-m", "mnemoscope_server")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    program = "mnemoscope-server.exe" if sys.platform == "win32" else "mnemoscope-server"
    assert server_command() == (str(tmp_path / program),)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_the_snippet_is_a_whole_configuration(client):
    text = snippet(client, ["/opt/Mnemo scope/mnemoscope-server"], Path("/memories/é.jsonl"))
    assert "é.jsonl" in text
    entry = json.loads(text)[client.servers_key]["mnemoscope"]
    assert entry.pop("type", "stdio") == "stdio"
    assert entry == {
        "command": "/opt/Mnemo scope/mnemoscope-server",
        "args": ["--memory-file", str(Path("/memories/é.jsonl"))],
    }
