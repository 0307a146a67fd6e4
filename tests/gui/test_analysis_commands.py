"""Asking the graph something, in a real window: shortest path, components, what sizes and colours show."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from window_fixtures import RECORDS, write_records

from mnemoscope_gui.canvas.graph_filter import GraphFilter
from mnemoscope_gui.components_dialog import ComponentsDialog
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import CreateEntities, CreateRelations
from mnemoscope_shared.model import Entity, Relation

Wait = Callable[[Callable[[], bool]], None]

MORE = (
    *(Entity(name, "place", ()) for name in ("Athens", "Bonn")),
    Entity("Hermit", "person", ()),
    Relation("Athens", "Bonn", "near"),
)


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait) -> MainWindow:
    """Bob - Alice - Acme; Athens - Bonn; Hermit."""
    write_records(memory, *RECORDS[:3], *MORE[:3], *RECORDS[3:], *MORE[3:])
    window = open_window(memory)
    wait(lambda: window.graph.view.picture_to_remember() is not None)
    return window


def radius(window: MainWindow, name: str) -> float:
    prepared = window.graph.view.state.prepared
    return float(prepared.base_radii[prepared.scene.node_named(name)])


def slot(window: MainWindow, name: str) -> int:
    scene = window.graph.view.state.scene
    return int(scene.type_slots[scene.node_named(name)])


def highlighted(window: MainWindow) -> list[str] | None:
    state = window.graph.view.state
    nodes = state.emphasis.highlighted
    return None if nodes is None else state.names(nodes)


def show_path(window: MainWindow, names: list[str], wait: Wait) -> None:
    window.graph.view.select(names)
    window.actions_.shortest_path.trigger()
    wait(lambda: window.graph.toast.isVisible())


def open_components(window: MainWindow, wait: Wait) -> ComponentsDialog:
    window.actions_.components.trigger()
    dialog = next(one for one in window.findChildren(ComponentsDialog) if one.isVisible())
    wait(lambda: dialog.list.topLevelItemCount() > 0)
    return dialog


def test_a_shortest_path_is_selected_and_the_rest_fades(window: MainWindow, wait: Wait):
    show_path(window, ["Bob", "Acme"], wait)
    assert set(window.graph.view.selected_names()) == {"Bob", "Alice", "Acme"}
    assert set(highlighted(window)) == {"Bob", "Alice", "Acme"}
    assert window.graph.toast.text == "2 relations apart: Acme – Alice – Bob"


def test_a_path_through_what_a_filter_hides_is_shown_whole_and_left_as_any_other(
    window: MainWindow, wait: Wait
):
    view = window.graph.view
    view.state.set_filter(GraphFilter(frozenset({"organization"})))
    window.session.apply(CreateRelations([Relation("Acme", "Athens", "in")]))
    wait(lambda: len(view.state.scene.edges) == 4)
    show_path(window, ["Bob", "Athens"], wait)
    assert set(view.selected_names()) == {"Bob", "Alice", "Acme", "Athens"}
    assert set(highlighted(window)) == {"Bob", "Alice", "Acme", "Athens"}
    view.select(["Hermit"])
    assert highlighted(window) is None


def test_a_component_is_selected_whatever_its_names_hold(window: MainWindow, wait: Wait):
    odd = "half \ud800 a sign"
    window.session.apply(CreateEntities([Entity(odd, "person", ())]))
    window.session.apply(CreateRelations([Relation(odd, "Hermit", "knows")]))
    wait(lambda: len(window.graph.view.state.scene.edges) == 4)
    dialog = open_components(window, wait)
    row = next(
        item
        for item in map(dialog.list.topLevelItem, range(dialog.list.topLevelItemCount()))
        if "Hermit" in item.text(1)
    )
    dialog.list.setCurrentItem(row)
    assert set(window.graph.view.selected_names()) == {odd, "Hermit"}


def test_the_components_follow_changes_that_come_while_they_are_counted(window: MainWindow, wait: Wait):
    dialog = open_components(window, wait)
    for number in range(5):
        window.session.apply(CreateEntities([Entity(f"Alone {number}", "person", ())]))
    wait(lambda: "6 entities not connected" in dialog.findChild(QLabel).text())


def test_the_path_is_left_with_its_selection(window: MainWindow, wait: Wait):
    show_path(window, ["Bob", "Acme"], wait)
    window.graph.view.select(["Hermit"])
    assert highlighted(window) is None


def test_escape_ends_the_fading_first(window: MainWindow, wait: Wait):
    show_path(window, ["Bob", "Acme"], wait)
    QTest.keyClick(window.graph.view, Qt.Key.Key_Escape)
    assert highlighted(window) is None
    assert len(window.graph.view.selected_names()) == 3


def test_where_there_is_no_path_it_is_said(window: MainWindow, wait: Wait):
    show_path(window, ["Bob", "Hermit"], wait)
    assert window.graph.toast.text == "No path leads from Bob to Hermit"
    assert set(window.graph.view.selected_names()) == {"Bob", "Hermit"}
    assert highlighted(window) is None


def test_a_path_is_offered_between_exactly_two(window: MainWindow):
    enabled = []
    for names in ([], ["Bob"], ["Bob", "Acme"], ["Bob", "Acme", "Hermit"]):
        window.graph.view.select(names)
        enabled.append(window.actions_.shortest_path.isEnabled())
    assert enabled == [False, False, True, False]


def test_sizes_show_betweenness_and_degree_again(window: MainWindow, wait: Wait):
    before = radius(window, "Athens")
    window.actions_.sizes["betweenness"].trigger()
    wait(lambda: radius(window, "Alice") == 22)
    assert radius(window, "Athens") == radius(window, "Bob") == 6
    assert "betweenness" in window.graph.toast.text
    window.actions_.sizes["degree"].trigger()
    assert radius(window, "Athens") == before


def test_sizes_follow_the_memory(window: MainWindow, wait: Wait):
    window.actions_.sizes["pagerank"].trigger()
    wait(lambda: radius(window, "Alice") == 22)
    names = [f"Guest {number}" for number in range(9)]
    window.session.apply(CreateEntities([Entity(name, "person", ()) for name in names]))
    window.session.apply(CreateRelations([Relation(name, "Hermit", "visits") for name in names]))
    wait(lambda: radius(window, "Hermit") == 22)
    assert radius(window, "Alice") < 22


def test_colours_show_communities_and_types_again(window: MainWindow, wait: Wait):
    by_type = {name: slot(window, name) for name in ("Alice", "Acme", "Hermit")}
    window.actions_.colours["community"].trigger()
    wait(lambda: slot(window, "Alice") == slot(window, "Acme"))
    assert slot(window, "Athens") == slot(window, "Bonn") != slot(window, "Alice")
    assert slot(window, "Hermit") == 8
    assert window.graph.toast.text.startswith("Colour shows 2 communities")
    assert window.graph.slots.slot("person") == 8
    window.actions_.colours["type"].trigger()
    assert {name: slot(window, name) for name in by_type} == by_type
    assert window.graph.slots.slot("person") != 8


def test_measured_looks_leave_nodes_selection_and_camera_where_they_are(window: MainWindow, wait: Wait):
    window.graph.view.select(["Alice"])
    window.graph.view.zoom_by(1.3)
    state = window.graph.view.state
    positions, camera = state.positions.copy(), state.camera
    window.actions_.colours["community"].trigger()
    wait(lambda: slot(window, "Alice") == slot(window, "Acme"))
    assert (state.positions == positions).all()
    assert state.camera == camera
    assert window.graph.view.selected_names() == ["Alice"]


def test_components_are_listed_by_size_and_single_entities_together(window: MainWindow, wait: Wait):
    dialog = open_components(window, wait)
    rows = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    assert [(row.text(0), row.text(1)) for row in rows] == [
        ("3", "Alice, Acme, Bob"),
        ("2", "Athens, Bonn"),
        ("1", "Not connected: Hermit"),
    ]


def test_choosing_a_component_selects_it(window: MainWindow, wait: Wait):
    dialog = open_components(window, wait)
    dialog.list.setCurrentItem(dialog.list.topLevelItem(1))
    assert window.graph.view.selected_names() == ["Athens", "Bonn"]


def test_the_list_of_components_follows_the_memory(window: MainWindow, wait: Wait):
    dialog = open_components(window, wait)
    window.session.apply(CreateRelations([Relation("Hermit", "Bonn", "lives in")]))
    wait(lambda: dialog.list.topLevelItem(0).text(0) == dialog.list.topLevelItem(1).text(0) == "3")
    dialog.reject()
    assert open_components(window, wait) is not dialog


def test_closing_while_something_is_measured_ends_at_once(window: MainWindow):
    window.actions_.sizes["betweenness"].trigger()
    window.actions_.colours["community"].trigger()
    window.close()
    assert not window.isVisible()
