"""The form for what a person prefers."""

from collections.abc import Mapping
from typing import TypeVar

from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from mnemoscope_gui.appearance import Appearance
from mnemoscope_gui.preferences import Preferences
from mnemoscope_gui.settings import MOTIONS, SCHEMES, Motion, Scheme, Settings

_SCHEME_TEXTS: dict[Scheme, str] = {"system": "As the system", "light": "Light", "dark": "Dark"}
_MOTION_TEXTS: dict[Motion, str] = {"system": "As the system", "full": "Always", "reduced": "Never"}
_SCROLLING_TEXTS = {False: "Zooms", True: "Moves the graph"}
_WIDTH = 420
Value = TypeVar("Value")


class PreferencesDialog(QDialog):
    """Every choice counts at once; there is nothing to confirm.

    Attributes:
        scheme_field, motion_field, scrolling_field, tray_field: the choices.
    """

    def __init__(
        self,
        appearance: Appearance,
        preferences: Preferences,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        self._appearance = appearance
        self._preferences = preferences
        self._settings = settings
        self.scheme_field = _choice(self, _SCHEME_TEXTS, appearance.scheme)
        self.motion_field = _choice(self, _MOTION_TEXTS, preferences.motion)
        self.scrolling_field = _choice(self, _SCROLLING_TEXTS, preferences.scrolling_pans)
        self.tray_field = QCheckBox("Stay in the tray when the last window closes", self)
        self.tray_field.setChecked(settings.keeps_in_tray)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("&Colours", self.scheme_field)
        form.addRow("&Motion", self.motion_field)
        form.addRow("&Scrolling on a touchpad", self.scrolling_field)
        form.addRow("", QLabel("Ctrl and scrolling, and a pinch, always zoom.", self))
        form.addRow("", self.tray_field)
        form.addRow(buttons)
        self.setMinimumWidth(_WIDTH)
        self.scheme_field.currentIndexChanged.connect(lambda at: appearance.choose(SCHEMES[at]))
        for field in (self.motion_field, self.scrolling_field):
            field.currentIndexChanged.connect(self._prefer)
        self.tray_field.toggled.connect(self._keep_in_tray)

    def _prefer(self) -> None:
        pans = list(_SCROLLING_TEXTS)[self.scrolling_field.currentIndex()]
        self._preferences.choose(MOTIONS[self.motion_field.currentIndex()], scrolling_pans=pans)

    def _keep_in_tray(self, wanted: bool) -> None:
        self._settings.keeps_in_tray = wanted


def _choice(parent: QWidget, texts: Mapping[Value, str], value: Value) -> QComboBox:
    field = QComboBox(parent)
    field.addItems(list(texts.values()))
    field.setCurrentIndex(list(texts).index(value))
    return field
