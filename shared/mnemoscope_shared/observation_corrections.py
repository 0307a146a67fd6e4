"""The edits of observations that people make in the window; none of them makes a repeat."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.model import Entity
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import counted


@dataclass(frozen=True, slots=True)
class ReplaceObservation:
    """Write one observation anew; where it has gone meanwhile, the new text is added."""

    entity_name: str
    observation: str
    replacement: str
    operation: ClassVar[str] = "replace_observation"

    @property
    def label(self) -> str:
        return f"Change an observation of {self.entity_name}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        entity = draft.existing_entity(self.entity_name)
        observations = list(entity.observations)
        if self.observation in observations:
            observations[observations.index(self.observation)] = self.replacement
        elif self.replacement not in observations:
            observations.append(self.replacement)
        draft.replace_observations(entity, observations)
        return Outcome(draft.change(), None)


@dataclass(frozen=True, slots=True)
class SplitObservation:
    """Put the parts of an observation in its place, but for those that the entity has already.

    Where it has gone meanwhile, the parts are added at the end.
    """

    entity_name: str
    observation: str
    parts: Sequence[str]
    operation: ClassVar[str] = "split_observation"

    @property
    def label(self) -> str:
        return f"Split an observation of {self.entity_name}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        entity = draft.existing_entity(self.entity_name)
        observations = list(entity.observations)
        place = len(observations)
        if self.observation in observations:
            place = observations.index(self.observation)
            del observations[place]
        observations[place:place] = missing_from(observations, self.parts)
        draft.replace_observations(entity, observations)
        return Outcome(draft.change(), None)


@dataclass(frozen=True, slots=True)
class ReorderObservations:
    """Put an entity's observations in an order: those in it that have gone meanwhile are passed over.

    Those that it does not name, as they may have come meanwhile, follow in the order that they have.
    """

    entity_name: str
    order: Sequence[str]
    operation: ClassVar[str] = "reorder_observations"

    @property
    def label(self) -> str:
        return f"Reorder the observations of {self.entity_name}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        entity = draft.existing_entity(self.entity_name)
        named = _common(self.order, entity.observations)
        # What the order names is taken from the front, so that of repeats the last ones follow.
        draft.replace_observations(entity, [*named, *_without_first(entity.observations, named)])
        return Outcome(draft.change(), None)


@dataclass(frozen=True, slots=True)
class MoveObservations:
    """Take observations from one entity and give them to another; those that have gone are passed over.

    Raises `NotFound` for a missing entity. The answer: what was taken.
    """

    source: str
    target: str
    observations: Sequence[str]
    operation: ClassVar[str] = "move_observations"

    @property
    def label(self) -> str:
        return f"Move {_counted(self.observations)} from {self.source} to {self.target}"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[str, ...]]:
        draft = Draft(snapshot)
        source, target = draft.existing_entity(self.source), draft.existing_entity(self.target)
        if source == target:
            return Outcome((), ())
        moved = _present(self.observations, source)
        gone = set(moved)
        draft.replace_observations(source, [text for text in source.observations if text not in gone])
        draft.replace_observations(target, [*target.observations, *missing_from(target.observations, moved)])
        return Outcome(draft.change(), moved)


@dataclass(frozen=True, slots=True)
class CopyObservations:
    """Give observations of one entity to another one too; those that have gone are passed over.

    Raises `NotFound` for a missing entity. The answer: what the other one did not have.
    """

    source: str
    target: str
    observations: Sequence[str]
    operation: ClassVar[str] = "copy_observations"

    @property
    def label(self) -> str:
        return f"Copy {_counted(self.observations)} from {self.source} to {self.target}"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[str, ...]]:
        draft = Draft(snapshot)
        source, target = draft.existing_entity(self.source), draft.existing_entity(self.target)
        copied = missing_from(target.observations, _present(self.observations, source))
        draft.replace_observations(target, [*target.observations, *copied])
        return Outcome(draft.change(), copied)


def missing_from(observations: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Return each of the texts once that is not among the observations."""
    known = set(observations)
    return tuple(text for text in dict.fromkeys(texts) if text not in known)


def _present(texts: Iterable[str], entity: Entity) -> tuple[str, ...]:
    """Return each text once that an entity has as an observation."""
    known = set(entity.observations)
    return tuple(text for text in dict.fromkeys(texts) if text in known)


def _common(order: Iterable[str], observations: Iterable[str]) -> list[str]:
    """Return what of an order is there, each text at most as often as it is there."""
    left = Counter(observations)
    common = []
    for text in order:
        if left[text] > 0:
            left[text] -= 1
            common.append(text)
    return common


def _without_first(observations: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Return the observations without the first of each that was taken, as often as it was."""
    left = Counter(taken)
    rest = []
    for text in observations:
        if left[text] > 0:
            left[text] -= 1
        else:
            rest.append(text)
    return rest


def _counted(observations: Sequence[str]) -> str:
    return counted(len(observations), "observation", "observations")
