"""Open a window on a memory file and say when there is a picture: python open_to_picture.py FILE

Prints one JSON object: wall and CPU seconds from when the window shows to the first picture with all nodes,
and to the complete one: the layout has settled, and all edges and labels that it can show are painted.
It uses settings and a state folder of its own.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

DEADLINE_SECONDS = 90


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        sys.setswitchinterval(0.0005)  # as the program does
        print(json.dumps(measure(Path(sys.argv[1]))))


def measure(path):
    """Return the seconds from the window's show to each event."""
    from PySide6.QtWidgets import QApplication

    from mnemoscope_gui.application import Application
    from mnemoscope_gui.settings import Settings

    app = QApplication([])
    application = Application(app, Settings())
    before = time.process_time()
    window = application.open(path)
    shown, shown_cpu = time.monotonic(), time.process_time()
    events = {"cpu_s_to_show": shown_cpu - before}

    def note(name):
        events[f"{name}_wall_s"] = time.monotonic() - shown
        events[f"{name}_cpu_s"] = time.process_time() - shown_cpu

    view, settled = window.graph.view, []
    view.settled.connect(lambda: settled.append(True))
    presenter = view.presenter
    _process_events(app, shown, lambda: view.state.positions is not None and view.state.scene.node_count)
    view.repaint()
    note("first_picture")
    _process_events(app, shown, lambda: settled and presenter.picture_is_exact and presenter.labels_are_final)
    note("complete")
    window.close()
    return events


def _process_events(app, started, condition):
    while not condition():
        if time.monotonic() - started > DEADLINE_SECONDS:
            sys.exit("No picture in time.")
        app.processEvents()
        time.sleep(0.001)


if __name__ == "__main__":
    main()
