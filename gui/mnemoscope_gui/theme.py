"""The colours of the window, light and dark, and how they are put on a running application.

The type colours were computed: each has at least 3:1 contrast on its canvas, and they stay apart under
simulated colour blindness. Hue is never the only cue: nodes carry their type's initial, states a ring style.
"""

import sys
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

TYPE_SLOT_COUNT = 8
"""How many entity types have a hue of their own."""

OTHER_SLOT = TYPE_SLOT_COUNT
"""The grey slot that all further types share."""

_DISABLED_ALPHA = 110
_ROLES = QPalette.ColorRole


@dataclass(frozen=True)
class Theme:
    """One complete set of colours.

    Attributes:
        name: `"light"` or `"dark"`.
        type_colors: the fill of nodes by type slot: 8 hues, then the grey of all other types.
        canvas, text, secondary_text, edge, edge_active, focus_ring: what is drawn on the canvas.
        added, changed, removed: the states of a node or a row since the last look.
        window, field, alternate_field, button, highlight, highlighted_text: the widgets around the canvas.
    """

    name: str
    type_colors: tuple[QColor, ...]
    canvas: QColor
    text: QColor
    secondary_text: QColor
    edge: QColor
    edge_active: QColor
    focus_ring: QColor
    added: QColor
    changed: QColor
    removed: QColor
    window: QColor
    field: QColor
    alternate_field: QColor
    button: QColor
    highlight: QColor
    highlighted_text: QColor

    @classmethod
    def light(cls) -> "Theme":
        """The light scheme."""
        return cls(
            name="light",
            type_colors=_colors(
                "#3A54C9 #EE6727 #064744 #A12D8D #1098E9 #6D611D #5B0A79 #7E1000 #7A828C",
            ),
            canvas=QColor("#FAFAF8"),
            text=QColor("#1F2328"),
            secondary_text=QColor("#59636E"),
            edge=QColor("#A8AFB8"),
            edge_active=QColor("#59636E"),
            focus_ring=QColor("#0B57D0"),
            added=QColor("#0B6BCB"),
            changed=QColor("#8A6100"),
            removed=QColor("#B3261E"),
            window=QColor("#F1F1EE"),
            field=QColor("#FFFFFF"),
            alternate_field=QColor("#F7F7F5"),
            button=QColor("#EAEAE6"),
            highlight=QColor("#0B57D0"),
            highlighted_text=QColor("#FFFFFF"),
        )

    @classmethod
    def dark(cls) -> "Theme":
        """The dark scheme."""
        return cls(
            name="dark",
            type_colors=_colors(
                "#3B6ED7 #F57B38 #56D8A6 #9B5A8C #BDE4FE #F4DF3F #DA92FD #C34515 #8A929C",
            ),
            canvas=QColor("#16181D"),
            text=QColor("#E6EDF3"),
            secondary_text=QColor("#9DA7B3"),
            edge=QColor("#4A515B"),
            edge_active=QColor("#9DA7B3"),
            focus_ring=QColor("#8AB4F8"),
            added=QColor("#6CB6FF"),
            changed=QColor("#E3B341"),
            removed=QColor("#FF7B72"),
            window=QColor("#1D2026"),
            field=QColor("#14161A"),
            alternate_field=QColor("#191C21"),
            button=QColor("#2A2E36"),
            highlight=QColor("#2458B5"),
            highlighted_text=QColor("#FFFFFF"),
        )

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on dark ground."""
        return self.canvas.lightness() < 128

    def type_color(self, slot: int) -> QColor:
        """The fill of a type slot; any slot outside the eight hues is the grey of other types."""
        return self.type_colors[slot if 0 <= slot < TYPE_SLOT_COUNT else OTHER_SLOT]

    def palette(self) -> QPalette:
        """An explicit palette for widgets, so that no platform mixes in colours of its own."""
        palette = QPalette()
        for role, color in self._widget_colors().items():
            palette.setColor(role, color)
        for role in (_ROLES.WindowText, _ROLES.Text, _ROLES.ButtonText, _ROLES.HighlightedText):
            faded = QColor(self.secondary_text)
            faded.setAlpha(_DISABLED_ALPHA)
            palette.setColor(QPalette.ColorGroup.Disabled, role, faded)
        palette.setColor(QPalette.ColorGroup.Disabled, _ROLES.Highlight, self.button)
        return palette

    def _widget_colors(self) -> dict[QPalette.ColorRole, QColor]:
        return {
            _ROLES.Window: self.window,
            _ROLES.WindowText: self.text,
            _ROLES.Base: self.field,
            _ROLES.AlternateBase: self.alternate_field,
            _ROLES.Text: self.text,
            _ROLES.PlaceholderText: self.secondary_text,
            _ROLES.Button: self.button,
            _ROLES.ButtonText: self.text,
            _ROLES.BrightText: self.removed,
            _ROLES.ToolTipBase: self.field,
            _ROLES.ToolTipText: self.text,
            _ROLES.Highlight: self.highlight,
            _ROLES.HighlightedText: self.highlighted_text,
            _ROLES.Link: self.focus_ring,
            _ROLES.LinkVisited: self.secondary_text,
            _ROLES.Accent: self.highlight,
            _ROLES.Light: self.button.lighter(115),
            _ROLES.Midlight: self.button.lighter(107),
            _ROLES.Mid: self.button.darker(120),
            _ROLES.Dark: self.button.darker(150),
            _ROLES.Shadow: QColor("#000000"),
        }


def contrast_ratio(first: QColor, second: QColor) -> float:
    """The contrast of two opaque colours, 1 to 21, as the Web Content Accessibility Guidelines define it."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def readable_on(fill: QColor) -> QColor:
    """White or near-black, whichever stands out more on `fill`."""
    white, black = QColor("#FFFFFF"), QColor("#16181D")
    return white if contrast_ratio(white, fill) >= contrast_ratio(black, fill) else black


def system_prefers_dark(app: QGuiApplication) -> bool:
    """Whether the system asks for dark colours; where it does not say, it counts as light."""
    return app.styleHints().colorScheme() == Qt.ColorScheme.Dark


def apply(app: QApplication, theme: Theme) -> None:
    """Put `theme` on every widget of `app`, open ones included."""
    if sys.platform != "darwin" and app.style().objectName().lower() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(theme.palette())


def _colors(codes: str) -> tuple[QColor, ...]:
    return tuple(QColor(code) for code in codes.split())


def _luminance(color: QColor) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF())
