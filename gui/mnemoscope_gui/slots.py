"""Making slots of plain functions."""

from collections.abc import Callable


def without_arguments(handler: Callable[[], object]) -> Callable[[], None]:
    """Return a slot that drops what the signal brings, such as the “checked” of Qt's actions."""

    def slot() -> None:
        handler()

    return slot
