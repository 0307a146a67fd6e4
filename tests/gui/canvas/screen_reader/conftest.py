"""A screen reader that listens, and a small canvas for it to read."""

import pytest
from PySide6.QtGui import QAccessible


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


@pytest.fixture
def children():
    """A function from an interface to those of its children."""
    return lambda interface: [interface.child(index) for index in range(interface.childCount())]
