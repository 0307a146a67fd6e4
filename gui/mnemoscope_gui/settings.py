"""What the window remembers between two starts, declared once."""

from typing import Literal

from PySide6.QtCore import QByteArray, QSettings

Scheme = Literal["system", "light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("system", "light", "dark")

_SCHEME = "appearance/scheme"
_GEOMETRY = "window/geometry"
_STATE = "window/state"


class Settings:
    """The person's choices, in the platform's usual place; a value that makes no sense counts as unset."""

    def __init__(self) -> None:
        self._store = QSettings(
            QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Mnemoscope", "Mnemoscope"
        )

    @property
    def scheme(self) -> Scheme:
        """Light, dark, or as the system says."""
        value = self._store.value(_SCHEME, "system")
        return next((scheme for scheme in SCHEMES if scheme == value), "system")

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._store.setValue(_SCHEME, scheme)

    @property
    def window_geometry(self) -> QByteArray:
        """Where the window was, in Qt's own form; empty at first."""
        return _bytes(self._store.value(_GEOMETRY))

    @window_geometry.setter
    def window_geometry(self, geometry: QByteArray) -> None:
        self._store.setValue(_GEOMETRY, geometry)

    @property
    def window_state(self) -> QByteArray:
        """Where docks and toolbars were, in Qt's own form; empty at first."""
        return _bytes(self._store.value(_STATE))

    @window_state.setter
    def window_state(self, state: QByteArray) -> None:
        self._store.setValue(_STATE, state)


def _bytes(value: object) -> QByteArray:
    return value if isinstance(value, QByteArray) else QByteArray()
