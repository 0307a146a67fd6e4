"""What the parts of the window cost its main thread: python window.py [--size 10000] [--repeats 5]

A window without a screen on a sample memory. All figures are CPU time of the main thread, painting included.
A busy machine shows even in them, so the best of the repeats counts. One JSON line a row:

- `window.table.open_ms`: from a window's first switch to the table to the picture of it.
- `window.table.filter_keystroke_ms_p95`: one letter typed into, or taken from, the filter above the table.
- `window.search.keystroke_ms_p95`, `window.navigator.keystroke_ms_p95`: see `window_finding.py`.
- `window.inspector.keystroke_ms_p95`, `window.inspector.show_entity_ms_p95`: see `window_inspector.py`.
- `window.table.follow_ms`: another program has changed 100 records; the median of several times.
"""

import argparse
import statistics

from main_thread_time import cpu_ms, percentile_95
from outside_storm import Storm
from real_windows import program
from rows import print_row, size_name
from window_finding import measure_finding
from window_inspector import measure_inspector

TABLE_OPEN_MS = 100
KEYSTROKE_MS = 16
QUERIES = ("harbour", "person", "brucke 99", "zephyr nectar", "juniper 12 trip")
CHANGES = 9


def table_opening(window):
    """Switch to the table and let it be painted; return the time, ms."""

    def open_table():
        window.table.choose_page("table")
        window.table.panel.repaint()

    return cpu_ms(open_table)


def filter_keystrokes(running, window):
    """Type some queries and take them away letter by letter; return the time of each keystroke, ms."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    panel, times = window.table.panel, []

    def press(key):
        QTest.keyClick(panel.bar.field, key)
        panel.repaint()

    panel.bar.field.setFocus()
    for query in QUERIES:
        keys = [*query, *[Qt.Key.Key_Backspace] * len(query)]
        for key in keys:
            times.append(cpu_ms(lambda key=key: press(key)))
            running.process_events(seconds=0.01, may_end=True)
    return times


def following(running, window):
    """Let another program change 100 records over and over; return the time each takes the table, ms."""
    from mnemoscope_shared.store.history_record import Writer
    from mnemoscope_shared.store.memory_file import MemoryFile

    panel, storm, memory = window.table.panel, Storm(running.path), MemoryFile(running.path, Writer("other"))
    times, kept = [], []
    for number in range(CHANGES):
        storm.write(number)
        snapshot = memory.read()
        # The graph asks for these in any case, and freeing old memories is not the doing of the table.
        kept.append((snapshot, snapshot.entities, snapshot.relations))

        def follow(snapshot=snapshot):
            panel.show_memory(snapshot, [])
            panel.repaint()

        times.append(cpu_ms(follow))
        running.process_events(seconds=0.2, may_end=True)
    return times


def measure_table(running, repeats, size):
    """Print the rows about the table."""
    openings, sessions, followings = [], [], []
    for _ in range(repeats):
        window = running.open()
        openings.append(table_opening(window))
        # The texts that the filter looks into are made ready meanwhile.
        running.process_events(seconds=1.5, may_end=True)
        sessions.append(filter_keystrokes(running, window))
        followings.append(statistics.median(following(running, window)))
        window.table.choose_page("graph")
        running.close(window)
    name = f"window.table.{{}}.{size_name(size)}"
    print_row(name.format("open_ms"), min(openings), TABLE_OPEN_MS, "lower", all_ms=openings)
    best = min(sessions, key=percentile_95)
    print_row(
        name.format("filter_keystroke_ms_p95"),
        percentile_95(best),
        KEYSTROKE_MS,
        "lower",
        median_ms=statistics.median(best),
        longest_ms=max(best),
        keystrokes=len(best),
        all_p95_ms=[percentile_95(session) for session in sessions],
    )
    print_row(name.format("follow_ms"), min(followings), KEYSTROKE_MS, "lower", all_ms=followings)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    with program(options.size) as running:
        measure_table(running, options.repeats, options.size)
        measure_finding(running, options.repeats, options.size)
        measure_inspector(running, options.size)


if __name__ == "__main__":
    main()
