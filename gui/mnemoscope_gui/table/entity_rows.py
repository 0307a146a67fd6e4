"""The entities of a memory as rows: what each column holds of them, taken from the snapshot when asked."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.table.columns import Column
from mnemoscope_shared.model import Entity, Line
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.token_estimate import estimated_tokens

UNKNOWN_TIME = -1
"""Stands for the last change of an entity of which nothing is recorded."""


class EntityRows:
    """The rows of one snapshot, in the order of the file.

    Attributes:
        snapshot: the memory.
        entities: the entity of each row; two may have one name.
    """

    def __init__(self, snapshot: Snapshot = EMPTY, last_changes: Mapping[str, int] | None = None) -> None:
        """Take a snapshot, and when entities of it were last changed, ms since 1970 by name."""
        self.snapshot = snapshot
        self.entities = snapshot.entities
        self._last_changes = last_changes or {}

    def __len__(self) -> int:
        return len(self.entities)

    @cached_property
    def names(self) -> list[str]:
        """The name in each row."""
        return [entity.name for entity in self.entities]

    @cached_property
    def types(self) -> list[str]:
        """The type in each row."""
        return [entity.entity_type for entity in self.entities]

    def entity(self, row: int) -> Entity:
        """Return the entity of a row."""
        return self.entities[row]

    def number(self, row: int, column: Column) -> int:
        """Return what a row has in a column that is no text; `UNKNOWN_TIME` for a time nobody knows."""
        return self._figure(column)(row)

    def numbers(self, column: Column) -> NDArray[np.int64]:
        """Return what all rows have in a column that is no text, (n,)."""
        return np.fromiter(map(self._figure(column), range(len(self))), np.int64, len(self))

    def texts(self, column: Column) -> list[str]:
        """Return what all rows have in a column of text."""
        return self.names if column is Column.NAME else self.types

    def rows_named(self, names: set[str]) -> NDArray[np.intp]:
        """Return the rows of entities that bear one of these names, ascending."""
        if len(self._first_rows) == len(self):
            rows = sorted(self._first_rows[name] for name in names if name in self._first_rows)
        else:
            rows = [row for row, name in enumerate(self.names) if name in names]
        return np.array(rows, np.intp)

    def _figure(self, column: Column) -> Callable[[int], int]:
        entities = self.entities
        if column is Column.OBSERVATIONS:
            return lambda row: len(entities[row].observations)
        if column is Column.RELATIONS:
            counts = self._relation_counts
            return lambda row: counts[entities[row].name]
        if column is Column.TOKENS:
            lines = self._lines
            return lambda row: estimated_tokens(len(lines[row].raw))
        times = self._last_changes
        return lambda row: times.get(entities[row].name, UNKNOWN_TIME)

    @cached_property
    def _relation_counts(self) -> Counter[str]:
        """How many relations touch each name; a self-loop counts once."""
        relations = self.snapshot.relations
        counts = Counter([relation.source for relation in relations])
        counts.update([relation.target for relation in relations if relation.target != relation.source])
        return counts

    @cached_property
    def _first_rows(self) -> dict[str, int]:
        return dict(zip(reversed(self.names), range(len(self) - 1, -1, -1), strict=True))

    @cached_property
    def _lines(self) -> list[Line]:
        """The line of each row: objects of other programs stand between them in the file."""
        lines = self.snapshot.entity_lines
        if len(lines) == len(self.entities):
            return lines
        return [line for line in lines if isinstance(line.record, Entity)]
