"""The navigator: filters by type, entities by type, back and forward; with real mouse and keys."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionViewItem, QTreeView
from pytestqt.qtbot import QtBot
from window_fixtures import ACME, ALICE, BOB, write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.navigator.navigator import Navigator
from mnemoscope_gui.rename_type_dialog import RenameTypeDialog
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.model import Entity, Relation

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    return open_window(memory)


@pytest.fixture
def navigator(window: MainWindow) -> Navigator:
    return window.navigator


def listed(navigator: Navigator) -> dict[str, list[str]]:
    model = navigator.tree.entities
    groups = [model.index(row, 0) for row in range(model.rowCount())]
    return {
        group.data(): [model.index(row, 0, group).data() for row in range(model.rowCount(group))]
        for group in groups
    }


def unfold(navigator: Navigator, entity_type: str) -> None:
    navigator.tree.expand(navigator.tree.entities.index_of_type(entity_type))


def click(qtbot: QtBot, tree: QTreeView, index: QModelIndex) -> None:
    tree.scrollTo(index)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(index).center())


def click_check_mark(qtbot: QtBot, tree: QTreeView, index: QModelIndex) -> None:
    option = QStyleOptionViewItem()
    tree.initViewItemOption(option)
    option.rect = tree.visualRect(index)
    option.features = QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    box = tree.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, tree)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=box.center())


def shown_names(window: MainWindow) -> set[str]:
    state = window.graph.view.state
    return {state.scene.name(node) for node in range(state.scene.node_count) if state.shown[node]}


def drawn_relations(window: MainWindow) -> set[str]:
    prepared = window.graph.view.state.prepared
    return {prepared.scene.relation_types[edge] for edge in prepared.edge_order.tolist()}


def test_types_are_listed_with_counts_and_entities_by_name(navigator: Navigator):
    assert listed(navigator) == {"person": ["Alice", "Bob"], "organization": ["Acme"]}
    assert navigator.tree.entities.index(0, 1).data() == "2"
    assert navigator.relations.types() == ["works_at", "knows"]


def test_the_model_keeps_the_rules_of_models(
    qtbot: QtBot, window: MainWindow, navigator: Navigator, wait: Wait
):
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    tester = QAbstractItemModelTester(navigator.tree.entities, mode)
    unfold(navigator, "person")
    qtbot.keyClicks(navigator.filter_field, "a")
    navigator.filter_field.clear()
    window.session.apply(CreateEntities([Entity("Zoe", "person", ())]))
    wait(lambda: "Zoe" in listed(navigator)["person"])
    tester.deleteLater()


def test_a_click_on_an_entity_goes_to_it(qtbot: QtBot, window: MainWindow, navigator: Navigator):
    unfold(navigator, "person")
    click(qtbot, navigator.tree, navigator.tree.entities.index_of_name("Bob", "person"))
    assert window.graph.view.selected_names() == ["Bob"]


def test_enter_on_a_type_selects_all_of_it(qtbot: QtBot, window: MainWindow, navigator: Navigator):
    navigator.tree.setFocus()
    navigator.tree.setCurrentIndex(navigator.tree.entities.index_of_type("person"))
    qtbot.keyClick(navigator.tree, Qt.Key.Key_Return)
    assert window.graph.view.selected_names() == ["Alice", "Bob"]


def test_a_type_without_its_check_mark_is_hidden_with_its_relations(
    qtbot: QtBot, window: MainWindow, navigator: Navigator
):
    click_check_mark(qtbot, navigator.tree, navigator.tree.entities.index_of_type("organization"))
    assert shown_names(window) == {"Alice", "Bob"}
    assert drawn_relations(window) == {"knows"}
    click_check_mark(qtbot, navigator.tree, navigator.tree.entities.index_of_type("organization"))
    assert shown_names(window) == {"Alice", "Bob", "Acme"}


def test_space_takes_the_check_mark_of_a_type_of_relations(
    qtbot: QtBot, window: MainWindow, navigator: Navigator
):
    navigator.relations.setFocus()
    navigator.relations.setCurrentItem(navigator.relations.topLevelItem(0))
    qtbot.keyClick(navigator.relations, Qt.Key.Key_Space)
    assert drawn_relations(window) == {"knows"}
    assert shown_names(window) == {"Alice", "Bob", "Acme"}


def test_hidden_nodes_are_where_they_were_when_they_are_shown_again(
    window: MainWindow, navigator: Navigator, wait: Wait
):
    state = window.graph.view.state
    wait(lambda: not window.graph.view.layout_thread.is_running and state.positions is not None)
    before = state.positions.copy()
    navigator.tree.type_toggled.emit("person", False)
    window.actions_.show_all_types.trigger()
    assert (state.positions == before).all()
    assert shown_names(window) == {"Alice", "Bob", "Acme"}
    assert not window.actions_.show_all_types.isEnabled()


def test_show_all_brings_everything_back(qtbot: QtBot, window: MainWindow, navigator: Navigator):
    navigator.tree.only_type_requested.emit("organization")
    navigator.relations.only_type_requested.emit("knows")
    assert (shown_names(window), drawn_relations(window)) == ({"Acme"}, set())
    qtbot.mouseClick(navigator.show_all_button, Qt.MouseButton.LeftButton)
    assert (len(shown_names(window)), drawn_relations(window)) == (3, {"works_at", "knows"})
    assert not navigator.show_all_button.isEnabled()


def test_what_is_hidden_stays_hidden_when_the_file_changes(
    window: MainWindow, navigator: Navigator, memory: Path, wait: Wait
):
    navigator.tree.type_toggled.emit("person", False)
    with memory.open("ab") as file:
        file.write(b'{"type":"entity","name":"Eve","entityType":"person","observations":[]}\n')
    wait(lambda: window.session.snapshot.entity("Eve") is not None)
    wait(lambda: window.graph.view.state.scene.node_named("Eve") is not None)
    assert shown_names(window) == {"Acme"}


def test_going_to_a_hidden_entity_shows_it(qtbot: QtBot, window: MainWindow, navigator: Navigator):
    navigator.tree.type_toggled.emit("person", False)
    unfold(navigator, "person")
    click(qtbot, navigator.tree, navigator.tree.entities.index_of_name("Bob", "person"))
    assert shown_names(window) == {"Acme", "Bob"}
    assert window.graph.view.selected_names() == ["Bob"]


def test_an_end_that_no_entity_has_hides_with_its_last_relation(
    open_window: Callable[[Path], MainWindow], tmp_path: Path
):
    path = tmp_path / "dangling.jsonl"
    write_records(
        path, ALICE, ACME, Relation("Alice", "Nobody", "knows"), Relation("Alice", "Acme", "works_at")
    )
    window = open_window(path)
    window.navigator.relations.type_toggled.emit("knows", False)
    assert shown_names(window) == {"Alice", "Acme"}
    window.actions_.show_all_types.trigger()
    assert "Nobody" in shown_names(window)


def test_typing_narrows_both_lists_down_in_any_word_order(qtbot: QtBot, navigator: Navigator):
    qtbot.keyClicks(navigator.filter_field, "PERSON ali")
    assert listed(navigator) == {"person": ["Alice"]}
    assert navigator.tree.isExpanded(navigator.tree.entities.index_of_type("person"))
    navigator.filter_field.clear()
    qtbot.keyClicks(navigator.filter_field, "know")
    assert navigator.relations.types() == ["knows"]
    qtbot.keyClick(navigator.filter_field, Qt.Key.Key_Escape)
    assert navigator.filter_field.text() == ""
    assert len(listed(navigator)) == 2


def test_enter_in_the_filter_leads_to_the_first_match_and_goes_there(
    qtbot: QtBot, window: MainWindow, navigator: Navigator
):
    navigator.filter_field.setFocus()
    qtbot.keyClicks(navigator.filter_field, "bo")
    qtbot.keyClick(navigator.filter_field, Qt.Key.Key_Return)
    assert navigator.tree.hasFocus()
    qtbot.keyClick(navigator.tree, Qt.Key.Key_Return)
    assert window.graph.view.selected_names() == ["Bob"]


def test_what_was_unfolded_stays_unfolded_over_a_change(window: MainWindow, navigator: Navigator, wait: Wait):
    unfold(navigator, "person")
    window.session.apply(CreateEntities([Entity("Zoe", "dog", ())]))
    wait(lambda: "dog" in listed(navigator))
    assert navigator.tree.isExpanded(navigator.tree.entities.index_of_type("person"))
    assert not navigator.tree.isExpanded(navigator.tree.entities.index_of_type("organization"))


def test_the_selection_is_marked_in_an_unfolded_type(window: MainWindow, navigator: Navigator):
    unfold(navigator, "person")
    window.graph.view.select(["Bob"])
    assert navigator.tree.entities.name_at(navigator.tree.currentIndex()) == "Bob"
    window.graph.view.select(["Acme"])
    assert not navigator.tree.currentIndex().isValid()


def test_the_menu_of_a_type_renames_it_everywhere(qtbot: QtBot, window: MainWindow, navigator: Navigator):
    position = navigator.tree.visualRect(navigator.tree.entities.index_of_type("organization")).center()
    navigator.tree.customContextMenuRequested.emit(position)
    menu = next(one for one in navigator.tree.findChildren(QMenu) if one.isVisible())
    next(one for one in menu.actions() if "Rename" in one.text()).trigger()
    menu.close()
    dialog = next(one for one in window.findChildren(RenameTypeDialog) if one.isVisible())
    assert dialog.old_name() == "organization"
    dialog.close()


def test_back_and_forward_retrace_the_selection(window: MainWindow, wait: Wait):
    view, actions = window.graph.view, window.actions_
    assert not actions.back.isEnabled()
    for name in ("Alice", "Acme", "Bob"):
        view.select([name])
    actions.back.trigger()
    assert view.selected_names() == ["Acme"]
    window.session.apply(RenameEntity("Alice", "Alicia"))
    wait(lambda: window.session.snapshot.entity("Alicia") is not None)
    actions.back.trigger()
    assert view.selected_names() == ["Alicia"]
    assert not actions.back.isEnabled()
    actions.forward.trigger()
    assert view.selected_names() == ["Acme"]


def test_a_hidden_navigator_catches_up_when_it_is_shown(window: MainWindow, navigator: Navigator, wait: Wait):
    dock = navigator.parentWidget()
    dock.hide()
    window.session.apply(CreateEntities([Entity("Zoe", "dog", ())]))
    wait(lambda: window.session.snapshot.entity("Zoe") is not None)
    assert "dog" not in listed(navigator)
    dock.show()
    assert "dog" in listed(navigator)


def test_hostile_types_and_names_are_listed_as_text(
    open_window: Callable[[Path], MainWindow], tmp_path: Path
):
    path = tmp_path / "hostile.jsonl"
    hostile = ["<b>x</b>", "a\nb\0c", "x" * 1_000_000, "\u202eabc", ""]
    write_records(path, BOB, *(Entity(f"{number}{text}", text, ()) for number, text in enumerate(hostile)))
    window = open_window(path)
    texts = list(listed(window.navigator))
    assert "<b>x</b>" in texts
    assert "(no type)" in texts
    assert all(len(text) <= 90 and "\n" not in text for text in texts)
    assert window.navigator.tree.visualRect(window.navigator.tree.entities.index(0, 0)).height() < 60
    assert window.navigator.rect().contains(QPoint(1, 1))
