"""A history under random writes, rotations and purges agrees with the file and tells no purged text."""

import gzip
import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from random_edits import CORRECTIONS

from mnemoscope_shared.edit import Edit
from mnemoscope_shared.edits import CreateEntities, DeleteEntities
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.errors import ChangedSince, EditError, HistoryError, NameTaken, NotFound
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_purge import files_still_holding, purge
from mnemoscope_shared.store.history_record import ChangeRecord, VoidRecord, Writer, new_id, now_ms
from mnemoscope_shared.store.history_selection import Everything, Holding, OlderThan
from mnemoscope_shared.store.memory_file import MemoryFile

SECRETS = ["Ä-secret", 'se"cr\\et', "🔑🔑"]
NAMES = st.sampled_from(["a", "b", "c", *SECRETS])
TEXTS = st.sampled_from(["x" * 300, *SECRETS])


class HistoryModel(RuleBasedStateMachine):
    """One program that writes and purges, and one that does not lock and spells as it likes.

    Attributes:
        written: the ids of our writes.
        left_dirty: whether a purge found its text in the memory itself, so that the state is not told until
            the next checkpoint.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "memory.jsonl"
        self.written: list[str] = []
        self.left_dirty = False
        self.restart()

    def teardown(self) -> None:
        self.folder.cleanup()

    @rule()
    def restart(self) -> None:
        self.file = MemoryFile(self.path, Writer("server"))
        assert self.file.history is not None
        self.file.history.checkpoint_bytes = 1000
        self.file.history.rotation_bytes = 3000

    def apply(self, edit: Edit[object]) -> None:
        applied = self.file.apply(edit)
        # What the other program wrote over ours cannot always be put back.
        assert applied.warning is None or applied.warning.startswith("Another program overwrote")
        if applied.record_id is not None:
            self.written.append(applied.record_id)
            self.check_state()

    def check_state(self) -> None:
        state = History(self.path).last_state()
        assert state is not None or self.left_dirty
        if state is not None:
            assert [*state[0], *state[1]] == self.lines()
            assert History(self.path).as_of(now_ms() + 1000).to_bytes() == self.file.read().to_bytes()

    def lines(self) -> list[str]:
        return self.path.read_bytes().decode().split("\n")[:-1]

    @rule(name=NAMES, text=TEXTS)
    def create(self, name: str, text: str) -> None:
        self.apply(CreateEntities([Entity(name, "t", (text,))]))

    @rule(name=NAMES)
    def delete(self, name: str) -> None:
        self.apply(DeleteEntities([name]))

    @rule(name=NAMES, new_name=NAMES)
    def rename(self, name: str, new_name: str) -> None:
        with suppress(NotFound, NameTaken):
            self.apply(RenameEntity(name, new_name))

    @rule(edit=CORRECTIONS)
    def correct(self, edit: Edit[object]) -> None:
        with suppress(EditError):
            self.apply(edit)

    @rule(times=st.integers(1, 10))
    def write_much(self, times: int) -> None:
        for _ in range(times):
            self.apply(CreateEntities([Entity("much", "t", ("y" * 100,))]))
            self.apply(DeleteEntities(["much"]))

    @rule(name=NAMES, ascii_only=st.booleans(), append=st.booleans())
    def another_program_writes(self, name: str, ascii_only: bool, append: bool) -> None:
        lines = self.lines() if self.path.exists() and append else []
        if not any(json.loads(line).get("name") == name for line in lines):
            record = {"name": name, "entityType": "t", "observations": [json.dumps([name])], "type": "entity"}
            lines.append(json.dumps(record, ensure_ascii=ascii_only))
        self.path.write_bytes("".join(f"{line}\n" for line in lines).encode())

    @rule()
    def a_writer_is_killed_after_announcing(self) -> None:
        self.apply(DeleteEntities(["a"]))
        last = History(self.path).last_change()
        if last is not None and last.id == (self.written or [""])[-1] and isinstance(last, ChangeRecord):
            never = ChangeRecord(
                new_id(now_ms()), now_ms(), last.who, "op", last.after, "never", (), SECRETS[0]
            )
            History(self.path).append(never)
            self.restart()

    @precondition(lambda self: self.written)
    @rule(force=st.booleans(), data=st.data())
    def undo(self, force: bool, data: st.DataObject) -> None:
        record_id = data.draw(st.sampled_from(self.written))
        known = {record.id for record in History(self.path).records()}
        try:
            undone = self.file.revert(record_id, force=force)
        except ChangedSince:
            assert not force
        except HistoryError:
            assert record_id not in known
        else:
            if undone.record_id is not None:
                self.written.append(undone.record_id)
                self.check_state()

    @rule(secret=st.sampled_from(SECRETS))
    def purge_a_text(self, secret: str) -> None:
        told = {record.id for record in History(self.path).records()}
        removal = purge(self.path, Holding(secret))
        gone = {record.id for record in removal.writes}
        assert {record.id for record in History(self.path).records()} == told - gone
        self.left_dirty |= files_still_holding(self.path, secret) != []
        self.check_nothing_tells(secret)

    def check_nothing_tells(self, secret: str) -> None:
        spelled = {secret}
        for _ in range(3):
            spelled |= {json.dumps(one, ensure_ascii=only)[1:-1] for one in spelled for only in (True, False)}
        for one in self.path.parent.iterdir():
            content = gzip.decompress(one.read_bytes()) if one.suffix == ".gz" else one.read_bytes()
            assert one == self.path or not any(text.encode() in content for text in spelled)

    @rule(ago=st.integers(0, 20))
    def keep_what_is_new(self, ago: int) -> None:
        records = History(self.path).records()
        limit = records[-min(ago, len(records))].time if records else 0
        purge(self.path, OlderThan(limit))
        kept = [record.id for record in History(self.path).records()]
        assert kept == [record.id for record in records if record.time >= limit]

    @rule()
    def purge_everything(self) -> None:
        purge(self.path, Everything())
        assert list(self.path.parent.glob("memory.history*")) == []
        self.left_dirty = False

    @rule()
    def the_records_follow_each_other(self) -> None:
        everything = History(self.path).all_records()
        ids = [record.id for record in everything if not isinstance(record, VoidRecord)]
        assert len(set(ids)) == len(ids)


TestHistoryModel = HistoryModel.TestCase
TestHistoryModel.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)
