"""Writing a whole file anew: the backup, the rejected lines, the lock and the history."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.errors import (
    BeyondRepair,
    FileMissing,
    LockTimeout,
    NotAFile,
    NotJsonLines,
    ReadOnly,
    WriteFailed,
)
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.repair import REPAIR, repair_file
from mnemoscope_shared.store.rewrite import rewrite

ANN = b'{"type":"entity","name":"Ann","entityType":"person","observations":[]}'
BEN = b'{"type":"entity","name":"Ben","entityType":"person","observations":["likes tea"]}'
KNOWS = b'{"type":"relation","from":"Ann","to":"Ben","relationType":"knows"}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.jsonl"


def files_beside(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.iterdir() if not one.name.startswith(".~lock."))


def rejected_beside(path: Path) -> bytes:
    return path.with_name("memory.jsonl.rejected").read_bytes()


def test_a_repair_leaves_a_backup_and_the_rejected_lines_beside_the_file(path: Path) -> None:
    data = b"\n".join([ANN, b"nonsense", KNOWS[:20]])
    path.write_bytes(data)
    path.chmod(0o640)
    done = repair_file(path)
    assert done is not None
    assert done.warning is None
    assert path.read_bytes() == ANN + b"\n"
    assert done.backup.name.startswith("memory.jsonl.backup-2")
    assert done.backup.read_bytes() == data
    assert rejected_beside(path) == b"nonsense\n" + KNOWS[:20] + b"\n"
    assert files_beside(path) == ["memory.jsonl", done.backup.name, "memory.jsonl.rejected"]
    if os.name == "posix":
        modes = {stat.S_IMODE((path.parent / name).stat().st_mode) for name in files_beside(path)}
        assert modes == {0o640}


def test_a_second_repair_adds_to_the_rejected_lines_and_overwrites_no_backup(path: Path) -> None:
    backups = set()
    for number in range(3):
        path.write_bytes(ANN + b"\n%d" % number)
        done = repair_file(path)
        assert done is not None
        backups.add(done.backup)
        assert done.backup.read_bytes() == ANN + b"\n%d" % number
    assert len(backups) == 3
    assert rejected_beside(path) == b"0\n1\n2\n"


def test_rejected_lines_that_were_cut_off_do_not_swallow_the_next(path: Path) -> None:
    path.write_bytes(ANN + b"\nx")
    path.with_name("memory.jsonl.rejected").write_bytes(b"old")
    repair_file(path)
    assert rejected_beside(path) == b"old\nx\n"


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf" + ANN + b"\r\n\n" + BEN, KNOWS + b"\n" + ANN])
def test_of_a_healthy_file_nothing_is_written(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert repair_file(path) is None
    assert list(path.parent.iterdir()) == [path]
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"\0" * 100, BeyondRepair),
        (ANN[:30], BeyondRepair),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", BeyondRepair),
        (b'{"nodes":[]}\n{"cut', BeyondRepair),
        (b'{\n"entities": []\n}', NotJsonLines),
        (b"[" + ANN + b"]", NotJsonLines),
        ('{\n"entities": []\n}'.encode("utf-16"), NotJsonLines),
    ],
)
def test_what_is_no_memory_file_is_left_alone(path: Path, data: bytes, refusal: type[Exception]) -> None:
    path.write_bytes(data)
    with pytest.raises(refusal):
        repair_file(path)
    assert files_beside(path) == ["memory.jsonl"]
    assert path.read_bytes() == data


def test_a_missing_file_and_a_folder_are_named(path: Path) -> None:
    with pytest.raises(FileMissing):
        repair_file(path / "none" / "memory.jsonl")
    with pytest.raises(NotAFile):
        repair_file(path.parent)
    assert list(path.parent.iterdir()) == []


def test_while_another_program_writes_nothing_is_repaired(path: Path) -> None:
    path.write_bytes(ANN + b"\nx")
    with WriteLock(path, 1).held(), pytest.raises(LockTimeout):
        repair_file(path, lock_timeout=0.05)
    assert files_beside(path) == ["memory.jsonl"]


def test_through_a_symbolic_link_the_file_itself_is_repaired(path: Path) -> None:
    link = path.with_name("link.jsonl")
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("no symbolic links here")
    path.write_bytes(ANN + b"\nx")
    done = repair_file(link)
    assert done is not None
    assert link.is_symlink()
    assert path.read_bytes() == ANN + b"\n"
    assert rejected_beside(path) == b"x\n"


def test_a_file_with_two_names_keeps_both(path: Path) -> None:
    other = path.with_name("other.jsonl")
    path.write_bytes(ANN + b"\nx")
    try:
        other.hardlink_to(path)
    except OSError:
        pytest.skip("no hard links here")
    done = repair_file(path)
    assert done is not None
    assert path.read_bytes() == other.read_bytes() == ANN + b"\n"
    assert done.backup.read_bytes() == ANN + b"\nx"


def test_a_refused_write_takes_back_what_was_put_beside_the_file(path: Path) -> None:
    path.write_bytes(ANN + b"\nx")
    path.with_name("memory.jsonl.rejected").mkdir()
    with pytest.raises((WriteFailed, ReadOnly)):
        repair_file(path)
    assert files_beside(path) == ["memory.jsonl", "memory.jsonl.rejected"]
    path.with_name("memory.jsonl.rejected").rmdir()
    path.with_name("memory.jsonl.rejected").write_bytes(b"old\n")
    path.chmod(0o444)
    with pytest.raises(ReadOnly):
        repair_file(path)
    assert files_beside(path) == ["memory.jsonl", "memory.jsonl.rejected"]
    assert rejected_beside(path) == b"old\n"


def test_the_history_names_the_repair_and_goes_on(path: Path) -> None:
    memory = MemoryFile(path, Writer("server"))
    memory.apply(CreateEntities([Entity("Ann", "person", ()), Entity("Ben", "person", ())]))
    path.write_bytes(path.read_bytes()[:-10])
    repair_file(path)
    applied = MemoryFile(path, Writer("server")).apply(CreateEntities([Entity("Cy", "person", ())]))
    assert applied.warning is None
    records = History(path).records()
    assert [(one.who.app, one.operation) for one in records[1:]] == [
        ("recovery", "repair"),
        ("server", CreateEntities.operation),
    ]
    assert [change.after for change in records[1].changes] == [None]


def test_a_file_without_a_history_gets_none_by_a_repair(path: Path) -> None:
    path.write_bytes(ANN + b"\nx")
    repair_file(path)
    assert not History(path).path.exists()


def test_a_history_that_cannot_be_written_is_a_warning(path: Path) -> None:
    path.write_bytes(ANN + b"\nx")
    History(path).path.mkdir()
    done = repair_file(path)
    assert done is not None
    assert done.warning is not None
    assert path.read_bytes() == ANN + b"\n"


@dataclass
class Planned:
    data: bytes
    rejected: tuple[bytes, ...]


def test_what_an_editor_saves_meanwhile_is_planned_again_without_traces_of_the_first_try(
    path: Path,
) -> None:
    path.write_bytes(ANN + b"\nx")
    seen: list[bytes] = []

    def plan_for(data: bytes, where: Path) -> Planned:
        seen.append(data)
        if len(seen) == 2:
            where.write_bytes(BEN + b"\ny")
        whole, cut = data.split(b"\n")
        return Planned(whole + b"\n", (cut,))

    done = rewrite(path, plan_for, REPAIR)
    assert done is not None
    assert seen == [ANN + b"\nx", ANN + b"\nx", BEN + b"\ny"]
    assert path.read_bytes() == BEN + b"\n"
    assert done.backup.read_bytes() == BEN + b"\ny"
    assert rejected_beside(path) == b"y\n"
    assert files_beside(path) == ["memory.jsonl", done.backup.name, "memory.jsonl.rejected"]
