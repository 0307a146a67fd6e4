"""The panel over the canvas that says how the graph is drawn: spacing, communities, labels."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QSlider, QToolButton, QWidget

from mnemoscope_gui.settings import DrawingOptions
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.theme import Theme

LAYOUT_DELAY_MILLISECONDS = 300
"""The graph is laid out anew once a slider has rested for so long."""

_MARGIN_PX = 12
_WIDTH_PX = 250


class DrawingPanel(QFrame):
    """Floats in the upper right corner of its parent.

    Attributes:
        spacing, separation, label_density: the sliders, in per cent.
        reset_button, close_button: what they say.

    Signals:
        layout_chosen(object): drawing options of which the layout depends on what changed.
        labels_chosen(object): drawing options of which only the labels changed.
    """

    layout_chosen = Signal(object)
    labels_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = parent
        self.setObjectName("drawing")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setFixedWidth(_WIDTH_PX)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 8, 12, 12)
        self._delay = QTimer(self, singleShot=True, interval=LAYOUT_DELAY_MILLISECONDS)
        self._delay.timeout.connect(lambda: self.layout_chosen.emit(self.options))
        self.close_button = self._add_title()
        self.spacing = self._add_slider("Spacing", (70, 200), self._delay.start)
        self.separation = self._add_slider("Separation of communities", (0, 90), self._delay.start)
        self.label_density = self._add_slider(
            "Labels", (10, 200), lambda: self.labels_chosen.emit(self.options)
        )
        self.reset_button = QPushButton("Reset", self)
        self.reset_button.clicked.connect(without_arguments(self._reset))
        self._grid.addWidget(self.reset_button, self._grid.rowCount(), 0, 1, 2, Qt.AlignmentFlag.AlignRight)
        parent.installEventFilter(self)
        self.set_theme(theme)
        self.hide()

    @property
    def options(self) -> DrawingOptions:
        """What the sliders say."""
        return DrawingOptions(
            spacing=self.spacing.value() / 100,
            community_separation=(100 - self.separation.value()) / 100,
            label_density=self.label_density.value() / 100,
        )

    def show_options(self, options: DrawingOptions) -> None:
        """Set the sliders without a signal."""
        values = (
            (self.spacing, options.spacing),
            (self.separation, 1 - options.community_separation),
            (self.label_density, options.label_density),
        )
        with QSignalBlocker(self):
            for slider, value in values:
                slider.setValue(round(100 * value))
        self._delay.stop()

    def open(self) -> None:
        """Show the panel and give it the keyboard."""
        self.show()
        self.raise_()
        self._place()
        self.spacing.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        self.setStyleSheet(
            f"#drawing {{ background: {theme.window.name()}; border: 1px solid {theme.edge.name()};"
            " border-radius: 8px; }"
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the panel."""
        if event.key() == Qt.Key.Key_Escape:
            self._dismiss()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the parent changes its size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _add_title(self) -> QToolButton:
        title = QLabel("Drawing", self)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        close = QToolButton(self)
        close.setText("×")
        close.setAutoRaise(True)
        close.setAccessibleName("Close")
        close.setToolTip("Close (Esc)")
        close.clicked.connect(without_arguments(self._dismiss))
        self._grid.addWidget(title, 0, 0)
        self._grid.addWidget(close, 0, 1, Qt.AlignmentFlag.AlignRight)
        return close

    def _add_slider(self, text: str, limits: tuple[int, int], moved: Callable[[], object]) -> QSlider:
        row = self._grid.rowCount()
        label, value = QLabel(text, self), QLabel(self)
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(*limits)
        slider.setSingleStep(5)
        slider.setPageStep(20)
        slider.setAccessibleName(f"{text}, per cent")
        slider.valueChanged.connect(lambda percent: value.setText(f"{percent} %"))
        slider.valueChanged.connect(without_arguments(moved))
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)
        self._grid.addWidget(slider, row + 1, 0, 1, 2)
        return slider

    def _reset(self) -> None:
        self.show_options(DrawingOptions())
        self.labels_chosen.emit(self.options)
        self.layout_chosen.emit(self.options)

    def _dismiss(self) -> None:
        self.hide()
        self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self) -> None:
        self.adjustSize()
        self.move(self._canvas.width() - self.width() - _MARGIN_PX, _MARGIN_PX)
