"""Another program writes without pause: what the window shows in the end is what the file says."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from benchmarks import outside_storm
from benchmarks.memory_files import sample_graph, write_memory_file
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow

SIZE = 1_000
WAIT_MS = 30_000


def entities_in(path: Path) -> dict[str, list[str]]:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {one["name"]: one["observations"] for one in records if one["type"] == "entity"}


def relations_in(path: Path) -> Counter[tuple[str, str, str]]:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    relations = (one for one in records if one["type"] == "relation")
    return Counter((one["from"], one["to"], one["relationType"]) for one in relations)


@pytest.mark.parametrize("seconds", [2, pytest.param(5, marks=pytest.mark.long)])
def test_after_a_storm_of_outside_writes_the_window_shows_what_is_in_the_file(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], tmp_path: Path, seconds: int
):
    path = tmp_path / "memory.jsonl"
    write_memory_file(sample_graph(SIZE), path)
    window = open_window(path)
    view, session = window.graph.view, window.session
    shown = []
    session.changed.connect(lambda *_: shown.append(True))
    command = [sys.executable, outside_storm.__file__, str(path), "--seconds", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as storm:
        qtbot.waitUntil(lambda: storm.poll() is not None, timeout=WAIT_MS)
    assert storm.returncode == 0
    assert len(shown) > 1, "nothing was shown before the storm had passed"
    entities, relations = entities_in(path), relations_in(path)
    assert entities != {one["name"]: one["observations"] for one in sample_graph(SIZE).entities}

    def is_shown() -> bool:
        memory = {one.name: list(one.observations) for one in session.snapshot.entities}
        return memory == entities and not view.layout_thread.is_running

    qtbot.waitUntil(is_shown, timeout=WAIT_MS)
    scene = view.state.scene
    names = [name for name, _ in scene.keys]
    assert sorted(names) == sorted(entities)
    drawn = zip(scene.edges.tolist(), scene.relation_types, strict=True)
    assert Counter((names[source], names[target], kind) for (source, target), kind in drawn) == relations
    assert np.isfinite(view.state.positions).all()
