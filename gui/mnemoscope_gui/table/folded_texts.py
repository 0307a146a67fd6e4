"""The texts that a filter looks into, without capitals and accents; made when needed, and kept."""

from time import perf_counter

from mnemoscope_shared.folding import fold
from mnemoscope_shared.model import Entity

_AT_ONCE = 16
"""Entities between two looks at the clock."""


class FoldedTexts:
    """Name, type and observations of each entity in one folded text, the name first; the same while it is.

    For large memories in many scripts this takes half a second, so it is done a part at a time, between what
    the person does.
    """

    def __init__(self) -> None:
        self._entities: tuple[Entity, ...] = ()
        self._texts: list[str] = []
        self._old_entities: tuple[Entity, ...] = ()
        self._old_texts: list[str] = []
        self._old_rows: dict[str, int] | None = None

    @property
    def is_complete(self) -> bool:
        """Whether there is a text of each entity."""
        return len(self._texts) == len(self._entities)

    def show(self, entities: tuple[Entity, ...]) -> None:
        """Go over to other entities; no text is made yet."""
        if entities is self._entities:
            return
        if self._texts:
            self._old_entities, self._old_texts, self._old_rows = self._entities, self._texts, None
        self._entities, self._texts = entities, []

    def fold_for(self, seconds: float) -> None:
        """Make more texts for so long, or until there are all."""
        deadline = perf_counter() + seconds
        while not self.is_complete and perf_counter() < deadline:
            self._fold(_AT_ONCE)

    def all(self) -> list[str]:
        """Return the text of each entity."""
        self._fold(len(self._entities))
        return self._texts

    def _fold(self, count: int) -> None:
        start = len(self._texts)
        self._texts += [self._text(entity) for entity in self._entities[start : start + count]]
        if self.is_complete:
            self._old_entities, self._old_texts, self._old_rows = (), [], None

    def _text(self, entity: Entity) -> str:
        if self._old_rows is None:
            self._old_rows = {old.name: row for row, old in enumerate(self._old_entities)}
        row = self._old_rows.get(entity.name, len(self._old_texts))
        if row < len(self._old_texts) and self._old_entities[row] == entity:
            return self._old_texts[row]
        return fold("\n".join((entity.name, entity.entity_type, *entity.observations)))
