"""A real server process, spoken to line by line."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


class ServerProcess:
    """`mnemoscope-server` on a file, as an assistant's client starts it."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mnemoscope_server", "--memory-file", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0
        client = {"name": "end-to-end test", "version": "1"}
        self._request(
            "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        )
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return the structured part of its answer."""
        result = self._request("tools/call", {"name": tool, "arguments": arguments})
        assert not result.get("isError"), result
        return result["structuredContent"]

    def close(self) -> int:
        """End the input and return the exit status."""
        self._process.stdin.close()
        self._process.stdout.read()
        self._process.stdout.close()
        return self._process.wait(10)

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        answer = json.loads(self._process.stdout.readline())
        assert answer["id"] == self._number
        return answer["result"]

    def _send(self, message: dict[str, Any]) -> None:
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


@pytest.fixture
def start_server() -> Iterator[Callable[[Path], ServerProcess]]:
    """Start servers; each must end with status 0."""
    servers: list[ServerProcess] = []

    def start(path: Path) -> ServerProcess:
        servers.append(ServerProcess(path))
        return servers[-1]

    yield start
    assert [server.close() for server in servers] == [0] * len(servers)
