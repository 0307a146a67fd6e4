"""A real file under random edits, outside writes and undos agrees with a simple model of it."""

import json
import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from mnemoscope_shared.edit import Edit
from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.errors import ChangedSince, NameTaken, NotFound
from mnemoscope_shared.import_records import ImportRecords
from mnemoscope_shared.merge import MergeEntities
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.observation_corrections import MoveObservations
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

NAMES = st.sampled_from("abcd")
TEXTS = st.sampled_from(["x", "é", "\ud800"])
SEATS = st.integers(0, 1)


def merged_relations(relations: list[tuple[str, str]], into: str, others: set[str]) -> list[tuple[str, str]]:
    """Return source and target of each relation after others were merged into an entity."""
    kept = [ends for ends in relations if others.isdisjoint(ends)]
    merged = []
    for ends in relations:
        source, target = (into if end in others else end for end in ends)
        is_new_loop = source == target and ends[0] != ends[1]
        if others.isdisjoint(ends):
            merged.append(ends)
        elif not is_new_loop and (source, target) not in kept:
            kept.append((source, target))
            merged.append((source, target))
    return merged


class MemoryModel(RuleBasedStateMachine):
    """Two programs that take the lock and one that does not, against a dictionary and a list.

    Attributes:
        entities: the observations of each entity by its name.
        relations: source and target of each relation, in order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "memory.jsonl"
        self.seats = [MemoryFile(self.path, Writer(app)) for app in ("window", "server")]
        self.entities: dict[str, list[str]] = {}
        self.relations: list[tuple[str, str]] = []
        self.newest: tuple[str, bytes] | None = None
        self.written: list[str] = []

    def teardown(self) -> None:
        self.folder.cleanup()

    def apply(self, seat: int, edit: Edit[Any]) -> None:
        before = self.seats[1 - seat].read().to_bytes()
        applied = self.seats[seat].apply(edit)
        assert applied.warning is None
        if applied.record_id is not None:
            self.newest = (applied.record_id, before)
            self.written.append(applied.record_id)
            self.check_history()
        self.check_content()

    def check_content(self) -> None:
        for seat in self.seats:
            snapshot = seat.read()
            assert {one.name: list(one.observations) for one in snapshot.entities} == self.entities
            assert [(one.source, one.target) for one in snapshot.relations] == self.relations

    def check_history(self) -> None:
        history = self.seats[0].history
        assert history is not None
        state = history.last_state()
        assert state is not None
        assert [*state[0], *state[1]] == self.lines()

    @rule(seat=SEATS, name=NAMES, text=TEXTS)
    def create(self, seat: int, name: str, text: str) -> None:
        self.entities.setdefault(name, [text])
        self.apply(seat, CreateEntities([Entity(name, "t", (text,))]))

    @rule(seat=SEATS, ends=st.tuples(NAMES, NAMES))
    def relate(self, seat: int, ends: tuple[str, str]) -> None:
        if ends not in self.relations:
            self.relations.append(ends)
        self.apply(seat, CreateRelations([Relation(*ends, "r")]))

    @rule(seat=SEATS, name=NAMES, text=TEXTS)
    def observe(self, seat: int, name: str, text: str) -> None:
        observations = self.entities.get(name, [text])
        if text not in observations:
            observations.append(text)
        try:
            self.apply(seat, AddObservations([EntityObservations(name, (text,))]))
        except NotFound:
            assert name not in self.entities

    @rule(seat=SEATS, name=NAMES)
    def delete(self, seat: int, name: str) -> None:
        self.entities.pop(name, None)
        self.relations = [ends for ends in self.relations if name not in ends]
        self.apply(seat, DeleteEntities([name]))

    @rule(seat=SEATS, names=st.lists(NAMES, min_size=2, max_size=3, unique=True))
    def merge(self, seat: int, names: list[str]) -> None:
        there = [name for name in names if name in self.entities]
        if len(there) >= 2:
            merged = {name: self.entities[name] for name in there}
            texts = dict.fromkeys(text for texts in merged.values() for text in texts)
            self.entities = {name: texts for name, texts in self.entities.items() if name not in merged}
            self.entities[names[0]] = list(texts)
            self.relations = merged_relations(self.relations, names[0], set(names[1:]))
        try:
            self.apply(seat, MergeEntities(names, names[0]))
        except NotFound:
            assert len(there) < 2

    @rule(seat=SEATS, ends=st.tuples(NAMES, NAMES), text=TEXTS)
    def move_an_observation(self, seat: int, ends: tuple[str, str], text: str) -> None:
        are_there = self.entities.keys() >= set(ends)
        source, target = (self.entities.get(name, []) for name in ends)
        if are_there and source is not target and text in source:
            self.entities[ends[0]] = [one for one in source if one != text]
            if text not in target:
                target.append(text)
        try:
            self.apply(seat, MoveObservations(*ends, (text,)))
        except NotFound:
            assert not are_there

    @rule(seat=SEATS, name=NAMES, text=TEXTS, ends=st.tuples(NAMES, NAMES))
    def take_in(self, seat: int, name: str, text: str, ends: tuple[str, str]) -> None:
        observations = self.entities.setdefault(name, [])
        if text not in observations:
            observations.append(text)
        if ends not in self.relations:
            self.relations.append(ends)
        entities, relations = [Entity(name, "t", (text,))], [Relation(*ends, "r")]
        self.apply(seat, ImportRecords(entities, relations, "a file"))

    @rule(seat=SEATS, name=NAMES, new_name=st.sampled_from("wxyz"))
    def rename(self, seat: int, name: str, new_name: str) -> None:
        if name in self.entities and new_name not in self.entities:
            self.entities[new_name] = self.entities.pop(name)
            named = {name: new_name}
            self.relations = [(named.get(a, a), named.get(b, b)) for a, b in self.relations]
        try:
            self.apply(seat, RenameEntity(name, new_name))
        except NotFound:
            assert name not in self.entities
        except NameTaken:
            assert new_name in self.entities

    @rule(name=st.sampled_from("mnop"), place=st.integers(0, 9), in_place=st.booleans(), crlf=st.booleans())
    def another_program_adds(self, name: str, place: int, in_place: bool, crlf: bool) -> None:
        self.entities.setdefault(name, [])
        lines = self.lines()
        if not any(line.get("name") == name for line in map(json.loads, lines)):
            raw = json.dumps({"name": name, "entityType": "outside", "extra": 1.0, "type": "entity"})
            lines.insert(min(place, len(lines)), raw + "\r" * crlf)
        self.write_outside(lines, in_place=in_place)

    @rule(place=st.integers(0, 9), in_place=st.booleans())
    def another_program_removes(self, place: int, in_place: bool) -> None:
        lines = self.lines()
        if place < len(lines):
            gone = json.loads(lines.pop(place))
            if "name" in gone:
                self.entities.pop(gone["name"])
            else:
                self.relations.remove((gone["from"], gone["to"]))
        self.write_outside(lines, in_place=in_place)

    def lines(self) -> list[str]:
        return self.path.read_bytes().decode().split("\n")[:-1] if self.path.exists() else []

    def write_outside(self, lines: list[str], *, in_place: bool) -> None:
        target = self.path if in_place else self.path.with_name("editor")
        target.write_bytes("".join(f"{line}\n" for line in lines).encode())
        if not lines:  # a file that was emptied just now is waited for
            os.utime(target, (time.time() - 2, time.time() - 2))
        target.replace(self.path)
        self.newest = None
        self.check_content()

    @precondition(lambda self: self.newest is not None)
    @rule(seat=SEATS)
    def undo_the_newest(self, seat: int) -> None:
        assert self.newest is not None
        record_id, before = self.newest
        undone = self.seats[seat].revert(record_id)
        assert undone.record_id is not None
        assert self.path.read_bytes() == before
        self.newest = None
        self.written.append(undone.record_id)
        self.follow_the_file()
        self.check_history()

    @precondition(lambda self: self.written)
    @rule(seat=SEATS, force=st.booleans(), data=st.data())
    def undo_any(self, seat: int, force: bool, data: st.DataObject) -> None:
        record_id = data.draw(st.sampled_from(self.written))
        before = self.path.read_bytes()
        try:
            undone = self.seats[seat].revert(record_id, force=force)
        except ChangedSince:
            assert not force
            assert self.path.read_bytes() == before
        else:
            self.follow_the_file()
            if undone.record_id is not None:
                self.newest = None
                self.written.append(undone.record_id)
                self.check_history()

    def follow_the_file(self) -> None:
        """Read the file without our code, and require that everything else agrees."""
        records = [json.loads(line) for line in self.lines()]
        found = [(one["name"], one.get("observations", [])) for one in records if "name" in one]
        assert len(dict(found)) == len(found)
        self.entities = dict(found)
        self.relations = [(one["from"], one["to"]) for one in records if "from" in one]
        self.check_content()


TestMemoryModel = MemoryModel.TestCase
TestMemoryModel.settings = settings(max_examples=80, stateful_step_count=20)
