"""Points in time as people speak of them: “5 min ago”, “yesterday 14:02”."""

from datetime import datetime, timedelta

from mnemoscope_shared.store.history_record import now_ms

__all__ = ["exact_time", "now_ms", "relative_time"]

_MINUTE_MS = 60_000
_HOUR_MS = 60 * _MINUTE_MS
_LATEST_MS = 253_370_764_800_000
"""The beginning of the year 9999."""

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def relative_time(then: int, now: int) -> str:
    """Return a time in words that are the vaguer the longer ago it is; both are ms since 1970."""
    age = now - then
    if abs(age) < _MINUTE_MS:
        return "just now"
    if 0 < age < _HOUR_MS:
        return f"{age // _MINUTE_MS} min ago"
    moment, today = _moment(then), _moment(now)
    days = (today.date() - moment.date()) // timedelta(days=1)
    if days == 0:
        return f"today {moment:%H:%M}"
    if days == 1:
        return f"yesterday {moment:%H:%M}"
    if 1 < days < 7:
        return f"{_DAYS[moment.weekday()]} {moment:%H:%M}"
    date = f"{moment.day} {_MONTHS[moment.month - 1]}"
    return date if moment.year == today.year else f"{date} {moment.year}"


def exact_time(then: int) -> str:
    """Return a time to the second, in the time zone of this machine: `2026-03-01 14:02:11`."""
    return f"{_moment(then):%Y-%m-%d %H:%M:%S}"


def _moment(milliseconds: int) -> datetime:
    """A file may claim any time; a calendar has its limits."""
    return datetime.fromtimestamp(min(max(milliseconds, 0), _LATEST_MS) / 1000)
