"""The clients of a server over HTTP: several at once, as others are told of them."""

import logging
import time
from pathlib import Path

from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.presence import Presence
from mnemoscope_shared.writer_names import client_name, writer_name_and_version

logger = logging.getLogger(__name__)

# A client that asks for nothing for so long counts as gone; most of them do not say goodbye.
_SECONDS = 300.0
_MOST = 32


class ServedClients(Presence):
    """Who asked for something lately; in the presence file stands who did last."""

    def __init__(self, state_folder: Path, memory_path: Path) -> None:
        super().__init__(state_folder, memory_path)
        self._last_seen: dict[tuple[str, str], float] = {}

    def note_client(self, client: str, version: str) -> None:
        """Say whom this server serves."""
        key = (client, version)
        if key not in self._last_seen:
            logger.info(
                "%s asks for the first time.", writer_name_and_version(Writer("server", client, version))
            )
        self._last_seen.pop(key, None)
        self._last_seen[key] = time.monotonic()
        if len(self._last_seen) > _MOST:
            del self._last_seen[next(iter(self._last_seen))]
        super().note_client(client, version)

    def names(self) -> tuple[str, ...]:
        """Return what the clients that asked for something lately are called, the last one first."""
        since = time.monotonic() - _SECONDS
        recent = [client for (client, _), seen in self._last_seen.items() if seen >= since]
        return tuple(dict.fromkeys(client_name(client) for client in reversed(recent)))
