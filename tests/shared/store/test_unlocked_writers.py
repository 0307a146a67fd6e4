"""Another program writes at the same time and ignores the lock: neither side loses anything."""

import json
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

PROGRAM = Path(__file__).with_name("outsider_program.py")
NODE_PROGRAM = """
const fs = require('fs/promises');
const [path, count] = [process.argv[1], Number(process.argv[2])];
(async () => {
  for (let number = 0; number < count; number++) {
    let text = '';
    while (!text) text = await fs.readFile(path, 'utf-8');
    const lines = text.split('\\n').filter(line => line.trim());
    lines.push(JSON.stringify({type: 'entity', name: `theirs-${number}`, entityType: 't', observations: []}));
    await fs.writeFile(path, lines.join('\\n'));
    console.log(`theirs-${number}`);
    await new Promise(resolve => setTimeout(resolve, 4));
  }
})();
"""


def entity(name: str) -> Entity:
    return Entity(name, "t", ())


def names_in(path: Path) -> list[str]:
    return [json.loads(line)["name"] for line in path.read_bytes().split(b"\n") if line]


def outsider(path: Path, way: str, count: int) -> list[str]:
    if way == "node":
        node = shutil.which("node")
        if node is None:
            pytest.skip("Node is not here")
        return [node, "-e", NODE_PROGRAM, str(path), str(count)]
    return [sys.executable, str(PROGRAM), str(path), way, "theirs", str(count), "0.004"]


@pytest.mark.parametrize("keep_history", [True, False])
@pytest.mark.parametrize("way", ["rename", "in-place", "node"])
@pytest.mark.parametrize(
    "count", [60, pytest.param(1000, marks=[pytest.mark.long, pytest.mark.timeout(600)])]
)
def test_nothing_is_lost_on_either_side(tmp_path: Path, way: str, keep_history: bool, count: int) -> None:
    write_beside(tmp_path, way, keep_history, count)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process")
@pytest.mark.parametrize("keep_history", [True, False])
@pytest.mark.parametrize("way", ["rename", "in-place", "node"])
def test_nothing_is_lost_where_the_other_program_is_stopped_again_and_again(
    tmp_path: Path, way: str, keep_history: bool
) -> None:
    write_beside(tmp_path, way, keep_history, 300, stop_again_and_again)


def stop_again_and_again(other: subprocess.Popen[str]) -> None:
    """Let a program run and stand still in turn, for times that its own steps do not keep pace with."""
    moments = random.Random(1)
    while not has_ended(other, moments.uniform(0, 0.05)):
        other.send_signal(signal.SIGSTOP)
        has_ended(other, moments.uniform(0, 0.2))
        other.send_signal(signal.SIGCONT)


def has_ended(program: subprocess.Popen[str], seconds: float) -> bool:
    with suppress(subprocess.TimeoutExpired):
        program.wait(seconds)
    return program.poll() is not None


def write_beside(
    folder: Path,
    way: str,
    keep_history: bool,
    count: int,
    disturb: Callable[[subprocess.Popen[str]], object] = subprocess.Popen.poll,
) -> None:
    """Write as long as another program does, and look whether everything is there in the end."""
    path = folder / "memory.jsonl"
    file = MemoryFile(path, Writer("window"), keep_history=keep_history)
    file.apply(CreateEntities([entity(f"old-{number}") for number in range(100)]))
    other = subprocess.Popen(outsider(path, way, count), stdout=subprocess.PIPE, text=True)
    disturbance = threading.Thread(target=disturb, args=[other])
    disturbance.start()
    ours = []
    while other.poll() is None:
        ours.append(f"ours-{len(ours)}")
        applied = file.apply(CreateEntities([entity(ours[-1])]))
        assert applied.warning is None
    disturbance.join(60)
    theirs = other.communicate(timeout=60)[0].split()
    file.heal()  # as the watcher does after the last change
    names = names_in(path)
    assert len(theirs) == count
    assert sorted(names) == sorted({*names})
    assert {*ours, *theirs} <= {*names}
    assert [one.name for one in folder.iterdir() if one.name.endswith(".tmp")] == []
