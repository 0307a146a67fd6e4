"""What the inspector costs the window's main thread; `window.py` prints these rows with the others.

- `window.inspector.show_entity_ms_p95`: another entity is shown, and painted.
- `window.inspector.keystroke_ms_p95`: one letter typed into, or taken from, a field of an entity's page;
  of the field for which that takes longest.
"""

from main_thread_time import cpu_ms, percentile_95
from rows import print_row, size_name

FRAME_MS = 16
SHOWN = 200
TYPED = "Zephyr nec 12 aa"


def measure_inspector(running, size):
    """Print the rows about an entity's page."""
    window = running.open()
    names = [entity.name for entity in window.session.snapshot.entities[:SHOWN]]
    running.process_events(seconds=1, may_end=True)
    shown = sorted(showings(running, window, names))
    print_row_of_times("show_entity", size, shown)
    window.graph.view.select(names[:1])
    running.process_events(seconds=0.5, may_end=True)
    by_field = {
        name: sorted(keystrokes(running, window, field)) for name, field in fields(running, window).items()
    }
    worst = max(by_field, key=lambda name: percentile_95(by_field[name]))
    all_p95 = {name: percentile_95(times) for name, times in by_field.items()}
    print_row_of_times("keystroke", size, by_field[worst], worst_field=worst, p95_by_field=all_p95)
    running.close(window)


def showings(running, window, names):
    """Show one entity after the other; return the time of each, ms."""
    times = []
    for name in names:

        def show(name=name):
            window.inspector.show_entities([name])
            window.inspector.repaint()

        times.append(cpu_ms(show))
        running.process_events(seconds=0.01, may_end=True)
    return times


def fields(running, window):
    """Return the fields of the page by name, the editor of an observation first, as leaving it closes it."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    page = window.inspector.entity_page
    observations = page.observations.list
    observations.setCurrentRow(0)
    observations.setFocus()
    QTest.keyClick(observations, Qt.Key.Key_Return)
    running.process_events(seconds=0.2, may_end=True)
    return {
        "observation": observations.delegate.editor,
        "name": page.name_field,
        "type": page.type_field,
        "new observation": page.observations.new_field,
        "type of a new relation": page.relation_line.type_field,
        "end of a new relation": page.relation_line.target_field,
    }


def keystrokes(running, window, field):
    """Type a text into a field and take it away again; return the time of each keystroke, ms."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    def press(key):
        QTest.keyClick(field, key)
        window.inspector.repaint()

    field.setFocus()
    times = []
    for key in [*TYPED, *[Qt.Key.Key_Backspace] * len(TYPED)]:
        times.append(cpu_ms(lambda key=key: press(key)))
        running.process_events(seconds=0.01, may_end=True)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    return times


def print_row_of_times(what, size, times, **parts):
    """Print the row about sorted times."""
    middle, longest = times[len(times) // 2], times[-1]
    name = f"window.inspector.{what}_ms_p95.{size_name(size)}"
    print_row(name, percentile_95(times), FRAME_MS, "lower", median_ms=middle, longest_ms=longest, **parts)
