"""Another program writes at the same time and ignores the lock: neither side loses anything."""

import json
import shutil
import subprocess
import sys
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
    path = tmp_path / "memory.jsonl"
    file = MemoryFile(path, Writer("window"), keep_history=keep_history)
    file.apply(CreateEntities([entity(f"old-{number}") for number in range(100)]))
    other = subprocess.Popen(outsider(path, way, count), stdout=subprocess.PIPE, text=True)
    ours = []
    while other.poll() is None:
        ours.append(f"ours-{len(ours)}")
        applied = file.apply(CreateEntities([entity(ours[-1])]))
        assert applied.warning is None
    theirs = other.communicate(timeout=60)[0].split()
    file.heal()  # as the watcher does after the last change
    names = names_in(path)
    assert len(theirs) == count
    assert sorted(names) == sorted({*names})
    assert {*ours, *theirs} <= {*names}
    assert [one.name for one in tmp_path.iterdir() if one.name.endswith(".tmp")] == []
