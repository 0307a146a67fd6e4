import os
import threading

import pytest

from mnemoscope_shared.store.watch import FileWatcher

SECONDS = 10


class Watched:
    """A file watcher and what it reported; `wait_for` looks at the file after each report, like its users."""

    def __init__(self, path):
        self._path = path
        self._reported = threading.Semaphore(0)
        self.watcher = FileWatcher(path, self._reported.release)

    def content(self):
        try:
            return self._path.read_bytes()
        except OSError:
            return None

    def wait_for(self, content):
        assert self._reported.acquire(timeout=SECONDS), "no change was reported"
        while self.content() != content:
            assert self._reported.acquire(timeout=SECONDS), f"no report after {content!r} was written"


@pytest.fixture
def watch():
    started = []

    def start(path):
        watched = Watched(path)
        watched.watcher.start()
        started.append(watched.watcher)
        return watched

    yield start
    for watcher in started:
        watcher.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "memory file watcher"]


def replace(path, content):
    temporary = path.with_name("temporary")
    temporary.write_bytes(content)
    temporary.replace(path)


def test_a_file_that_is_written_in_place_is_noticed(tmp_path, watch):
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b"1")
    watched = watch(path)
    path.write_bytes(b"22")
    watched.wait_for(b"22")


def test_replacements_are_noticed_again_and_again(tmp_path, watch):
    path = tmp_path / "memory.jsonl"
    watched = watch(path)
    for content in (b"1", b"2", b"3"):
        replace(path, content)
        watched.wait_for(content)


def test_a_file_that_goes_and_comes_back_is_noticed_both_times(tmp_path, watch):
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b"1")
    watched = watch(path)
    path.unlink()
    watched.wait_for(None)
    path.write_bytes(b"2")
    watched.wait_for(b"2")


def test_a_file_in_a_folder_that_does_not_exist_yet_is_noticed(tmp_path, watch):
    path = tmp_path / "one" / "two" / "memory.jsonl"
    watched = watch(path)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"1")
    watched.wait_for(b"1")
    replace(path, b"2")
    watched.wait_for(b"2")


def test_a_folder_that_is_removed_and_made_again_is_watched_again(tmp_path, watch):
    path = tmp_path / "folder" / "memory.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"1")
    watched = watch(path)
    path.unlink()
    path.parent.rmdir()
    watched.wait_for(None)
    path.parent.mkdir()
    path.write_bytes(b"2")
    watched.wait_for(b"2")


def test_a_change_behind_a_symbolic_link_is_noticed_and_so_is_a_new_target(tmp_path, watch):
    for folder in ("links", "a", "b"):
        (tmp_path / folder).mkdir()
    link = tmp_path / "links" / "memory.jsonl"
    (tmp_path / "a" / "memory.jsonl").write_bytes(b"a1")
    (tmp_path / "b" / "memory.jsonl").write_bytes(b"b1")
    link.symlink_to(tmp_path / "a" / "memory.jsonl")
    watched = watch(link)
    replace(tmp_path / "a" / "memory.jsonl", b"a2")
    watched.wait_for(b"a2")
    other = tmp_path / "links" / "other"
    other.symlink_to(tmp_path / "b" / "memory.jsonl")
    other.replace(link)
    watched.wait_for(b"b1")


def test_a_change_of_the_same_size_and_time_is_noticed(tmp_path, watch):
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b"1")
    status = path.stat()
    watched = watch(path)
    path.write_bytes(b"2")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    watched.wait_for(b"2")


def test_a_folder_that_default_filters_ignore_is_watched(tmp_path, watch):
    path = tmp_path / "node_modules" / "memory.jsonl"
    path.parent.mkdir()
    watched = watch(path)
    path.write_bytes(b"1")
    watched.wait_for(b"1")


def test_stopping_ends_the_thread_and_may_be_done_twice(tmp_path):
    watcher = FileWatcher(tmp_path / "memory.jsonl", lambda: None)
    watcher.stop()
    watcher = FileWatcher(tmp_path / "memory.jsonl", lambda: None)
    watcher.start()
    watcher.stop()
    watcher.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "memory file watcher"]
