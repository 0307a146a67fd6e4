"""A minimal MCP client over pipes: requests, one after the other, timed from the first byte to the last."""

import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

_PROTOCOL_VERSION = "2025-06-18"
_BUFFER_BYTES = 1 << 20


@dataclass(frozen=True)
class Usage:
    """What a process took: wall time to its last answer and processor time of its whole life, in ms."""

    wall_ms: float
    processor_ms: float


class StdioClient:
    """A server process and the pipes to it; a context manager that ends the process."""

    def __init__(self, command, environment=None):
        self._last_id = 0
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
            bufsize=_BUFFER_BYTES,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(timeout=60)

    def initialize(self):
        """Open the session."""
        client = {"name": "benchmark", "version": "1"}
        parameters = {"protocolVersion": _PROTOCOL_VERSION, "capabilities": {}, "clientInfo": client}
        self.request("initialize", parameters)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def request(self, method, parameters=None):
        """Return the line of an answer; notifications in between are skipped."""
        self._last_id += 1
        self._send({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": parameters or {}})
        while line := self._process.stdout.readline():
            if not line.startswith(b'{"method"') and b'"method":"notifications/' not in line[:80]:
                return line
        raise RuntimeError("The server ended without an answer.")

    def timed_call(self, tool, arguments):
        """Call a tool; return the ms that it took. A failed call raises `RuntimeError`."""
        started = time.perf_counter()
        line = self.request("tools/call", {"name": tool, "arguments": arguments})
        elapsed = (time.perf_counter() - started) * 1000
        if b'"error":{' in line[:80] or b'"isError":true' in line[-200:] or b'"isError":true' in line[:200]:
            raise RuntimeError(f"{tool}: {line[:500]!r}")
        return elapsed

    def peak_memory_mb(self):
        """Return the largest resident size that the process ever had."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024

    def end(self):
        """Let the process end; return the processor time of its life, in ms."""
        self._process.stdin.close()
        self._process.stdout.read()
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._process.stdout.close()
        return (usage.ru_utime + usage.ru_stime) * 1000

    def _send(self, message):
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()


def start_to_first_answer(command, environment=None):
    """Start a server, initialize it, ask for its tools and end it."""
    started = time.perf_counter()
    client = StdioClient(command, environment)
    client.initialize()
    client.request("tools/list")
    wall = (time.perf_counter() - started) * 1000
    return Usage(wall, client.end())
