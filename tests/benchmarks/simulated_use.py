"""What a person and another program do with one window, a step at a time, the same at every run."""

import random
import subprocess
import sys
from pathlib import Path

STEP_SECONDS = 0.1
ZOOM, ZOOMS_A_ROUND = 1.3, 16


class Use:
    """Goes round selecting, moving, editing, searching, filtering, and reading what others write.

    After a round it is where it began: everything was done as often, and at every zoom.

    Attributes:
        steps: how many there were.
        round_steps: how many make a round.
    """

    def __init__(self, running, window):
        self._running = running
        self._window = window
        self._view = window.graph.view
        self._random = random.Random(5)
        self.steps = 0
        self._deeds = (
            self._select,
            self._pan,
            self._zoom,
            self._edit,
            self._undo,
            self._write_outside,
            self._search,
            self._filter_names,
            self._turn_page,
        )
        self.round_steps = len(self._deeds) * ZOOMS_A_ROUND

    def step(self):
        """Do one thing and let the window answer."""
        self._deeds[self.steps % len(self._deeds)]()
        self.steps += 1
        self._wait(STEP_SECONDS)

    def _wait(self, seconds):
        self._running.process_events(seconds=seconds, may_end=True)

    def _any_name(self):
        return self._random.choice(self._window.session.snapshot.entities).name

    def _select(self):
        self._view.select([self._any_name()])

    def _pan(self):
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        start, step = self._view.rect().center(), QPoint(self._random.randint(-20, 20), 10)
        QTest.mousePress(self._view, Qt.MouseButton.MiddleButton, pos=start)
        for moves in range(1, 4):
            QTest.mouseMove(self._view, start + step * moves)
        QTest.mouseRelease(self._view, Qt.MouseButton.MiddleButton, pos=start + step * 3)

    def _zoom(self):
        """Zoom in step by step, through all that labels show, and out again: half a minute a round."""
        is_last = self.steps // len(self._deeds) % ZOOMS_A_ROUND == ZOOMS_A_ROUND - 1
        self._view.fit_all() if is_last else self._view.zoom_by(ZOOM)

    def _edit(self):
        from mnemoscope_shared.edits import AddObservations, EntityObservations

        addition = EntityObservations(self._any_name(), (f"step {self.steps}",))
        self._window.session.apply(AddObservations([addition]))

    def _undo(self):
        self._window.session.undo()

    def _write_outside(self):
        """The writer is a program of its own, so that what it needs is none of the window's."""
        program = Path(__file__).with_name("outside_rewrite.py")
        subprocess.run([sys.executable, program, self._running.path, str(self.steps)], check=True)

    def _search(self):
        """Type the beginning of a name, go to the first hit, and clear the field."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        field = self._window.finding.field
        field.setFocus()
        for letter in self._any_name()[:4]:
            field.insert(letter)
            self._wait(STEP_SECONDS / 4)
        QTest.keyClick(field, Qt.Key.Key_Return)
        self._wait(STEP_SECONDS)
        field.clear()

    def _filter_names(self):
        """Filter the navigator, or hide a type and show it again."""
        navigator = self._window.navigator
        navigator.filter_field.setText(self._any_name()[:3])
        self._wait(STEP_SECONDS)
        navigator.filter_field.clear()
        kind = self._random.choice(navigator.tree.entities.types())
        for is_shown in (False, True):
            navigator.tree.type_toggled.emit(kind, is_shown)
            self._wait(STEP_SECONDS)

    def _turn_page(self):
        """Show the table for a while, sorted anew and filtered."""
        from mnemoscope_gui.table.columns import Column

        table = self._window.table
        table.choose_page("table")
        table.panel.sort_by(self._random.choice(list(Column)))
        table.panel.bar.field.setText(self._any_name()[:3])
        self._wait(STEP_SECONDS)
        table.panel.bar.clear()
        table.choose_page("graph")
