"""Notices of outside changes: gathered, and seldom."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QElapsedTimer
from pytestqt.qtbot import QtBot

from mnemoscope_gui.tray.change_notices import ChangeNotices, told_counts
from mnemoscope_shared.model import Line, LineChange

Wait = Callable[[Callable[[], bool]], None]
LINE = Line(b"{}", None, 0.0)
ADDED = LineChange("entities", 0, None, LINE)
CHANGED = LineChange("entities", 0, LINE, LINE)
REMOVED = LineChange("relations", 0, LINE, None)
GATHER_MS, PAUSE_MS = 30, 400


@pytest.fixture
def told(qapp) -> list[tuple[str, int]]:
    return []


@pytest.fixture
def notices(qapp, told):
    notices = ChangeNotices(gather_ms=GATHER_MS, pause_ms=PAUSE_MS)
    clock = QElapsedTimer()
    clock.start()
    notices.told.connect(lambda text: told.append((text, clock.elapsed())))
    yield notices
    notices.deleteLater()


def test_changes_that_come_together_are_told_together(notices: ChangeNotices, told, wait: Wait):
    for change in ((ADDED,), (ADDED, CHANGED), (REMOVED,)):
        notices.add(change)
    wait(lambda: bool(told))
    assert [text for text, _ in told] == ["2 added, 1 changed, 1 removed"]


def test_after_a_notice_there_is_a_pause_and_then_the_rest_is_told(notices: ChangeNotices, told, wait: Wait):
    notices.add((ADDED,))
    wait(lambda: len(told) == 1)
    for _ in range(50):
        notices.add((CHANGED,))
    wait(lambda: len(told) == 2)
    assert told[1][0] == "50 changed"
    assert told[1][1] - told[0][1] >= PAUSE_MS * 0.9


def test_what_a_person_looks_at_meanwhile_is_not_told(qtbot: QtBot, notices: ChangeNotices, told):
    notices.add((ADDED,))
    notices.forget()
    with qtbot.assertNotEmitted(notices.told, wait=3 * GATHER_MS):
        pass
    assert told == []


@pytest.mark.parametrize(
    ("counts", "text"),
    [((1, 0, 0), "1 added"), ((0, 2, 0), "2 changed"), ((1_000, 0, 3), "1,000 added, 3 removed")],
)
def test_only_numbers_are_told(counts: tuple[int, int, int], text: str):
    assert told_counts(*counts) == text
