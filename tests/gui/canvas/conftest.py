"""Small scenes written as text, and a canvas that is on screen."""

from dataclasses import dataclass

import numpy as np
import pytest

from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.canvas.scene import build_scene
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots


@dataclass(frozen=True)
class Entity:
    name: str
    entity_type: str = "thing"
    observations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Relation:
    source: str
    target: str
    relation_type: str = "knows"


def scene_from(nodes, relations=()):
    """Nodes are names or (name, type[, observation]); relations are (source, target[, verb])."""
    records = [
        Entity(node) if isinstance(node, str) else Entity(*node[:2], tuple(node[2:])) for node in nodes
    ]
    slots = TypeSlots()
    slots.learn(record.entity_type for record in records)
    return build_scene(records, [Relation(*relation) for relation in relations], slots.slot)


@pytest.fixture
def make_scene():
    return scene_from


@pytest.fixture
def random_scene():
    """A function from a seed and a size to a scene with clusters and its positions."""

    def make(seed, node_count, edge_count):
        random = np.random.default_rng(seed)
        names = [f"Entity {node} {'of the house' * (node % 3)}" for node in range(node_count)]
        ends = random.integers(0, node_count, (edge_count, 2)) ** 2 // node_count
        relations = [(names[source], names[target]) for source, target in ends]
        positions = random.normal(0, 0.6 * node_count**0.5, (node_count, 2)).astype(np.float32)
        return scene_from([(name, name[7]) for name in names], relations), positions

    return make


@pytest.fixture
def view(qtbot):
    """An empty canvas of 800 x 600 on screen, without animations."""
    canvas = GraphView(Theme.light())
    qtbot.addWidget(canvas, before_close_func=lambda widget: widget.stop())
    canvas.animation_duration_scale = 0.0
    canvas.resize(800, 600)
    with qtbot.waitExposed(canvas):
        canvas.show()
    return canvas


@pytest.fixture
def place(qtbot):
    """A function that shows a scene with its nodes at given scene positions, 100 %, origin in the middle."""

    def put(canvas, scene, positions):
        with qtbot.waitSignal(canvas.settled, timeout=20_000):
            canvas.set_scene(scene)
        canvas.state.set_positions(np.array(positions, np.float32))
        canvas.state.set_camera(Camera(1.0, canvas.width() / 2, canvas.height() / 2))
        canvas.grab()

    return put
