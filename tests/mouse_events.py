"""Mouse events as the system sends them to a widget."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

NOTHING = Qt.KeyboardModifier.NoModifier


def send_move(view, point, button=Qt.MouseButton.NoButton, modifiers=NOTHING):
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(point), view.mapToGlobal(QPointF(point)), button, button, modifiers
    )
    QApplication.sendEvent(view, event)


def send_button(view, kind, point, button, held):
    where = QPointF(point)
    QApplication.sendEvent(view, QMouseEvent(kind, where, view.mapToGlobal(where), button, held, NOTHING))


def hover(qtbot, view, point, node):
    send_move(view, point)
    qtbot.waitUntil(lambda: view.state.emphasis.hovered == node, timeout=3_000)
