"""How the graph is drawn: spacing, separation of communities, labels; seen at once and remembered."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from window_fixtures import write_records

from mnemoscope_gui.canvas.label_metrics import LabelKind
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import DrawingOptions, Settings
from mnemoscope_shared.model import Entity, Relation

Open = Callable[[Path], MainWindow]
Wait = Callable[[Callable[[], bool]], None]

CLIQUES = [
    (f"{clique}{one}", f"{clique}{other}") for clique in "ABC" for one in range(6) for other in range(one)
]
BRIDGES = [("A0", "B0"), ("B1", "C0")]


@pytest.fixture
def window(open_window: Open, memory: Path, wait: Wait) -> MainWindow:
    """Three cliques of six, with bridges."""
    names = sorted({name for pair in CLIQUES for name in pair})
    write_records(
        memory,
        *(Entity(name, "thing", ()) for name in names),
        *(Relation(source, target, "knows") for source, target in CLIQUES + BRIDGES),
    )
    window = open_window(memory)
    wait(lambda: window.graph.view.picture_to_remember() is not None)
    window.actions_.drawing.trigger()
    return window


def length(window: MainWindow, pairs: list[tuple[str, str]]) -> float:
    """The mean length of some relations, in edge lengths."""
    state = window.graph.view.state
    ends = [[state.scene.node_named(name) for name in pair] for pair in pairs]
    places = state.positions[np.array(ends)]
    return float(np.hypot(*(places[:, 0] - places[:, 1]).T).mean())


def test_spacing_draws_the_same_picture_wider_at_the_same_zoom(window: MainWindow, wait: Wait):
    view = window.graph.view
    before, zoom = view.state.positions.copy(), view.zoom
    window.drawing.panel.spacing.setValue(150)
    wait(lambda: np.allclose(view.state.positions, before * 1.5, atol=1e-3))
    assert view.zoom == zoom


def test_pins_keep_their_place_in_a_wider_picture(window: MainWindow, wait: Wait):
    view = window.graph.view
    view.state.pin([0])
    before = view.state.positions.copy()
    window.drawing.panel.spacing.setValue(80)
    wait(lambda: np.allclose(view.state.positions, before * 0.8, atol=1e-3))
    assert 0 in view.state.emphasis.pinned


def test_a_stronger_separation_moves_communities_apart(window: MainWindow, wait: Wait):
    panel = window.drawing.panel
    panel.separation.setValue(0)
    wait(lambda: window.graph.view.layout_options.community_separation == 1)
    wait(lambda: not window.graph.view.layout_thread.is_running)
    together = length(window, BRIDGES) / length(window, CLIQUES)
    panel.separation.setValue(90)
    wait(lambda: window.graph.view.layout_options.community_separation == pytest.approx(0.1))
    wait(lambda: not window.graph.view.layout_thread.is_running)
    assert length(window, BRIDGES) / length(window, CLIQUES) > 1.1 * together


def test_a_slider_in_motion_lays_out_only_once_it_rests(window: MainWindow, wait: Wait):
    view = window.graph.view
    for percent in range(100, 131, 5):
        window.drawing.panel.spacing.setValue(percent)
        assert view.layout_options.spacing == 1
    wait(lambda: view.layout_options.spacing == 1.3)


def test_fewer_labels_are_shown_at_once(window: MainWindow):
    view = window.graph.view
    view.grab()
    usual = len(view.label_rectangles())
    window.drawing.panel.label_density.setValue(20)
    view.grab()
    few = len(view.label_rectangles())
    assert 0 < few <= usual / 3


def test_more_labels_name_relations_from_a_smaller_zoom_on(window: MainWindow):
    view = window.graph.view
    view.zoom_by(0.9 / view.zoom)
    view.grab()
    assert not [label for label in view.presenter.labels if label.key.kind is LabelKind.RELATION]
    window.drawing.panel.label_density.setValue(200)
    view.grab()
    assert [label for label in view.presenter.labels if label.key.kind is LabelKind.RELATION]


def test_what_is_selected_is_named_though_labels_are_few(window: MainWindow):
    view = window.graph.view
    window.drawing.panel.label_density.setValue(10)
    view.select(["A1", "A2", "B3", "C4"])
    view.grab()
    owners = {label.owner for label in view.presenter.labels if label.is_name}
    assert view.state.emphasis.selected <= owners


def test_the_choices_are_remembered(window: MainWindow, open_window: Open, memory: Path, wait: Wait):
    panel = window.drawing.panel
    panel.spacing.setValue(140)
    panel.separation.setValue(40)
    panel.label_density.setValue(50)
    wait(lambda: window.graph.view.layout_options.spacing == 1.4)
    window.close()
    again = open_window(memory)
    assert again.drawing.panel.options == DrawingOptions(1.4, 0.6, 0.5)
    assert again.graph.view.layout_options.spacing == 1.4
    assert again.graph.view.layout_options.community_separation == 0.6
    assert again.graph.view.presenter.label_density == 0.5


def test_reset_brings_back_the_usual(window: MainWindow, wait: Wait):
    window.drawing.panel.separation.setValue(10)
    window.drawing.panel.label_density.setValue(40)
    QTest.mouseClick(window.drawing.panel.reset_button, Qt.MouseButton.LeftButton)
    assert window.drawing.panel.options == DrawingOptions()
    assert window.graph.view.presenter.label_density == 1
    wait(lambda: not window.graph.view.layout_thread.is_running)


def test_the_panel_closes_by_escape_and_gives_the_keyboard_back(window: MainWindow):
    panel = window.drawing.panel
    assert panel.isVisible()
    assert panel.spacing.hasFocus()
    QTest.keyClick(panel.spacing, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    assert window.graph.view.hasFocus()


@pytest.mark.parametrize("nonsense", ["wide", "nan", "inf", "-3", ""])
def test_a_setting_that_makes_no_sense_does_no_harm(own_settings: None, nonsense: str):
    store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Mnemoscope", "Mnemoscope")
    store.setValue("drawing/spacing", nonsense)
    store.sync()
    assert Settings().drawing.spacing in (0.7, 1.0)
