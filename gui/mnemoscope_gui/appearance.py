"""Light or dark: as the person chose, or as the system says, at once when it changes."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from mnemoscope_gui import theme as themes
from mnemoscope_gui.settings import Scheme, Settings
from mnemoscope_gui.theme import Theme

_ROOM_FOR_ROWS = """
QTreeView::item, QListView::item { padding: 3px 2px; }
QTableView QHeaderView::section {
    background: palette(window); padding: 5px 9px; border: none; border-bottom: 1px solid palette(mid);
}
"""


class Appearance(QObject):
    """Keeps the application in one theme.

    Attributes:
        theme: the theme in force.

    Signals:
        theme_changed: the new theme.
        scheme_chosen: what the person chose, which need not change the theme.
    """

    theme_changed = Signal(object)
    scheme_chosen = Signal(str)

    def __init__(self, app: QApplication, settings: Settings) -> None:
        super().__init__(app)
        self._app = app
        self._settings = settings
        self.theme = self._wanted()
        self._dress()
        app.styleHints().colorSchemeChanged.connect(self._follow)

    @property
    def scheme(self) -> Scheme:
        """What the person chose."""
        return self._settings.scheme

    def choose(self, scheme: Scheme) -> None:
        """Take a scheme and remember it."""
        self._settings.scheme = scheme
        self._follow()
        self.scheme_chosen.emit(scheme)

    def _wanted(self) -> Theme:
        scheme = self._settings.scheme
        dark = scheme == "dark" or (scheme == "system" and themes.system_prefers_dark(self._app))
        return Theme.dark() if dark else Theme.light()

    def _dress(self) -> None:
        themes.apply(self._app, self.theme)
        # Set anew each time: widgets under a style sheet keep the palette of the time when it was set.
        self._app.setStyleSheet(_ROOM_FOR_ROWS)

    def _follow(self) -> None:
        wanted = self._wanted()
        if wanted.name != self.theme.name:
            self.theme = wanted
            self._dress()
            self.theme_changed.emit(wanted)
