"""New nodes draw the eye to themselves, twice."""

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from mnemoscope_gui.canvas.pulse import PULSE_MILLISECONDS, PULSE_REACH, PULSES


@pytest.fixture
def canvas(view, place, make_scene):
    place(view, make_scene("ab", [("a", "b")]), [[-1, 0], [1, 0]])
    return view


def near_b(canvas):
    """The picture beside the second node, outside of its badge and ring."""
    return canvas.grab().toImage().copy(500, 300, 30, 4)


def test_a_new_node_pulses_and_then_keeps_its_badge_until_it_is_seen(canvas, qtbot):
    canvas.animation_duration_scale = 1.0
    plain = near_b(canvas)
    canvas.mark_changed([], added=["b"])
    qtbot.waitUntil(lambda: near_b(canvas) != plain, timeout=3_000)
    qtbot.waitUntil(lambda: not canvas.pulse.nodes, timeout=3_000)
    assert canvas.state.emphasis.added == {1}
    canvas.select(["b"])
    assert not canvas.state.emphasis.added


def test_there_are_two_pulses_of_a_quarter_of_a_second():
    assert (PULSES, PULSE_MILLISECONDS) == (2, 250)


def test_the_rings_widen_and_fade_twice(canvas, qtbot):
    canvas.animation_duration_scale = 1.0
    shares = []
    canvas.pulse.changed.connect(lambda: shares.append(canvas.pulse.share))
    canvas.mark_changed([], added=["b"])
    qtbot.waitUntil(lambda: not canvas.pulse.nodes, timeout=3_000)
    while_pulsing = shares[:-1]
    restarts = [after for before, after in itertools.pairwise(while_pulsing) if after < before]
    assert len(restarts) == PULSES - 1


def inked_columns(pulse, theme, ratio):
    """The columns that the rings fill in the row of the nodes, device pixels of the whole canvas."""
    image = QImage(800 * ratio, 600 * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        pulse.paint(painter, theme, ratio)
    row = 300 * ratio
    return [column for column in range(image.width()) if image.pixelColor(column, row).alpha()]


@pytest.mark.parametrize("ratio", [1, 2])
def test_the_rings_lie_around_their_nodes_on_every_screen(canvas, qtbot, ratio):
    canvas.animation_duration_scale = 1.0
    canvas.mark_changed([], added=["b"])
    qtbot.waitUntil(lambda: 0.2 < canvas.pulse.share < 0.9, timeout=3_000)
    columns = inked_columns(canvas.pulse, canvas.theme, ratio)
    seen = canvas.state.seen
    radius = seen.radii[1] + PULSE_REACH * canvas.pulse.share
    edges = [(seen.x[1] - radius) * ratio, (seen.x[1] + radius) * ratio]
    assert [columns[0], columns[-1]] == pytest.approx(edges, abs=2 * ratio)
    assert len(columns) <= 8 * ratio, "a ring, not a disc"


def test_nothing_pulses_where_motion_is_unwanted(canvas):
    canvas.mark_changed([], added=["b"])
    assert not canvas.pulse.nodes
    assert canvas.state.emphasis.added == {1}


def test_a_changed_node_does_not_pulse(canvas):
    canvas.animation_duration_scale = 1.0
    canvas.mark_changed(["b"])
    assert not canvas.pulse.nodes


def test_a_pulse_follows_its_node_into_another_scene(canvas, qtbot, make_scene):
    canvas.animation_duration_scale = 1.0
    canvas.mark_changed([], added=["b"])
    canvas.set_scene(make_scene("bc", [("b", "c")]))
    assert canvas.pulse.nodes == {0}
    canvas.grab()
    canvas.set_scene(make_scene("c"))
    assert not canvas.pulse.nodes
    canvas.grab()


def test_stopping_the_canvas_ends_the_pulse(canvas):
    canvas.animation_duration_scale = 1.0
    canvas.mark_changed([], added=["b"])
    canvas.stop()
    assert not canvas.pulse.nodes
