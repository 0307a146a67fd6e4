"""What a keystroke costs in the search field and in the filter of the navigator.

Search: all that the main thread does from the letter to the list of hits that answers it, painted. That the
others fade on the canvas is a picture of its own, painted when typing pauses.
"""

from main_thread_time import cpu_ms, percentile_95
from rows import print_row, size_name

KEYSTROKE_MS = 16
INDEX_SECONDS = 4
"""The index is made on a thread when the keyboard comes into the field."""

QUERIES = ("harbour", "person", "brucke 99", "zephyr nectar", "juniper 12 trip")


def search_keystrokes(running, window):
    """Type some queries; return the time of each letter with its answer, ms."""
    from PySide6.QtTest import QTest

    field, panel, times = window.finding.field, window.finding.panel, []

    def press(letter):
        before = panel.list.rows
        QTest.keyClick(field, letter)
        running.process_events(lambda: panel.list.rows is not before)
        panel.repaint()

    field.setFocus()
    running.process_events(seconds=INDEX_SECONDS, may_end=True)
    for query in QUERIES:
        for letter in query:
            times.append(cpu_ms(lambda letter=letter: press(letter)))
            running.process_events(seconds=0.2, may_end=True)
        field.clear()
        running.process_events(seconds=0.2, may_end=True)
    return times


def navigator_keystrokes(running, window):
    """Type some words and take them away letter by letter; return the time of each keystroke, ms."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    navigator, times = window.navigator, []

    def press(key):
        QTest.keyClick(navigator.filter_field, key)
        navigator.repaint()

    navigator.filter_field.setFocus()
    for query in QUERIES:
        for key in [*query, *[Qt.Key.Key_Backspace] * len(query)]:
            times.append(cpu_ms(lambda key=key: press(key)))
            running.process_events(seconds=0.01, may_end=True)
    return times


def measure_finding(running, repeats, size):
    """Print the rows about search and navigator; the best of the repeats counts."""
    sessions = {"search": [], "navigator": []}
    for _ in range(repeats):
        window = running.open()
        sessions["navigator"].append(navigator_keystrokes(running, window))
        sessions["search"].append(search_keystrokes(running, window))
        running.close(window)
    for part, measured in sessions.items():
        best = min(measured, key=percentile_95)
        print_row(
            f"window.{part}.keystroke_ms_p95.{size_name(size)}",
            percentile_95(best),
            KEYSTROKE_MS,
            "lower",
            longest_ms=max(best),
            keystrokes=len(best),
            all_p95_ms=[percentile_95(session) for session in measured],
        )
