"""Times as people speak of them."""

from datetime import datetime

import pytest

from mnemoscope_gui.relative_time import exact_time, relative_time


def ms(*moment: int) -> int:
    return round(datetime(*moment).timestamp() * 1000)


NOW = ms(2026, 3, 11, 14, 30)  # a Wednesday


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (NOW, "just now"),
        (NOW + 20_000, "just now"),
        (NOW - 59_000, "just now"),
        (NOW - 60_000, "1 min ago"),
        (ms(2026, 3, 11, 13, 31), "59 min ago"),
        (ms(2026, 3, 11, 13, 30), "today 13:30"),
        (ms(2026, 3, 11, 0, 0), "today 00:00"),
        (ms(2026, 3, 10, 23, 59), "yesterday 23:59"),
        (ms(2026, 3, 9, 9, 5), "Monday 09:05"),
        (ms(2026, 3, 5, 9, 5), "Thursday 09:05"),
        (ms(2026, 3, 4, 9, 5), "4 Mar"),
        (ms(2025, 12, 31, 9, 5), "31 Dec 2025"),
        (ms(2026, 3, 11, 18, 0), "today 18:00"),
        (ms(2026, 3, 12, 18, 0), "12 Mar"),
    ],
)
def test_it_gets_vaguer_with_age(then: int, words: str):
    assert relative_time(then, NOW) == words


def test_minutes_count_across_midnight():
    assert relative_time(ms(2026, 3, 10, 23, 50), ms(2026, 3, 11, 0, 10)) == "20 min ago"


def test_exact_times_are_to_the_second():
    assert exact_time(ms(2026, 3, 1, 14, 2) + 11_400) == "2026-03-01 14:02:11"


@pytest.mark.parametrize("impossible", [-(10**18), 10**18, 10**30])
def test_no_time_is_too_odd(impossible: int):
    assert relative_time(impossible, NOW)
    assert exact_time(impossible)
