"""The camera flies evenly, gives way to a person, and jumps where motion is not wanted."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest


def test_a_flight_passes_through_zooms_between(view, place, make_scene, qtbot):
    place(view, make_scene("ab"), [[0, 0], [9, 0]])
    view.animation_duration_scale = 1.0
    scales = []
    view.zoom_changed.connect(scales.append)
    view.zoom_by(4.0)
    qtbot.waitUntil(lambda: view.zoom == 4.0, timeout=3_000)
    assert scales == sorted(scales)
    assert any(1.0 < scale < 4.0 for scale in scales)


def test_without_motion_the_camera_is_there_at_once(view, place, make_scene):
    place(view, make_scene("ab"), [[0, 0], [9, 0]])
    view.zoom_by(4.0)
    assert view.zoom == 4.0


def test_two_presses_in_flight_add_up(view, place, make_scene, qtbot):
    place(view, make_scene("ab"), [[0, 0], [9, 0]])
    view.animation_duration_scale = 1.0
    view.zoom_by(2.0)
    view.zoom_by(2.0)
    qtbot.waitUntil(lambda: view.zoom == 4.0, timeout=3_000)


def test_a_person_takes_the_camera_out_of_its_flight(view, place, make_scene, qtbot):
    place(view, make_scene("ab"), [[0, 0], [9, 0]])
    view.animation_duration_scale = 1.0
    view.zoom_by(4.0)
    with qtbot.waitSignal(view.zoom_changed):
        pass
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    with qtbot.assertNotEmitted(view.zoom_changed, wait=60):
        pass
    assert view.zoom < 4.0
