"""What the menu of the tray shows, and that it is made anew each time."""

from datetime import datetime

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mnemoscope_gui.tray.tray_menu import TrayMenu, TrayState, told_use
from mnemoscope_shared.clients.client import CLIENTS, CURSOR

AT_TWO = round(datetime(2026, 3, 1, 14, 2).timestamp() * 1000)


@pytest.fixture
def states():
    return [TrayState("memory.jsonl")]


@pytest.fixture
def menu(qtbot: QtBot, states) -> TrayMenu:
    menu = TrayMenu(lambda: states[-1])
    qtbot.addWidget(menu)
    return menu


def labels(menu) -> list[str]:
    return [action.text().replace("&", "") for action in menu.actions() if not action.isSeparator()]


def entry(menu, label: str):
    return next(action for action in menu.actions() if action.text().replace("&", "") == label)


def open_menu(qtbot: QtBot, menu: TrayMenu) -> None:
    with qtbot.waitExposed(menu):
        menu.popup(menu.pos())


def test_it_shows_how_things_are_when_it_opens(qtbot: QtBot, menu: TrayMenu, states):
    assert labels(menu)[:4] == [
        "Open memory.jsonl",
        "What changed",
        "No assistant is running",
        "Start server…",
    ]
    states.append(TrayState("R&D.jsonl", 3, ("Claude Desktop", "Cursor"), AT_TWO, True, True))
    open_menu(qtbot, menu)
    assert labels(menu) == [
        "Open RD.jsonl",
        "What changed (3)",
        "Running: Claude Desktop and Cursor; last write 14:02 (RD.jsonl)",
        "Show the server…",
        "Stop server",
        "Connect",
        "Check the connection…",
        "Copy configuration",
        "Copy instructions for the assistant",
        "Start at login",
        "Quit",
    ]
    assert entry(menu, "Start at login").isChecked()
    assert "R&&D.jsonl" in menu.actions()[0].text()
    menu.close()


def test_every_client_can_be_chosen(qtbot: QtBot, menu: TrayMenu):
    submenu = entry(menu, "Connect").menu()
    assert labels(submenu) == [*(f"{client.title}…" for client in CLIENTS), "All assistants…"]
    with qtbot.waitSignal(menu.client_chosen) as chosen:
        entry(submenu, "Cursor…").trigger()
    assert chosen.args == [CURSOR]
    with qtbot.waitSignal(menu.client_chosen) as chosen:
        entry(submenu, "All assistants…").trigger()
    assert chosen.args == [None]


def test_an_entry_is_chosen_by_the_keyboard(qtbot: QtBot, menu: TrayMenu):
    open_menu(qtbot, menu)
    with qtbot.waitSignal(menu.chosen) as chosen:
        qtbot.keyClick(menu, Qt.Key.Key_Q)
    assert chosen.args == ["quit"]


def test_starting_at_login_is_toggled(qtbot: QtBot, menu: TrayMenu):
    with qtbot.waitSignal(menu.login_toggled) as toggled:
        entry(menu, "Start at login").trigger()
    assert toggled.args == [True]


def test_what_changed_is_off_while_nothing_has(menu: TrayMenu):
    assert not entry(menu, "What changed").isEnabled()


def test_hostile_names_stay_on_one_short_line():
    text = told_use(TrayState("m", programs=("a\nb" * 40, "&x")))
    assert "\n" not in text
    assert len(text) < 100
    assert "&&x" in text
