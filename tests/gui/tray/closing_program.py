"""The program, whose window closes as soon as a line comes; it says what it does, a word a line."""

import sys
from pathlib import Path

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.application import Application
from mnemoscope_gui.settings import Settings


def say(word):
    print(word, flush=True)


def main():
    app = QApplication([])
    settings = Settings()
    settings.keeps_in_tray = sys.argv[2] == "keep"
    application = Application(app, settings)
    application.tray.icon.shown_changed.connect(lambda is_shown: say("shown" if is_shown else "gone"))
    application.tray.open_requested.connect(lambda *_: say("opened"))
    application.tray.start()
    window = application.open(Path(sys.argv[1]))
    commands = {
        "close": lambda: application.windows[0].close(),
        "windows": lambda: say(len(application.windows)),
    }
    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda *_: commands[sys.stdin.readline().strip()]())
    say("ready" if window.isVisible() else "hidden")
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
