"""Rows and cells of the table, as tests reach for them."""

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.table_panel import TablePanel

LEFT = Qt.MouseButton.LeftButton


def names(panel: TablePanel) -> list[str]:
    return [panel.model.index(row, 0).data() for row in range(panel.model.rowCount())]


def selected(panel: TablePanel) -> list[str]:
    return [index.data() for index in panel.view.selectionModel().selectedRows()]


def place_of(panel: TablePanel, name: str, column: Column = Column.NAME) -> QPoint:
    index = panel.model.index(names(panel).index(name), column)
    return panel.view.visualRect(index).center()


def click(qtbot: QtBot, panel: TablePanel, name: str, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.mouseClick(panel.view.viewport(), LEFT, modifier, place_of(panel, name))
