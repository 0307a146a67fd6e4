"""A window in which Alice is selected, so that the inspector shows her."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    window = open_window(memory)
    window.graph.view.select(["Alice"])
    return window


@pytest.fixture
def page(window: MainWindow) -> EntityPage:
    assert window.inspector.currentWidget() is window.inspector.entity_page
    return window.inspector.entity_page


@pytest.fixture
def claude(memory: Path) -> MemoryFile:
    """The same memory, written to by an assistant."""
    return MemoryFile(memory, Writer("server", client="claude-ai"))
