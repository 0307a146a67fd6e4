"""The edit behind `--strict-relations`: relations between existing entities only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.edits import CreateRelations
from mnemoscope_shared.errors import NotFound
from mnemoscope_shared.model import Relation
from mnemoscope_shared.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class CreateRelationsStrictly:
    """Add relations that are not there yet; raise `NotFound` for the first end that does not exist."""

    relations: Sequence[Relation]
    operation: ClassVar[str] = CreateRelations.operation

    @property
    def label(self) -> str:
        """What it does, for the Undo menu."""
        return CreateRelations(self.relations).label

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[Relation, ...]]:
        """Return the change and the relations that were created."""
        for relation in self.relations:
            for end in (relation.source, relation.target):
                if end not in snapshot.lines_by_name:
                    raise NotFound(end)
        return CreateRelations(self.relations).apply(snapshot)
