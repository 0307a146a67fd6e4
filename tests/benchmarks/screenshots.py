"""Pictures of every panel and dialog, light and dark: python screenshots.py FOLDER

To be looked at: no clipped text, aligned, calm. The window is a real one without a screen, on the sample.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SIZE = (1280, 820)
NARROW = (900, 640)


class Photographer:
    """Takes pictures of one window in one scheme."""

    def __init__(self, application, path, folder, scheme):
        from PySide6.QtTest import QTest

        self.wait = QTest.qWait
        self.window = application.open(path, is_sample=True)
        self.window.resize(*SIZE)
        self.window.actions_.schemes[scheme].trigger()
        self._folder, self._scheme = folder, scheme
        self.wait(1500)

    def take(self, name, widget=None):
        """Save a picture of the window, or of a widget."""
        self.wait(350)
        (widget or self.window).grab().save(str(self._folder / f"{name}-{self._scheme}.png"))

    def take_dialog(self, name, action):
        """Trigger an action and save a picture of the dialog that it opens."""
        from PySide6.QtWidgets import QApplication, QDialog

        action.trigger()
        self.wait(600)
        dialogs = [
            one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()
        ]
        if not dialogs:
            sys.exit(f"no dialog came for {name}")
        self.take(name, dialogs[-1])
        dialogs[-1].close()
        self.wait(100)


def photograph_panels(photographer):
    """The window with each panel in use."""
    from PySide6.QtTest import QTest

    window, view = photographer.window, photographer.window.graph.view
    photographer.take("overview")
    view.select(["Alice Moreau"])
    photographer.take("entity")
    view.select(["Alice Moreau", "Ben Okafor", "Chiara Russo"])
    photographer.take("selection")
    view.select(["Alice Moreau"])
    window.actions_.focus.trigger()
    photographer.take("focus")
    window.actions_.end_focus.trigger()
    window.navigator.tree.type_toggled.emit("tool", False)
    photographer.take("filter")
    window.actions_.show_all_types.trigger()
    window.actions_.find.trigger()
    QTest.keyClicks(window.finding.field, "alice")
    photographer.take("search")
    window.finding.field.clear()
    window.actions_.palette.trigger()
    QTest.keyClicks(window.finding.palette.field, "new")
    photographer.take("palette", window.finding.palette)
    window.finding.palette.close()
    window.actions_.pages["table"].trigger()
    photographer.take("table")
    window.actions_.pages["graph"].trigger()
    window.graph.toast.show_notice("Deleted Alice Moreau and 4 relations", answer="Undo", action=lambda: None)
    window.graph.banner.show_text("Line 214 is not valid JSON (cut off). 213 lines read.", {"Repair…": print})
    photographer.take("notices")
    window.graph.banner.clear()
    window.actions_.drawing.trigger()
    photographer.take("drawing")
    window.drawing.panel.hide()
    window.resize(*NARROW)
    photographer.take("narrow")
    window.resize(*SIZE)


def photograph_dialogs(photographer):
    """Each dialog, with three entities selected."""
    window = photographer.window
    actions = window.actions_
    window.graph.view.select(["Alice Moreau", "Ben Okafor", "Chiara Russo"])
    for name in (
        "new_entity",
        "new_relation",
        "merge",
        "relate_entities",
        "rename_entity_type",
        "rename_relation_type",
        "export",
        "save_picture",
        "save_view",
        "find_memory",
        "preferences",
        "components",
        "shortcuts",
        "about",
        "connect_assistants",
        "check_connection",
        "start_server",
    ):
        photographer.take_dialog(name.replace("_", "-"), getattr(actions, name))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        for variable in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"):
            os.environ[variable] = home
        from PySide6.QtWidgets import QApplication

        from mnemoscope_gui.application import Application
        from mnemoscope_gui.sample_memory import write_sample
        from mnemoscope_gui.settings import Settings

        application = Application(QApplication([]), Settings())
        for scheme in ("light", "dark"):
            photographer = Photographer(application, write_sample(Path(home)), folder, scheme)
            photograph_panels(photographer)
            photograph_dialogs(photographer)
            photographer.window.close()
            photographer.wait(200)


if __name__ == "__main__":
    main()
