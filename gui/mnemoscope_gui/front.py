"""Bringing a window to the front."""

from PySide6.QtWidgets import QWidget


def bring_to_front(window: QWidget) -> None:
    """Show a window, above the others and with the keyboard in it."""
    if window.isMinimized():
        window.showNormal()
    window.show()
    window.raise_()
    window.activateWindow()
