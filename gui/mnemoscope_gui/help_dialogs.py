"""The sheet of shortcuts and the About box."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QMessageBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.actions import action_title
from mnemoscope_gui.icons import application_icon
from mnemoscope_shared import __version__

_ICON_PX = 64
_GESTURES = (
    ("Zoom at the cursor", "Wheel"),
    ("Move the view", "Drag on empty, middle drag, or Space and drag"),
    ("Select, add to the selection", "Click, Shift or Ctrl and click"),
    ("Select an area", "Shift and drag on empty"),
    ("Move and pin an entity", "Drag it"),
    ("Menu of an entity", "Right click, or Shift+F10"),
    ("Focus on an entity and its neighbours; one step deeper", "Double-click it; again"),
    ("Show or hide the neighbours of an entity at the rim of the focus", "Double-click it"),
    ("New entity", "Double-click on empty"),
    ("New relation", "Drag from the handle of an entity to another, or R"),
    ("Nearest entity that way", "Arrow keys"),
    ("Next, previous neighbour; back", "Page Down, Page Up; Backspace"),
    ("Show in the inspector", "Enter"),
    ("In the search: another hit; go there", "Up, Down; Enter"),
    ("In the navigator: hide or show a type; select all of it", "Space; Enter"),
    ("In the table: edit the cell; select the rows shown", "F2; Ctrl+A"),
    ("In an observation: a new line; split it at the cursor", "Shift+Enter; Ctrl+Enter"),
    ("Back out: of a gesture, search, selection, focus", "Esc"),
)


def show_shortcuts(parent: QWidget, actions: Sequence[QAction]) -> QDialog:
    """Open the sheet of keys and gestures."""
    dialog = QDialog(parent)
    dialog.setWindowTitle("Keyboard and mouse")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet = QTreeWidget(dialog)
    sheet.setAccessibleName("Keys and gestures")
    sheet.setHeaderLabels(["What", "How"])
    sheet.setRootIsDecorated(False)
    sheet.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    for what, how in [*_keys(actions), *_GESTURES]:
        sheet.addTopLevelItem(QTreeWidgetItem([what, how]))
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.addWidget(sheet)
    layout.addWidget(buttons)
    room = sheet.sizeHintForColumn(0) + sheet.sizeHintForColumn(1) + 4 * sheet.header().height()
    dialog.resize(min(room, parent.screen().availableSize().width()), 620)
    dialog.open()
    return dialog


def show_about(parent: QWidget) -> QMessageBox:
    """Open the About box."""
    box = QMessageBox(
        QMessageBox.Icon.NoIcon,
        "About Mnemoscope",
        f"Mnemoscope {__version__}",
        QMessageBox.StandardButton.Close,
        parent,
    )
    box.setIconPixmap(application_icon().pixmap(_ICON_PX))
    box.setInformativeText(
        "See, correct and trust what your assistant remembers.\nMIT licence. Uses Qt under the LGPL."
    )
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box


def _keys(actions: Sequence[QAction]) -> list[tuple[str, str]]:
    form = QKeySequence.SequenceFormat.NativeText
    with_keys = [action for action in actions if action.shortcuts()]
    return [
        (action_title(action), ", ".join(keys.toString(form) for keys in action.shortcuts()))
        for action in with_keys
    ]
