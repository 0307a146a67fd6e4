"""The life of what a screen reader holds: the file changes, the canvas goes, the graph is large."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QRect
from PySide6.QtGui import QAccessible, QAccessibleActionInterface

from mnemoscope_gui.canvas.accessible import existing_nodes
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.theme import Theme

NAME = QAccessible.Text.Name
PRESS = QAccessibleActionInterface.pressAction()


def test_items_held_over_a_change_of_the_file_stay_with_their_nodes(
    canvas, place, make_scene, read, children
):
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


def test_interfaces_go_with_their_canvas(qapp, make_scene, read, children):
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


def test_questions_between_two_hundred_changes_of_the_graph_do_no_harm(view, make_scene, read, children):
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
