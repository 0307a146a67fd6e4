"""The list of components: which parts of the memory hang together."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_shared.wording import counted

FIRST_NAMES = 5
MOST_ROWS = 500
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ROW = Qt.ItemDataRole.UserRole


class ComponentsDialog(QDialog):
    """Stands beside the graph while a person looks at one component after the other.

    Signals:
        chosen: the names of a component's entities.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Components")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rows: list[list[str]] = []
        self._summary = QLabel("Looking for what hangs together…", self)
        self._summary.setWordWrap(True)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName("Components, largest first")
        self.list.setHeaderLabels(["Entities", "Names"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.headerItem().setTextAlignment(0, _RIGHT)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.currentItemChanged.connect(self._choose)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self._summary)
        layout.addWidget(self.list, 1)
        layout.addWidget(buttons)
        self.resize(420, 360)

    def show_components(self, components: Sequence[Sequence[str]]) -> None:
        """Show the names in each component; those of a single entity come together in the last row."""
        connected = [names for names in components if len(names) > 1]
        alone = [names[0] for names in components if len(names) == 1]
        self._summary.setText(_summary(len(connected), len(alone)))
        self.list.blockSignals(True)
        self.list.clear()
        self._rows = []
        for names in connected[:MOST_ROWS]:
            self._add(names, _first(names))
        if alone:
            self._add(alone, f"Not connected: {_first(alone)}")
        self.list.blockSignals(False)

    def _add(self, names: Sequence[str], text: str) -> None:
        item = QTreeWidgetItem([f"{len(names):,}", text])
        item.setTextAlignment(0, _RIGHT)
        # Kept here: Qt's strings cannot hold all that names can.
        item.setData(0, _ROW, len(self._rows))
        self._rows.append(list(names))
        self.list.addTopLevelItem(item)

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(self._rows[item.data(0, _ROW)])


def _first(names: Sequence[str]) -> str:
    more = ", …" if len(names) > FIRST_NAMES else ""
    return ", ".join(names[:FIRST_NAMES]) + more


def _summary(connected: int, alone: int) -> str:
    parts = [counted(connected, "component", "components")]
    if alone:
        parts.append(f"{counted(alone, 'entity', 'entities')} not connected to any other")
    more = f" The {MOST_ROWS} largest are listed." if connected > MOST_ROWS else ""
    return f"{' and '.join(parts)}. Choose one to select it.{more}"
