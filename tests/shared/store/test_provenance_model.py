"""Where observations came from: after random writes of several programs, as a replay of all tells it."""

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    DeleteEntities,
    DeleteObservations,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.errors import ChangedSince, EditError
from mnemoscope_shared.merge import MergeEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.observation_corrections import MoveObservations
from mnemoscope_shared.store.history_record import Writer, now_ms
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.provenance import Provenance

NAMES = st.sampled_from(["a", "ä", 'b"\\', "c"])
TEXTS = st.lists(st.sampled_from(["x", "y", "z"]), max_size=3, unique=True).map(tuple)
ITEMS = st.lists(st.builds(EntityObservations, NAMES, TEXTS), min_size=1, max_size=2)
ENTITIES = st.lists(st.builds(Entity, NAMES, st.just("t"), TEXTS), min_size=1, max_size=2)
EDITS = st.one_of(
    st.builds(CreateEntities, ENTITIES),
    st.builds(AddObservations, st.builds(EntityObservations, NAMES, TEXTS).map(lambda item: [item])),
    st.builds(DeleteObservations, ITEMS),
    st.builds(DeleteEntities, st.lists(NAMES, min_size=1, max_size=2)),
    st.builds(RenameEntity, NAMES, NAMES),
    st.builds(MoveObservations, NAMES, NAMES, TEXTS),
    st.builds(MergeEntities, st.lists(NAMES, min_size=2, max_size=3, unique=True), NAMES),
)
WRITERS = st.builds(Writer, st.just("server"), st.sampled_from(["one", "two"])) | st.just(Writer("window"))
# An undo of an earlier write, counted from the newest; and the memory as another program leaves it.
UNDOS = st.integers(0, 4)
OUTSIDE = st.dictionaries(NAMES, TEXTS, max_size=3)
TICK_MS = 12  # file systems tell time by the clock of the kernel, which moves on by up to so much
STEPS = st.lists(st.tuples(WRITERS, EDITS) | UNDOS | OUTSIDE, max_size=12)


def take(step, file: MemoryFile) -> None:
    """Take a step; what does not fit is passed over."""
    if isinstance(step, dict):
        now = now_ms()
        while now_ms() <= now + TICK_MS:  # so that it is seen to be later than the write before it
            pass
        records = [
            {"type": "entity", "name": n, "entityType": "t", "observations": o} for n, o in step.items()
        ]
        file.path.write_text("".join(json.dumps(record) + "\n" for record in records))
    elif isinstance(step, int):
        records = file.history.records()
        if step < len(records):
            with suppress(ChangedSince):
                file.revert(records[-1 - step].id)
    else:
        file.writer, edit = step
        with suppress(EditError):
            file.apply(edit)


class Replay:
    """The memory with the origin of each observation, from the first write on.

    Attributes:
        memory: the observations of each entity, and the ids of the writes that may have added each: several
            where a write took one text from several entities.
        lost: the same of what an entity had and lost.
    """

    def __init__(self) -> None:
        self.memory: dict[str, dict[str, set]] = {}
        self.lost: dict[tuple[str, str], set] = {}

    def follow(self, record_id: str, puts_back: bool, pairs: list) -> None:
        taken = defaultdict(set)
        lost = {}
        for before, after in pairs:
            for text in before["observations"] if before else []:
                if after is None or text not in after["observations"]:
                    origin = self.memory[before["name"]][text]
                    taken[text] |= origin
                    lost[(after or before)["name"], text] = origin

        def origin_of(text: str, before) -> set:
            if before is not None and text in before["observations"]:
                return self.memory[before["name"]][text]
            if taken[text]:
                return taken[text]
            if puts_back:
                return self.lost.get(((before or after)["name"], text), {None})
            return {record_id}

        made = {}
        for before, after in pairs:
            if after is not None:
                made[after["name"]] = {text: origin_of(text, before) for text in after["observations"]}
        for before, _ in pairs:
            if before is not None:
                del self.memory[before["name"]]
        self.memory |= made
        self._rename_what_was_lost([(b["name"], a["name"]) for b, a in pairs if b and a])
        self.lost |= lost

    def _rename_what_was_lost(self, renames: list[tuple[str, str]]) -> None:
        earlier = dict(self.lost)
        for old, new in renames:
            if old != new:
                self.lost = {place: origin for place, origin in self.lost.items() if place[0] != new}
                self.lost |= {(new, text): origin for (name, text), origin in earlier.items() if name == old}


def replay_of(file: MemoryFile) -> dict[str, dict[str, set]]:
    """Tell the origins from the history; what is not recorded yet has the origin ''."""
    replay = Replay()
    for record in file.history.records():
        changes = [change for change in record.changes if change.part == "entities"]
        pairs = [tuple(line and json.loads(line) for line in (one.before, one.after)) for one in changes]
        replay.follow(record.id, record.undo is not None or record.operation == "restore", pairs)
    now = {
        entity.name: {"name": entity.name, "observations": entity.observations} for entity in entities(file)
    }
    then = {name: {"name": name, "observations": list(texts)} for name, texts in replay.memory.items()}
    replay.follow(
        "", False, [(then.get(name), now.get(name)) for name in [*then, *(now.keys() - then.keys())]]
    )
    return replay.memory


def entities(file: MemoryFile) -> tuple[Entity, ...]:
    return file.read().entities


@contextmanager
def memory_after(steps) -> Iterator[MemoryFile]:
    with TemporaryDirectory() as folder:
        file = MemoryFile(Path(folder) / "memory.jsonl", Writer("window"))
        file.apply(CreateEntities([Entity("a", "t", ("x",))]))  # the history begins before the first line
        for step in steps:
            take(step, file)
        yield file


@given(STEPS)
def test_each_observation_has_the_origin_that_a_replay_of_all_writes_gives_it(steps) -> None:
    with memory_after(steps) as file:
        provenance, snapshot, expected = Provenance(file), file.read(), replay_of(file)
        for entity in snapshot.entities:
            origins = provenance.observation_origins(snapshot, entity.name)
            assert len(origins) == len(entity.observations)
            for text, origin in zip(entity.observations, origins, strict=True):
                found = origin.record_id if origin.writer is not None else None
                assert found in expected[entity.name][text]


@given(STEPS)
def test_an_entitys_events_lead_from_one_state_to_the_next_up_to_that_of_now(steps) -> None:
    with memory_after(steps) as file:
        provenance, snapshot = Provenance(file), file.read()
        for entity in snapshot.entities:
            history = provenance.entity_history(snapshot, entity.name)
            assert history.is_complete
            if not any(event.absorbed for event in history.events):
                befores = [entity, *(event.before for event in history.events)]
                afters = [*(event.after for event in history.events), None]
                assert befores == afters


@given(STEPS)
def test_the_last_changes_are_the_times_of_the_last_writes_that_left_a_line_of_each(steps) -> None:
    with memory_after(steps) as file:
        file.apply(CreateEntities([Entity("what came before is recorded now", "t", ())]))
        snapshot = file.read()
        written = {}
        for record in file.history.records():
            lines = [json.loads(one.after) for one in record.changes if one.after is not None]
            written |= {line["name"]: record.time for line in lines}
        times = Provenance(file).last_changes(snapshot).times
        assert times == {name: written[name] for name in snapshot.lines_by_name}
