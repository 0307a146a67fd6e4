"""What a screen reader finds on the canvas, asked through Qt as a screen reader's bridge asks."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QPushButton

from mnemoscope_gui.canvas.accessible import existing_nodes
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.theme import Theme

NAME = QAccessible.Text.Name
PRESS = QAccessibleActionInterface.pressAction()


@pytest.fixture(autouse=True)
def screen_reader(qapp):
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def canvas(view, place, make_scene):
    """Alice in the middle, who works at Acme and is known by Bob; Carol far out of sight."""
    scene = make_scene(
        [("Alice", "person"), ("Acme", "company"), ("Bob", "person"), ("Carol", "person")],
        [("Alice", "Acme", "works_at"), ("Bob", "Alice", "knows")],
    )
    place(view, scene, [[0, 0], [2, 0], [-2, 0], [90, 0]])
    return view


@pytest.fixture
def read(qapp):
    """A function from a canvas to its interface."""
    return QAccessible.queryAccessibleInterface


def children(interface):
    return [interface.child(index) for index in range(interface.childCount())]


def test_the_canvas_is_a_list_of_its_nodes(canvas, read):
    interface = read(canvas)
    assert interface.role() == QAccessible.Role.List
    assert interface.text(NAME) == "Graph of the memory"
    assert interface.text(QAccessible.Text.Description) == "4 entities, 2 relations"
    assert [child.role() for child in children(interface)] == [QAccessible.Role.ListItem] * 4


def test_a_node_says_its_type_and_where_its_relations_lead(canvas, read):
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


def test_hostile_names_become_text_that_can_be_said(view, place, make_scene, read):
    names = ["\ud800lone", "nul\0", "line\nbreak", "\u202eturned", "", "x" * 5_000, "<b>bold</b>", "👩‍👩‍👧"]
    place(view, make_scene(names, [(name, names[0]) for name in names]), np.zeros((len(names), 2)))
    said = [child.text(NAME).split(", thing")[0] for child in children(read(view))]
    assert said[:5] == ["\ufffdlone", "nul\ufffd", "line↵break", "turned", "(no name)"]
    assert len(said[5]) < 200
    assert said[6:] == ["<b>bold</b>", "👩‍👩‍👧"]


def test_parent_and_index_lead_back(canvas, read):
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


def test_states_follow_selection_focus_and_camera(canvas, read, qtbot):
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


def test_only_nodes_in_focus_mode_are_children(canvas, read):
    carol = read(canvas).child(3)
    canvas.focus_mode.focus_on([1])
    assert [child.text(NAME)[:5] for child in children(read(canvas))] == ["Alice", "Acme,"]
    assert not shiboken6.isValid(carol)
    canvas.focus_mode.end()
    assert read(canvas).childCount() == 4


def test_items_held_over_a_change_of_the_file_stay_with_their_nodes(canvas, place, make_scene, read):
    held = children(read(canvas))
    place(canvas, make_scene(["new", ("Bob", "person"), "Alice"]), [[0, 0], [1, 1], [2, 2]])
    assert [shiboken6.isValid(item) for item in held] == [True, False, True, False]
    assert held[0].text(NAME) == "Alice, thing, 0 relations"
    assert read(canvas).indexOfChild(held[0]) == 2
    assert read(canvas).child(1) is held[2]


def test_what_is_asked_of_an_item_whose_node_is_gone_has_an_answer(canvas, place, make_scene, read):
    gone = read(canvas).child(3)
    actions = gone.actionInterface()
    place(canvas, make_scene("a"), [[0, 0]])
    assert not gone.isValid()
    assert gone.text(NAME) == ""
    assert gone.rect() == QRect()
    assert gone.state().invalid
    actions.doAction(PRESS)
    assert canvas.selected_names() == []


def test_interfaces_go_with_their_canvas(qapp, make_scene, read):
    canvas = GraphView(Theme.light())
    canvas.state.replace_scene(make_scene("abcd"), {})
    interface = read(canvas)
    held = children(interface)
    ids = [QAccessible.uniqueId(item) for item in (interface, *held)]
    canvas.stop()
    canvas.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not any(shiboken6.isValid(item) for item in (interface, *held))
    assert [QAccessible.accessibleInterface(number) for number in ids] == [None] * 5
    assert held[0].parent() is None
    assert held[0].window() is None
    assert existing_nodes(canvas) is None


def test_interfaces_of_a_large_graph_are_made_only_when_asked_for(view, random_scene, read):
    scene, positions = random_scene(1, 100_000, 20_000)
    view.state.replace_scene(scene, {})
    view.state.set_positions(positions)
    interface = read(view)
    assert interface.childCount() == 100_000
    assert len(interface.nodes) == 0
    last = interface.child(99_999)
    assert interface.indexOfChild(last) == 99_999
    view.select(scene.name(node) for node in range(100_000))
    assert interface.selectionInterface().selectedItemCount() == 100_000
    assert interface.selectionInterface().isSelected(last)
    interface.childAt(*view.mapToGlobal(view.rect().center()).toTuple())
    assert interface.state().multiSelectable
    assert len(interface.nodes) <= 2
    assert len(last.text(NAME)) < 1_000


def test_questions_between_two_hundred_changes_of_the_graph_do_no_harm(view, make_scene, read):
    held = []
    for change in range(200):
        names = [f"n{(change * 7 + number) % 23}" for number in range(change % 20)]
        view.state.replace_scene(make_scene(names, pairwise(names)), {})
        view.state.set_positions(np.zeros((len(names), 2), np.float32))
        view.select(names[:3])
        held = [item for item in held if shiboken6.isValid(item)] + children(read(view))
        for item in held:
            assert item.parent() is read(view)
            assert item.text(NAME) in repr(item)  # Which Qt writes, and so asks as a bridge does.
            assert read(view).indexOfChild(item) >= 0
    assert len(read(view).nodes) == view.state.scene.node_count


def test_a_program_that_ends_with_interfaces_held_ends_well():
    program = """
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from mnemoscope_gui.canvas.scene import build_scene
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.theme import Theme
from mnemoscope_shared.model import Entity
application = QApplication(["mnemoscope"])
QAccessible.setActive(True)
view = GraphView(Theme.light())
view.show()
view.set_scene(build_scene([Entity("a", "b", ()), Entity("c", "d", ())], (), lambda _: 0), animate=False)
held = [QAccessible.queryAccessibleInterface(view).child(index) for index in range(2)]
view.stop()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
