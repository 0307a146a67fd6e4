"""A tool button that follows its action without gathering connections.

With Qt 6.11 `QToolButton` connects once more to the `changed` signal of its action each time that the action
changes, and lets go of none: 145 bytes for every new text or state, all of them called at the next. Toolbars
make such buttons too. This one is added to a toolbar as a widget and takes over what has changed by itself.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QActionEvent
from PySide6.QtWidgets import QToolBar, QToolButton


class ActionButton(QToolButton):
    """The button of one action in a toolbar, and nowhere else."""

    def __init__(self, action: QAction, bar: QToolBar) -> None:
        super().__init__(bar)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setIconSize(bar.iconSize())
        self.setToolButtonStyle(bar.toolButtonStyle())
        bar.iconSizeChanged.connect(self.setIconSize)
        bar.toolButtonStyleChanged.connect(self.setToolButtonStyle)
        self.setDefaultAction(action)

    def actionEvent(self, event: QActionEvent) -> None:
        """Take over a change; leave all else to Qt."""
        if event.type() == QEvent.Type.ActionChanged and event.action() is self.defaultAction():
            self._follow(event.action())
        else:
            super().actionEvent(event)

    def _follow(self, action: QAction) -> None:
        """Show an action as it is now; a toolbar that has no room for the button hides it, not the action."""
        self.setText(action.iconText().replace("&", "&&"))
        self.setIcon(action.icon())
        self.setToolTip(action.toolTip())
        self.setStatusTip(action.statusTip())
        self.setWhatsThis(action.whatsThis())
        self.setCheckable(action.isCheckable())
        self.setChecked(action.isChecked())
        self.setEnabled(action.isEnabled())
