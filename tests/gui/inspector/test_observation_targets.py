"""Observations are moved and copied to other entities, which are chosen in a small dialog."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.inspector.target_dialog import TargetDialog
from mnemoscope_gui.main_window import MainWindow

Wait = Callable[[Callable[[], bool]], None]


def observations(window: MainWindow, name: str = "Alice") -> tuple[str, ...]:
    entity = window.session.snapshot.entity(name)
    return entity.observations if entity is not None else ()


def target_dialog(wait: Wait) -> TargetDialog:
    wait(lambda: isinstance(QApplication.activeModalWidget(), TargetDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, TargetDialog)
    return dialog


def choose(qtbot: QtBot, dialog: TargetDialog, name: str) -> None:
    qtbot.keyClicks(dialog.name_field, name)
    popup = dialog.name_field.completer().popup()
    if popup.isVisible():
        qtbot.keyClick(popup, Qt.Key.Key_Return)
    qtbot.keyClick(dialog.name_field, Qt.Key.Key_Return)


def test_selected_observations_move_to_another_entity(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    page.observations.list.selectAll()
    window.actions_.move_observations.trigger()
    dialog = target_dialog(wait)
    choose(qtbot, dialog, "Bob")
    wait(lambda: observations(window, "Bob") == ("Likes hiking", "Works remotely"))
    assert observations(window) == ()


def test_a_copy_leaves_the_observation_where_it_is(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    page.observations.list.setCurrentRow(0)
    page.observations.list.setFocus()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(page.observations.list, Qt.Key.Key_C, keys)
    dialog = target_dialog(wait)
    choose(qtbot, dialog, "Acme")
    wait(lambda: observations(window, "Acme") == ("Founded in 2010", "Likes hiking"))
    assert observations(window) == ("Likes hiking", "Works remotely")


@pytest.mark.parametrize("name", ["Nobody", "Alice", ""])
def test_only_another_entity_of_the_memory_is_accepted_as_target(qtbot: QtBot, name: str):
    dialog = TargetDialog("Move", "Move", ["Alice", "Bob"], "Alice")
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    qtbot.keyClicks(dialog.name_field, name)
    qtbot.keyClick(dialog.name_field, Qt.Key.Key_Return)
    assert dialog.isVisible()
