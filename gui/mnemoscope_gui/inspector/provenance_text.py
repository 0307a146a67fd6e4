"""Who wrote something and when, as the inspector says it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from mnemoscope_gui.relative_time import exact_time, relative_time
from mnemoscope_shared.store.observation_origins import Origin
from mnemoscope_shared.writer_names import writer_name, writer_name_and_version


@dataclass(frozen=True, slots=True)
class Byline:
    """A short line about where something came from, and the long form of it."""

    text: str
    explanation: str


@lru_cache(maxsize=256)
def origin_byline(origin: Origin, now: int) -> Byline | None:
    """Return who added an observation, and when; None where nothing can be said. `now`: ms since 1970."""
    if origin.writer is None:
        if origin.time is None:
            return None
        return Byline(
            f"before {relative_time(origin.time, now)}",
            f"Added before {exact_time(origin.time)}, where the history begins",
        )
    if origin.time is None:
        return Byline(writer_name(origin.writer), "")
    return Byline(
        f"{writer_name(origin.writer)} · {relative_time(origin.time, now)}",
        f"Added by {plain(writer_name_and_version(origin.writer))} on {exact_time(origin.time)}",
    )


def origin_bylines(observations: Iterable[str], origins: Iterable[Origin], now: int) -> dict[str, Byline]:
    """Return a line for each observation of which something is known."""
    pairs = zip(observations, origins, strict=True)
    return {text: byline for text, origin in pairs if (byline := origin_byline(origin, now)) is not None}


def plain(text: str) -> str:
    """Return text that a tooltip does not take for markup."""
    return text.replace("<", "‹")
