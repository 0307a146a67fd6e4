"""Who is running: each server leaves a small file in the user's state folder while it lives."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from mnemoscope_shared.store.history_record import Writer

_FOLDER = "servers"
_FOLDER_MODE = 0o700
# A write follows a write within milliseconds; the file need not follow each.
_REFRESH_MS = 1000


class RunningServer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a server says of itself.

    Attributes:
        pid: its process.
        file: the memory file, as an absolute path.
        started: when it started, in ms since 1970.
        birth: what tells the process from a later one of the same number, where the system knows it.
        client, version: the assistant's program, as its MCP client names itself; empty before it has.
        last_write: when it last changed the memory, in ms since 1970; 0 for never.
    """

    pid: int
    file: str
    started: int
    birth: str = ""
    client: str = ""
    version: str = ""
    last_write: int = 0

    @property
    def writer(self) -> Writer:
        """How its writes are signed, for `writer_names`."""
        return Writer("server", self.client, self.version, self.pid)


_decoder = msgspec.json.Decoder(RunningServer)


class Presence:
    """This process's own file; a folder that cannot be written is passed over, since serving matters more."""

    def __init__(self, state_folder: Path, memory_path: Path) -> None:
        pid = os.getpid()
        self._path = state_folder / _FOLDER / f"{pid}.json"
        self._server = RunningServer(pid, str(memory_path), _now_ms(), birth_of(pid))

    def announce(self) -> None:
        """Say that this server runs."""
        self._save(self._server)

    def note_client(self, client: str, version: str) -> None:
        """Say whom this server serves, as soon as the client has introduced itself."""
        last = self._server
        if (client, version) != (last.client, last.version):
            self._save(msgspec.structs.replace(last, client=client, version=version))

    def note_write(self, client: str, version: str) -> None:
        """Say for whom this server has just changed the memory."""
        now = _now_ms()
        last = self._server
        if (client, version) == (last.client, last.version) and now - last.last_write < _REFRESH_MS:
            return
        self._save(msgspec.structs.replace(last, client=client, version=version, last_write=now))

    def withdraw(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _save(self, server: RunningServer) -> None:
        self._server = server
        temporary = self._path.with_suffix(".tmp")
        with suppress(OSError, UnicodeEncodeError):
            self._path.parent.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            temporary.write_bytes(msgspec.json.encode(server))
            temporary.replace(self._path)


def running_servers(state_folder: Path) -> list[RunningServer]:
    """Return the servers that are alive, oldest first; what dead ones left behind is removed."""
    return sorted(_alive(state_folder / _FOLDER), key=lambda server: (server.started, server.pid))


def servers_using(memory_path: Path, state_folder: Path) -> list[RunningServer]:
    """Return the servers that are alive and serve a memory file, oldest first.

    Args:
        memory_path: the file; links are followed, as the servers do.
        state_folder: where they leave their files.
    """
    wanted = os.path.normcase(os.path.realpath(memory_path))
    return [server for server in running_servers(state_folder) if os.path.normcase(server.file) == wanted]


def birth_of(pid: int) -> str:
    """Return when a process was born, in the system's own form; empty where it does not say (Linux does)."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    # The program's name may hold spaces and brackets; the 22nd field counts from after its last bracket.
    return status.rpartition(")")[2].split()[19]


def _alive(folder: Path) -> Iterator[RunningServer]:
    with suppress(OSError):
        for path in folder.glob("*.json"):
            try:
                server = _decoder.decode(path.read_bytes())
            except (OSError, msgspec.DecodeError):
                continue
            if path.stem != str(server.pid):  # no server of ours has written that
                continue
            if _is_alive(server):
                yield server
            else:
                with suppress(OSError):
                    path.unlink()


def _is_alive(server: RunningServer) -> bool:
    if server.birth:
        return birth_of(server.pid) == server.birth
    if sys.platform == "win32":
        return _is_alive_on_windows(server.pid)
    if server.pid <= 0:  # would mean a group of processes
        return False
    try:
        os.kill(server.pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _is_alive_on_windows(pid: int) -> bool:
    """Ask for a handle: `os.kill` would end the process there."""
    import ctypes

    query_limited_information, still_active = 0x1000, 259
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(query_limited_information, False, pid)
    if not handle:
        return False
    status = ctypes.c_ulong()
    kernel.GetExitCodeProcess(handle, ctypes.byref(status))
    kernel.CloseHandle(handle)
    return status.value == still_active


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
