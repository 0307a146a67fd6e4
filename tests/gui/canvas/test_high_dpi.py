"""On screens with more device pixels everything has the same place. Each ratio needs a process."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
from PySide6.QtWidgets import QApplication
from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.canvas.scene import build_scene
from mnemoscope_gui.theme import Theme
from types import SimpleNamespace as Record

app = QApplication([])
nodes = [Record(name=name, entity_type="-", observations=()) for name in "abc"]
relations = [Record(source="a", target="b", relation_type="knows")]
view = GraphView(Theme.light())
view.resize(801, 601)
view.show()
view.state.replace_scene(build_scene(nodes, relations, lambda _: 0), {})
view.state.set_positions(np.array([[-2, 0], [0, 0], [2, 0]], np.float32))
view.state.set_camera(Camera(1.0, 400, 300))
view.state.set_emphasis(Emphasis(hovered=0))
for _ in range(3):
    image = view.grab().toImage()
ratio = image.devicePixelRatio()
print(ratio)
for x, y in ((220, 300), (400, 300), (580, 300), (800, 600)):
    print(image.pixelColor(int(x * ratio), int(y * ratio)).name())
view.stop()
"""


@pytest.mark.parametrize("ratio", ["1", "1.25", "2"])
def test_a_hovered_neighbourhood_is_drawn_where_it_is(ratio):
    environment = os.environ | {"QT_SCALE_FACTOR": ratio, "QT_QPA_PLATFORM": "offscreen"}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    shown_ratio, left, middle, right, corner = run.stdout.split()
    assert float(shown_ratio) == float(ratio)
    assert left == middle == "#3a54c9"
    assert right not in (left, corner)
    assert corner == "#fafaf8"
