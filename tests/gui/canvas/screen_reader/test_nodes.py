"""What a screen reader finds on the canvas, asked through Qt as a screen reader's bridge asks."""

import numpy as np
import shiboken6
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QPushButton

NAME = QAccessible.Text.Name
PRESS = QAccessibleActionInterface.pressAction()


def test_the_canvas_is_a_list_of_its_nodes(canvas, read, children):
    interface = read(canvas)
    assert interface.role() == QAccessible.Role.List
    assert interface.text(NAME) == "Graph of the memory"
    assert interface.text(QAccessible.Text.Description) == "4 entities, 2 relations"
    assert [child.role() for child in children(interface)] == [QAccessible.Role.ListItem] * 4


def test_a_node_says_its_type_and_where_its_relations_lead(canvas, read, children):
    assert [child.text(NAME) for child in children(read(canvas))] == [
        "Alice, person, 2 relations: works_at → Acme, knows ← Bob",
        "Acme, company, 1 relation: works_at ← Alice",
        "Bob, person, 1 relation: knows → Alice",
        "Carol, person, 0 relations",
    ]


def test_a_name_that_only_relations_use_is_said_to_be_no_entity(view, place, make_scene, read):
    place(view, make_scene("a", [("a", "b")]), [[0, 0], [2, 0]])
    assert read(view).child(1).text(NAME) == "b, no entity of that name, 1 relation: knows ← a"


def test_of_many_relations_only_the_first_are_said(view, place, make_scene, read):
    names = [f"n{number}" for number in range(41)]
    scene = make_scene(names, [("n0", name) for name in names[1:]])
    place(view, scene, np.zeros((41, 2)))
    text = read(view).child(0).text(NAME)
    assert text.startswith("n0, thing, 40 relations: knows → n1, ")
    assert text.endswith(", 34 more")


def test_hostile_names_become_text_that_can_be_said(view, place, make_scene, read, children):
    names = ["\ud800lone", "nul\0", "line\nbreak", "\u202eturned", "", "x" * 5_000, "<b>bold</b>", "👩‍👩‍👧"]
    place(view, make_scene(names, [(name, names[0]) for name in names]), np.zeros((len(names), 2)))
    said = [child.text(NAME).split(", thing")[0] for child in children(read(view))]
    assert said[:5] == ["\ufffdlone", "nul\ufffd", "line↵break", "turned", "(no name)"]
    assert len(said[5]) < 200
    assert said[6:] == ["<b>bold</b>", "👩‍👩‍👧"]


def test_parent_and_index_lead_back(canvas, read, children):
    interface = read(canvas)
    for index, child in enumerate(children(interface)):
        assert child.parent() is interface
        assert interface.indexOfChild(child) == index
        assert child.window() is canvas.windowHandle()
        assert child.childCount() == 0


def test_the_same_node_is_always_the_same_item(canvas, read):
    assert read(canvas) is read(canvas)
    assert read(canvas).child(2) is read(canvas).child(2)
    assert len(read(canvas).nodes) == 1


def test_an_index_beyond_the_end_is_no_child(canvas, read):
    assert read(canvas).child(4) is None
    assert read(canvas).child(-1) is None


def test_a_node_is_where_it_is_seen(canvas, read):
    rectangle = read(canvas).child(1).rect()
    assert (rectangle.center() - canvas.mapToGlobal(QPoint(580, 300))).manhattanLength() <= 2
    assert rectangle.width() >= 6


def test_what_is_at_a_place_is_found(canvas, read):
    interface, at = read(canvas), canvas.mapToGlobal(QPoint(580, 300))
    assert interface.childAt(at.x(), at.y()) is interface.child(1)
    assert interface.childAt(at.x() + 100, at.y() + 100) is None
    assert interface.childAt(-5_000, 0) is None


def test_a_widget_on_the_canvas_follows_after_the_nodes(canvas, read):
    button = QPushButton("Fit", canvas)
    button.setGeometry(560, 280, 60, 40)
    button.show()
    interface, at = read(canvas), canvas.mapToGlobal(QPoint(580, 300))
    assert interface.childCount() == 5
    assert interface.child(4).text(NAME) == "Fit"
    assert interface.indexOfChild(interface.child(4)) == 4
    assert interface.childAt(at.x(), at.y()).object() is button


def test_states_follow_selection_focus_and_camera(canvas, read, qtbot, children):
    canvas.setFocus()
    qtbot.waitUntil(canvas.hasFocus, timeout=3_000)
    canvas.state.focus(1)
    canvas.select(["Alice"])
    alice, acme, _, carol = (child.state() for child in children(read(canvas)))
    assert (alice.selectable, alice.selected, alice.focused, alice.offscreen) == (1, 1, 0, 0)
    assert (acme.focusable, acme.selected, acme.focused, acme.offscreen) == (1, 0, 1, 0)
    assert (carol.selected, carol.offscreen, carol.invisible) == (0, 1, 0)
    assert read(canvas).focusChild() is read(canvas).child(1)


def test_nodes_without_a_place_are_listed_already(view, make_scene, read, qtbot):
    with qtbot.waitSignal(view.settled, timeout=20_000):
        view.set_scene(make_scene("ab"))
        child = read(view).child(1)
        assert child.text(NAME) == "b, thing, 0 relations"
        assert child.rect() == QRect()
        assert child.state().offscreen


def test_pressing_a_node_selects_and_activates_it(canvas, read, qtbot):
    with qtbot.waitSignal(canvas.node_activated) as activated:
        read(canvas).child(2).actionInterface().doAction(PRESS)
    assert activated.args == ["Bob"]
    assert canvas.selected_names() == ["Bob"]


def test_a_node_can_be_toggled_focused_and_asked_for_its_menu(canvas, read, qtbot):
    actions = read(canvas).child(3).actionInterface()
    press, toggle, focus, menu = actions.actionNames()
    actions.doAction(toggle)
    assert canvas.selected_names() == ["Carol"]
    actions.doAction(focus)
    qtbot.waitUntil(canvas.hasFocus, timeout=3_000)
    assert canvas.state.emphasis.focused == 3
    assert not read(canvas).child(3).state().offscreen
    with qtbot.waitSignal(canvas.context_menu_requested) as asked:
        actions.doAction(menu)
    assert asked.args[0] == "Carol"
    assert actions.keyBindingsForAction(press) == ["Return"]
    actions.doAction("Fly")


def test_an_interface_that_there_is_not_is_answered_with_none(canvas, read):
    for item in (read(canvas), read(canvas).child(0)):
        assert item.textInterface() is None
        assert item.editableTextInterface() is None
        assert item.valueInterface() is None
        assert item.tableCellInterface() is None
    assert read(canvas).child(0).selectionInterface() is None
    assert read(canvas).actionInterface() is not None


def test_the_selection_can_be_read_and_changed(canvas, read):
    interface = read(canvas)
    selection = interface.selectionInterface()
    assert selection.select(interface.child(0))
    assert selection.select(interface.child(2))
    assert selection.selectedItems() == [interface.child(0), interface.child(2)]
    assert selection.selectedItem(1) is interface.child(2)
    assert selection.selectedItem(2) is None
    assert selection.selectedItemCount() == 2
    assert selection.unselect(interface.child(0))
    assert canvas.selected_names() == ["Bob"]
    assert selection.isSelected(interface.child(2))
    assert not selection.isSelected(interface.child(0))
    assert selection.selectAll()
    assert len(canvas.selected_names()) == 4
    assert selection.clear()
    assert canvas.selected_names() == []
    assert not selection.select(interface)


def test_only_nodes_in_focus_mode_are_children(canvas, read, children):
    carol = read(canvas).child(3)
    canvas.focus_mode.focus_on([1])
    assert [child.text(NAME)[:5] for child in children(read(canvas))] == ["Alice", "Acme,"]
    assert not shiboken6.isValid(carol)
    canvas.focus_mode.end()
    assert read(canvas).childCount() == 4
