"""Whether the window gives back its memory: python openings.py [--openings 10] [--minutes 0]

A window on 1,000 entities is opened and closed to warm up and then as often again: how much the program has
grown meanwhile. With `--minutes` one window is also used for so long: the growth after the first tenth of it.
Each prints one JSON line. On Linux only.
"""

import argparse
import random
import time

from outside_storm import Storm
from real_windows import program, resident_mb
from rows import print_row

SIZE = 1_000
TARGET_MB = 1.0
STEP_SECONDS = 0.1


class Use:
    """What a person and another program do with one window, a step at a time."""

    def __init__(self, running, window):
        self._running = running
        self._window = window
        self._storm = Storm(running.path)
        self._random = random.Random(5)
        self._number = 0

    def step(self):
        """Do one thing and let the window answer."""
        deeds = (self._select, self._pan, self._zoom, self._edit, self._undo, self._write_outside)
        deeds[self._number % len(deeds)]()
        self._number += 1
        self._running.process_events(seconds=STEP_SECONDS, may_end=True)

    def _select(self):
        entities = self._window.session.snapshot.entities
        self._window.graph.view.select([self._random.choice(entities).name])

    def _pan(self):
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        view = self._window.graph.view
        start, step = view.rect().center(), QPoint(self._random.randint(-20, 20), 10)
        QTest.mousePress(view, Qt.MouseButton.MiddleButton, pos=start)
        for moves in range(1, 4):
            QTest.mouseMove(view, start + step * moves)
        QTest.mouseRelease(view, Qt.MouseButton.MiddleButton, pos=start + step * 3)

    def _zoom(self):
        view = self._window.graph.view
        view.zoom_by(1.15) if self._number % 4 else view.fit_all()

    def _edit(self):
        from mnemoscope_shared.edits import AddObservations, EntityObservations

        name = self._random.choice(self._window.session.snapshot.entities).name
        self._window.session.apply(AddObservations([EntityObservations(name, (f"step {self._number}",))]))

    def _undo(self):
        self._window.session.undo()

    def _write_outside(self):
        self._storm = Storm(self._running.path)
        self._storm.write(self._number)


def growth_over_openings(running, count):
    """Open and close so many windows twice; return the size before and after the second time, MB."""
    sizes = []
    for _ in range(2):
        for _ in range(count):
            running.close(running.open())
        sizes.append(resident_mb())
    return sizes


def growth_in_use(running, minutes):
    """Use one window for some minutes; return the size after a tenth of the time and at the end, MB."""
    window, begun = running.open(), time.monotonic()
    use, sizes = Use(running, window), []
    for share in (0.1, 1.0):
        while time.monotonic() - begun < share * minutes * 60:
            use.step()
        sizes.append(resident_mb())
    running.close(window)
    return sizes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=0)
    options = parser.parse_args()
    with program(SIZE) as running:
        _print_growth("window.openings.growth_mb", growth_over_openings(running, options.openings), TARGET_MB)
        if options.minutes:
            _print_growth("window.use.growth_mb", growth_in_use(running, options.minutes), None)


def _print_growth(name, sizes, target):
    before, after = sizes
    print_row(name, after - before, target, "lower", before_mb=before, after_mb=after)


if __name__ == "__main__":
    main()
