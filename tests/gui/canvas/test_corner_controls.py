"""The panels over the canvas, together with what lies under them."""

from PySide6.QtCore import QRectF

from mnemoscope_gui.canvas.corner_controls import CornerControls


def test_no_label_lies_under_a_panel(qtbot, view, place, random_scene):
    controls = CornerControls(view)
    place(view, *random_scene(3, 400, 200))
    qtbot.waitUntil(lambda: controls.minimap.is_current)
    view.zoom_by(1.1)
    panels = [QRectF(panel.geometry()) for panel in (controls.minimap, controls.zoom_buttons)]
    assert controls.minimap.isVisible()

    def hidden_labels():
        view.grab()
        return [label for label in view.label_rectangles() if any(map(label.intersects, panels))]

    assert not hidden_labels()
    view.presenter.panels = ()
    assert hidden_labels()
