"""The edits of relations that people make in the window."""

from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.model import Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import type_name


@dataclass(frozen=True, slots=True)
class ReplaceRelation:
    """Give a relation another type or other ends; one that says the same already swallows it."""

    relation: Relation
    replacement: Relation
    operation: ClassVar[str] = "replace_relation"

    @property
    def label(self) -> str:
        return f"Change {self.relation.source} → {self.relation.target}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        lines = snapshot.relation_lines_of([self.relation.key])
        swallowed = self.relation != self.replacement and draft.has_relation(self.replacement.key)
        for line in lines:
            if swallowed:
                draft.remove_line(line)
            else:
                draft.replace_line(line, self.replacement)
        if not lines and not swallowed:
            draft.append(self.replacement)
        return Outcome(draft.change(), None)


@dataclass(frozen=True, slots=True)
class RenamedRelations:
    """How many relations got the new type, and which were dropped as one says the same already."""

    renamed: int
    dropped: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class RenameRelationType:
    """Give all relations of a type another one, also one that exists; no exact repeats arise."""

    relation_type: str
    new_type: str
    operation: ClassVar[str] = "rename_relation_type"

    @property
    def label(self) -> str:
        return f"Rename the relation {type_name(self.relation_type)} to {type_name(self.new_type)}"

    def apply(self, snapshot: Snapshot) -> Outcome[RenamedRelations]:
        if self.new_type == self.relation_type:
            return Outcome((), RenamedRelations(0, ()))
        draft = Draft(snapshot)
        pairs = ((line, line.record) for line in snapshot.relation_lines)
        lines = [
            line
            for line, relation in pairs
            if isinstance(relation, Relation) and relation.relation_type == self.relation_type
        ]
        replaced = draft.replace_relations(lines, self._renamed)
        return Outcome(draft.change(), RenamedRelations(len(replaced.pairs), replaced.dropped))

    def _renamed(self, relation: Relation) -> Relation:
        return Relation(relation.source, relation.target, self.new_type)
