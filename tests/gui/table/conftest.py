"""A window that shows its memory as a table."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.table.table_panel import TablePanel

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait) -> MainWindow:
    window = open_window(memory)
    wait(lambda: window.graph.view.state.scene.node_count == 3)
    return window


@pytest.fixture
def panel(window: MainWindow) -> TablePanel:
    window.actions_.pages["table"].trigger()
    return window.table.panel
