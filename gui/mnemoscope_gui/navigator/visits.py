"""Where a person has been: the entities visited one after the other, as a browser keeps its pages. Pure."""

from collections.abc import Callable, Mapping

VISITS_KEPT = 200


class Visits:
    """A line of names with a place in it; going back and visiting anew drops what was ahead."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._at = -1

    def visit(self, name: str) -> None:
        """Note a visit; to stay where one is counts as none."""
        if 0 <= self._at < len(self._names) and self._names[self._at] == name:
            return
        self._names = [*self._names[: self._at + 1], name][-VISITS_KEPT:]
        self._at = len(self._names) - 1

    def back(self, exists: Callable[[str], bool]) -> str | None:
        """Go back to the last name that still exists; None where there is none."""
        return self._go(-1, exists)

    def forward(self, exists: Callable[[str], bool]) -> str | None:
        """Go forward again; None where nothing is ahead."""
        return self._go(1, exists)

    def can_go_back(self, exists: Callable[[str], bool]) -> bool:
        """Whether `back` would find a name."""
        return self._found(-1, exists) is not None

    def can_go_forward(self, exists: Callable[[str], bool]) -> bool:
        """Whether `forward` would find a name."""
        return self._found(1, exists) is not None

    def rename(self, renamed: Mapping[str, str]) -> None:
        """Follow entities to their new names."""
        self._names = [renamed.get(name, name) for name in self._names]

    def _go(self, step: int, exists: Callable[[str], bool]) -> str | None:
        found = self._found(step, exists)
        if found is None:
            return None
        self._at = found
        return self._names[found]

    def _found(self, step: int, exists: Callable[[str], bool]) -> int | None:
        """The next place in a direction whose entity exists and is another than the one here."""
        here = self._names[self._at] if self._names else None
        at = self._at + step
        while 0 <= at < len(self._names):
            if self._names[at] != here and exists(self._names[at]):
                return at
            at += step
        return None
