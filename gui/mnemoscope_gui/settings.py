"""What the window remembers between two starts, declared once."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray

from mnemoscope_gui.settings_file import open_settings_file

Scheme = Literal["system", "light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("system", "light", "dark")
Motion = Literal["system", "full", "reduced"]
MOTIONS: tuple[Motion, ...] = ("system", "full", "reduced")
Page = Literal["graph", "table"]

_SCHEME = "appearance/scheme"
_GEOMETRY = "window/geometry"
_STATE = "window/state"
_PAGE = "window/page"
_MINIMAP = "canvas/minimap"
_MOTION = "canvas/motion"
_SCROLLING_PANS = "canvas/scrolling_pans"
_SPACING = "drawing/spacing"
_SEPARATION = "drawing/community_separation"
_LABEL_DENSITY = "drawing/label_density"
_RECENT_FILES = "files/recent"
_KEEPS_IN_TRAY = "tray/keeps_program"
_TOLD_OF_TRAY = "tray/was_told"
_HTTP_PORT = "server/http_port"
USUAL_HTTP_PORT = 8765
RECENT_FILE_COUNT = 10


@dataclass(frozen=True)
class DrawingOptions:
    """How the graph is drawn.

    Attributes:
        spacing: the length of an edge at rest, 0.7 to 2.
        community_separation: the strength of springs between communities, 0.1 to 1 (not set apart at all).
        label_density: how many of the usual labels are shown, 0.1 to 2.
    """

    spacing: float = 1.0
    community_separation: float = 0.3
    label_density: float = 1.0


class Settings:
    """The person's choices, in the platform's usual place; a value that makes no sense counts as unset.

    Attributes:
        notice: a sentence for the person where a damaged file had to be left aside.
    """

    def __init__(self) -> None:
        self._store, self.notice = open_settings_file()

    @property
    def scheme(self) -> Scheme:
        """Light, dark, or as the system says."""
        value = self._store.value(_SCHEME, "system")
        return next((scheme for scheme in SCHEMES if scheme == value), "system")

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._store.setValue(_SCHEME, scheme)

    @property
    def shows_minimap(self) -> bool:
        """Whether the canvas may show a map of the graph; it does at first."""
        return str(self._store.value(_MINIMAP, "true")).lower() != "false"

    @shows_minimap.setter
    def shows_minimap(self, wanted: bool) -> None:
        self._store.setValue(_MINIMAP, wanted)

    @property
    def motion(self) -> Motion:
        """Whether things glide and fade, never, always, or as the system says."""
        value = self._store.value(_MOTION, "system")
        return next((motion for motion in MOTIONS if motion == value), "system")

    @motion.setter
    def motion(self, motion: Motion) -> None:
        self._store.setValue(_MOTION, motion)

    @property
    def scrolling_pans(self) -> bool:
        """Whether scrolling on a touchpad moves the canvas; at first it zooms, as a wheel does."""
        return str(self._store.value(_SCROLLING_PANS, "false")).lower() == "true"

    @scrolling_pans.setter
    def scrolling_pans(self, wanted: bool) -> None:
        self._store.setValue(_SCROLLING_PANS, wanted)

    @property
    def keeps_in_tray(self) -> bool:
        """Whether closing the last window leaves the program in the tray; it does not at first."""
        return str(self._store.value(_KEEPS_IN_TRAY, "false")).lower() == "true"

    @keeps_in_tray.setter
    def keeps_in_tray(self, wanted: bool) -> None:
        self._store.setValue(_KEEPS_IN_TRAY, wanted)

    @property
    def was_told_of_tray(self) -> bool:
        """Whether the person has been told that the program goes on in the tray."""
        return str(self._store.value(_TOLD_OF_TRAY, "false")).lower() == "true"

    @was_told_of_tray.setter
    def was_told_of_tray(self, was_told: bool) -> None:
        self._store.setValue(_TOLD_OF_TRAY, was_told)

    @property
    def http_port(self) -> int:
        """The port of the server over HTTP, 1024 to 65,535."""
        return round(self._number(_HTTP_PORT, USUAL_HTTP_PORT, (1024, 65_535)))

    @http_port.setter
    def http_port(self, port: int) -> None:
        self._store.setValue(_HTTP_PORT, port)

    @property
    def page(self) -> Page:
        """Whether the memory is shown as a graph or as a table."""
        return "table" if self._store.value(_PAGE) == "table" else "graph"

    @page.setter
    def page(self, page: Page) -> None:
        self._store.setValue(_PAGE, page)

    @property
    def drawing(self) -> DrawingOptions:
        """How the graph is drawn."""
        usual = DrawingOptions()
        return DrawingOptions(
            spacing=self._number(_SPACING, usual.spacing, (0.7, 2.0)),
            community_separation=self._number(_SEPARATION, usual.community_separation, (0.1, 1.0)),
            label_density=self._number(_LABEL_DENSITY, usual.label_density, (0.1, 2.0)),
        )

    @drawing.setter
    def drawing(self, options: DrawingOptions) -> None:
        self._store.setValue(_SPACING, options.spacing)
        self._store.setValue(_SEPARATION, options.community_separation)
        self._store.setValue(_LABEL_DENSITY, options.label_density)

    def _number(self, key: str, usual: float, limits: tuple[float, float]) -> float:
        try:
            number = float(str(self._store.value(key, usual)))
        except ValueError:
            return usual
        return min(max(number, limits[0]), limits[1]) if math.isfinite(number) else usual

    @property
    def recent_files(self) -> list[Path]:
        """The memories that were opened, the last one first; they need not exist any more."""
        value = self._store.value(_RECENT_FILES, [])
        texts = value if isinstance(value, list) else [value]
        return [Path(text) for text in texts if isinstance(text, str) and text][:RECENT_FILE_COUNT]

    @recent_files.setter
    def recent_files(self, paths: list[Path]) -> None:
        self._store.setValue(_RECENT_FILES, [str(path) for path in paths[:RECENT_FILE_COUNT]])

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
