"""A new version takes the place of the one that was read, and of no other."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mnemoscope_shared.errors import FileBusy
from mnemoscope_shared.store.atomic_replace import replace_version
from mnemoscope_shared.store.exchange import exchange
from mnemoscope_shared.store.file_state import FileState, read_file
from mnemoscope_shared.store.placement import (
    Overtaken,
    exchange_if_unchanged,
    exchange_or_rename,
    native_placement,
    rename_when_free,
)

needs_exchange = pytest.mark.skipif(os.name != "posix", reason="Windows has no exchange")


class WindowsRefusal(PermissionError):
    """What Windows answers while somebody has the file open."""

    def __init__(self, code: int) -> None:
        super().__init__(errno.EACCES, "The process cannot access the file")
        self.winerror = code


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b"old")
    return path


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    temporary = tmp_path / "temporary"
    temporary.write_bytes(b"ours")
    return temporary


def save_by_renaming(path: Path, data: bytes) -> None:
    path.with_name("editor").write_bytes(data)
    path.with_name("editor").replace(path)


def save_in_place(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def conflicts(path: Path) -> list[bytes]:
    return [copy.read_bytes() for copy in path.parent.glob("memory.jsonl.conflict-*")]


def test_the_version_that_was_read_is_replaced(path: Path, temporary: Path) -> None:
    native_placement()(temporary, path, read_file(path))
    assert path.read_bytes() == b"ours"


@needs_exchange
@pytest.mark.parametrize("save", [save_by_renaming, save_in_place])
@pytest.mark.parametrize("theirs", [b"theirs", b"odd"])  # also one of the same size, in the same instant
def test_what_is_written_right_before_the_exchange_comes_back(
    path: Path, temporary: Path, save: Callable[[Path, bytes], None], theirs: bytes
) -> None:
    seen = read_file(path)
    save(path, theirs)
    with pytest.raises(Overtaken) as raised:
        exchange_if_unchanged(temporary, path, seen)
    assert raised.value.conflict is None
    assert (path.read_bytes(), temporary.read_bytes()) == (theirs, b"ours")


@needs_exchange
@pytest.mark.parametrize("save", [save_by_renaming, save_in_place])
def test_of_two_versions_that_come_between_the_newer_stays_and_the_other_is_kept_beside(
    path: Path, temporary: Path, save: Callable[[Path, bytes], None]
) -> None:
    seen = read_file(path)
    versions = [b"theirs", b"a third"]

    def exchange_late(first: Path, second: Path) -> None:
        if versions:
            save(second, versions.pop(0))
        exchange(first, second)

    with pytest.raises(Overtaken) as raised:
        exchange_if_unchanged(temporary, path, seen, exchange_late)
    assert path.read_bytes() == b"a third"
    assert conflicts(path) == [b"theirs"]
    assert raised.value.conflict is not None
    assert raised.value.conflict.read_bytes() == b"theirs"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open")
def test_a_file_that_somebody_has_opened_to_write_to_it_is_given_back(path: Path, temporary: Path) -> None:
    with path.open("r+b", buffering=0) as file:
        with pytest.raises(Overtaken):
            exchange_if_unchanged(temporary, path, read_file(path))
        file.write(b"theirs")
    assert path.read_bytes() == b"theirs"


@needs_exchange
def test_a_file_that_is_removed_between_the_exchanges_stays_removed_and_its_content_is_kept(
    path: Path, temporary: Path
) -> None:
    seen = read_file(path)
    save_in_place(path, b"theirs")
    steps = [lambda: None, path.unlink]

    def exchange_late(first: Path, second: Path) -> None:
        steps.pop(0)()
        exchange(first, second)

    with pytest.raises(Overtaken):
        exchange_if_unchanged(temporary, path, seen, exchange_late)
    assert not path.exists()
    assert conflicts(path) == [b"theirs"]


@pytest.mark.parametrize("placement", [exchange_or_rename, rename_when_free])
def test_a_file_that_somebody_made_meanwhile_is_not_replaced(
    path: Path, temporary: Path, placement: Callable[[Path, Path, FileState], None]
) -> None:
    nothing = FileState(b"", None, racy=False)
    with pytest.raises(Overtaken):
        placement(temporary, path, nothing)
    path.unlink()
    placement(temporary, path, nothing)
    assert path.read_bytes() == b"ours"
    assert path.stat().st_nlink == 1


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOSYS, errno.ENOTSUP])
def test_a_file_system_that_cannot_exchange_is_renamed_on(path: Path, temporary: Path, number: int) -> None:
    def refuse(first: Path, second: Path) -> None:
        raise OSError(number, os.strerror(number))

    seen = read_file(path)
    save_in_place(path, b"theirs")
    with pytest.raises(Overtaken):
        exchange_or_rename(temporary, path, seen, refuse)
    exchange_or_rename(temporary, path, read_file(path), refuse)
    assert path.read_bytes() == b"ours"
    assert not temporary.exists()


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EPERM, errno.EACCES])
def test_a_file_that_no_other_may_replace_is_written_in_place(path: Path, number: int) -> None:
    def refuse(temporary: Path, path: Path, expected: FileState) -> None:
        raise OSError(number, os.strerror(number))

    inode = path.stat().st_ino
    signature = replace_version(path, b"ours", read_file(path), refuse)
    assert (path.read_bytes(), path.stat().st_ino) == (b"ours", inode)
    assert signature == read_file(path).signature
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("code", [5, 32, 33])
def test_a_file_that_is_open_on_windows_is_tried_again(path: Path, temporary: Path, code: int) -> None:
    refusals = [WindowsRefusal(code)] * 3

    def rename(source: Path, target: Path) -> None:
        if refusals:
            raise refusals.pop()
        source.replace(target)

    rename_when_free(temporary, path, read_file(path), rename)
    assert path.read_bytes() == b"ours"


def test_a_file_that_stays_open_on_windows_is_busy(path: Path) -> None:
    def rename(source: Path, target: Path) -> None:
        raise WindowsRefusal(32)

    def placement(temporary: Path, path: Path, expected: FileState) -> None:
        rename_when_free(temporary, path, expected, rename, seconds=0.05)

    with pytest.raises(FileBusy, match="another program keeps it open"):
        replace_version(path, b"ours", read_file(path), placement)
    assert path.read_bytes() == b"old"
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_what_is_written_while_a_file_is_open_on_windows_is_not_replaced(path: Path, temporary: Path) -> None:
    seen = read_file(path)

    def rename(source: Path, target: Path) -> None:
        save_in_place(target, b"theirs")
        raise WindowsRefusal(33)

    with pytest.raises(Overtaken):
        rename_when_free(temporary, path, seen, rename)
    assert path.read_bytes() == b"theirs"


def test_another_refusal_of_windows_is_no_reason_to_wait(path: Path, temporary: Path) -> None:
    def rename(source: Path, target: Path) -> None:
        raise WindowsRefusal(1314)  # a privilege is missing

    with pytest.raises(WindowsRefusal):
        rename_when_free(temporary, path, read_file(path), rename)


def test_no_descriptor_is_open_at_the_rename(path: Path) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("the system does not tell what is open")
    opened: list[str] = []

    def placement(temporary: Path, path: Path, expected: FileState) -> None:
        links = [one for one in Path("/proc/self/fd").iterdir() if one.is_symlink()]
        opened.extend(str(link.readlink()) for link in links)
        exchange_or_rename(temporary, path, expected)

    replace_version(path, b"ours", read_file(path), placement)
    assert [name for name in opened if name.endswith((".tmp", path.name))] == []
