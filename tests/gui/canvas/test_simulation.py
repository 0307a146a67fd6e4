"""The layout runs beside the window, and ends when asked."""

import os
import sys
import threading

import numpy as np
import pytest

from mnemoscope_gui.canvas.simulation import YIELDING_GRAPH, LayoutThread


@pytest.fixture
def layout(qapp):
    thread = LayoutThread()
    yield thread
    thread.stop()


def layout_threads():
    return [thread for thread in threading.enumerate() if thread.name == "layout"]


def test_a_layout_sends_positions_and_then_settles(qtbot, layout, random_scene):
    scene, _ = random_scene(1, 60, 90)
    sent = []
    layout.positions_changed.connect(sent.append)
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.lay_out_anew(scene)
    assert len(sent) > 1
    assert sent[-1].shape == (60, 2)
    assert np.isfinite(sent[-1]).all()


def test_without_animation_only_the_result_is_sent(qtbot, layout, random_scene):
    scene, _ = random_scene(1, 60, 90)
    sent = []
    layout.positions_changed.connect(sent.append)
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.lay_out_anew(scene, animate=False)
    assert len(sent) == 1


def test_where_painting_takes_long_only_the_first_and_the_last_positions_are_sent(qtbot, qapp, random_scene):
    scene, _ = random_scene(1, 60, 90)
    hour, sent = 3600.0, []
    layout = LayoutThread(painting_seconds=lambda: hour * len(sent))
    layout.positions_changed.connect(sent.append)
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.lay_out_anew(scene)
    assert len(sent) == 2
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.lay_out_anew(scene)
    assert len(sent) == 4


def test_a_picture_that_takes_for_ever_does_not_hold_up_the_layout(qtbot, qapp, make_scene):
    layout = LayoutThread(is_painted=threading.Event())
    positions = np.array([[0, 0], [np.nan, np.nan]], np.float32)
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.settle_additions(make_scene("ab", [("a", "b")]), positions, pinned=np.zeros(2, bool))


def test_no_thread_and_no_timer_are_left_when_it_has_settled(qtbot, layout, random_scene):
    scene, _ = random_scene(1, 60, 90)
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.lay_out_anew(scene)
    assert not layout.is_running
    assert not layout_threads()


def test_stopping_ends_the_thread_and_sends_nothing_more(qtbot, layout, random_scene):
    scene, _ = random_scene(2, 3_000, 9_000)
    sent = []
    layout.positions_changed.connect(sent.append)
    with qtbot.waitSignal(layout.positions_changed, timeout=20_000):
        layout.lay_out_anew(scene)
    layout.stop()
    count = len(sent)
    assert not layout_threads()
    with qtbot.assertNotEmitted(layout.settled, wait=50):
        pass
    assert len(sent) == count


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux gives each thread a priority.")
def test_a_long_layout_gives_way_to_the_window(qtbot, layout, random_scene):
    scene, _ = random_scene(2, YIELDING_GRAPH + 1, 2 * YIELDING_GRAPH)
    layout.lay_out_anew(scene)
    (thread,) = layout_threads()
    window = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    qtbot.waitUntil(lambda: os.getpriority(os.PRIO_PROCESS, thread.native_id) > window, timeout=5_000)
    layout.stop()


def test_a_new_layout_takes_the_place_of_the_running_one(qtbot, layout, random_scene):
    large, _ = random_scene(2, 3_000, 9_000)
    small, _ = random_scene(3, 20, 30)
    layout.lay_out_anew(large)
    sent = []
    layout.positions_changed.connect(sent.append)
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.lay_out_anew(small)
    assert {len(positions) for positions in sent} == {20}


def test_tidying_ends_mirrored_to_where_things_were(qtbot, layout, random_scene):
    scene, _ = random_scene(4, 40, 60)
    sent = []
    layout.positions_changed.connect(sent.append)
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.lay_out_anew(scene, animate=False)
    upside_down = sent[-1] * np.array([1, -1], np.float32)
    with qtbot.waitSignal(layout.settled, timeout=20_000):
        layout.tidy(scene, upside_down)
    offset = sent[-1] - upside_down
    assert np.abs(offset - offset.mean(axis=0)).max() < 1e-3


def test_an_error_of_the_layout_is_raised_in_the_window(qtbot, layout, make_scene):
    scene = make_scene("ab", [("a", "b")])
    with qtbot.captureExceptions() as errors:
        layout.lay_out_anew(scene, start=np.zeros((5, 2), np.float32))
        qtbot.waitUntil(lambda: not layout.is_running, timeout=5_000)
    assert errors[0][0] is ValueError
