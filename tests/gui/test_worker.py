"""The one thread for the file."""

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from mnemoscope_gui.worker import Worker
from mnemoscope_shared.errors import NotFound


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def test_jobs_run_one_after_another_off_the_main_thread_and_report_on_it(qtbot: QtBot, worker: Worker):
    ran: list[tuple[int, bool]] = []
    reported: list[tuple[int, bool]] = []
    main = threading.get_ident()
    for number in range(20):

        def job(number: int = number) -> int:
            ran.append((number, threading.get_ident() != main))
            return number

        worker.run(job, lambda n: reported.append((n, threading.get_ident() == main)), pytest.fail)
    qtbot.waitUntil(lambda: not worker.is_busy)
    assert ran == reported == [(number, True) for number in range(20)]


def test_an_error_of_ours_is_handed_over(qtbot: QtBot, worker: Worker):
    errors: list[Exception] = []

    def job() -> None:
        raise NotFound("Zoe")

    worker.run(job, pytest.fail, errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert str(errors[0]) == "Entity with name Zoe not found"


def test_a_fault_is_raised_on_the_main_thread(qtbot: QtBot, worker: Worker):
    with capture_exceptions() as faults:
        worker.run(lambda: 1 // 0, pytest.fail, pytest.fail)
        qtbot.waitUntil(lambda: not worker.is_busy)
    assert faults[0][0] is ZeroDivisionError


def test_closing_finishes_what_was_queued_and_delivers_nothing_after(qtbot: QtBot, worker: Worker):
    ran: list[int] = []
    for number in range(5):
        worker.run(lambda number=number: ran.append(number), pytest.fail, pytest.fail)
    worker.close()
    worker.run(lambda: ran.append(99), pytest.fail, pytest.fail)
    qtbot.wait(1)
    assert ran == [0, 1, 2, 3, 4]


def test_closing_may_drop_what_was_queued(worker: Worker):
    has_begun, may_end, ran = threading.Event(), threading.Event(), []

    def first() -> None:
        has_begun.set()
        may_end.wait(10)
        ran.append("first")

    worker.run(first, pytest.fail, pytest.fail)
    worker.run(lambda: ran.append("second"), pytest.fail, pytest.fail)
    assert has_begun.wait(10)
    may_end.set()
    worker.close(drops_queued=True)
    assert ran[0] == "first"
    assert len(ran) == 1 or ran == ["first", "second"], "the second may have begun before"


def test_it_says_when_it_becomes_busy_and_idle(qtbot: QtBot, worker: Worker):
    said: list[bool] = []
    worker.busy_changed.connect(said.append)
    for _ in range(3):
        worker.run(lambda: None, lambda _: None, pytest.fail)
    qtbot.waitUntil(lambda: not worker.is_busy)
    assert said == [True, False]


def test_timers_have_their_turn_between_two_results(qtbot: QtBot, worker: Worker):
    order: list[str] = []
    timer = QTimer(interval=0)
    timer.timeout.connect(lambda: order.append("timer"))
    timer.start()
    for _ in range(5):
        worker.run(lambda: None, lambda _: order.append("result"), pytest.fail)
    qtbot.waitUntil(lambda: order.count("result") == 5)
    assert "result result" not in " ".join(order)
