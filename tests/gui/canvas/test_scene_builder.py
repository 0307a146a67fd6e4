"""Scenes of large graphs are made beside the window, and all come in the order they were asked for."""

import threading

import pytest

from mnemoscope_gui.canvas import scene_builder
from mnemoscope_gui.canvas.scene_builder import SceneBuilder
from mnemoscope_shared.model import Entity, Relation

LARGE = [Entity(f"Entity {number}", "thing", ()) for number in range(scene_builder.AT_ONCE + 1)]
SMALL = [Entity("Alice", "person", ()), Entity("Bob", "person", ())]
KNOWS = [Relation("Alice", "Bob", "knows")]


@pytest.fixture
def builder(qapp):
    made = SceneBuilder()
    yield made
    made.stop()


def test_a_small_scene_is_there_at_once(builder):
    scenes = []
    builder.build(SMALL, KNOWS, lambda _: 3, scenes.append)
    assert [scene.edges.tolist() for scene in scenes] == [[[0, 1]]]
    assert scenes[0].type_slots.tolist() == [3, 3]


def test_a_large_scene_is_made_on_another_thread_and_handed_over_on_this_one(qtbot, builder):
    threads = []

    def slot_of_type(_):
        threads.append(threading.current_thread())
        return 0

    builder.build(LARGE, (), slot_of_type, lambda _: threads.append(threading.current_thread()))
    qtbot.waitUntil(lambda: not builder.is_busy, timeout=10_000)
    assert threading.main_thread() not in threads[:-1]
    assert threads[-1] is threading.main_thread()


def test_a_small_scene_is_made_on_another_thread_where_the_window_may_not_be_held_up(qtbot, builder):
    scenes = []
    builder.build(SMALL, KNOWS, lambda _: 3, scenes.append, may_hold_up=False)
    assert not scenes
    qtbot.waitUntil(lambda: not builder.is_busy, timeout=10_000)
    assert [scene.edges.tolist() for scene in scenes] == [[[0, 1]]]


def test_a_small_scene_waits_for_a_large_one_that_was_asked_for_before(qtbot, builder):
    counts = []
    for entities in (LARGE, SMALL):
        builder.build(entities, (), lambda _: 0, lambda scene: counts.append(scene.node_count))
    assert not counts
    qtbot.waitUntil(lambda: len(counts) == 2, timeout=10_000)
    assert counts == [len(LARGE), len(SMALL)]


def test_once_it_is_stopped_no_thread_is_left_and_no_scene_comes(qtbot, qapp):
    builder, scenes = SceneBuilder(), []
    before = threading.active_count()
    builder.build(LARGE, (), lambda _: 0, scenes.append)
    builder.stop()
    assert threading.active_count() == before
    qapp.processEvents()
    assert not scenes
