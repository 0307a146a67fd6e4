"""The table as Qt's views and screen readers ask for it."""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QIcon

from mnemoscope_gui.table.cell_text import cell_text, cell_tooltip, editable_text, spoken_cell
from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.entity_rows import EntityRows
from mnemoscope_gui.table.shown_rows import ShownRows
from mnemoscope_shared.edit import Edit
from mnemoscope_shared.entity_corrections import RenameEntity, RetypeEntity
from mnemoscope_shared.folding import fold
from mnemoscope_shared.snapshot import Snapshot

_LONGEST_EDITED = 1_000
"""Characters; a longer text is no matter for one line of a table, and the inspector takes it."""

AnyIndex = QModelIndex | QPersistentModelIndex

# Asked for with each cell: Python's enumerations are slow.
_COLUMNS = tuple(Column)
_ROLE = Qt.ItemDataRole
_NOWHERE = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_READABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class EntityTableModel(QAbstractTableModel):
    """Rows of entities, sorted and filtered in NumPy: a proxy model would ask Python about each cell.

    Attributes:
        contents: the rows, their order and their filter; changed only by the methods here.

    Signals:
        edit_made: an edit to apply; the table shows it once the memory has it.
    """

    edit_made = Signal(object)

    def __init__(self, dot_of_type: Callable[[str], QIcon], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.contents = ShownRows()
        self.last_changes: Mapping[str, int] = {}
        self._dot_of_type = dot_of_type
        self._answers: dict[int, Callable[[EntityRows, int, Column], object]] = {
            int(_ROLE.DisplayRole): cell_text,
            int(_ROLE.EditRole): editable_text,
            int(_ROLE.ToolTipRole): cell_tooltip,
            int(_ROLE.AccessibleTextRole): spoken_cell,
            int(_ROLE.TextAlignmentRole): lambda _rows, _row, column: _alignment(column),
            int(_ROLE.DecorationRole): self._dot,
        }

    # What is shown

    def show_snapshot(self, snapshot: Snapshot, *, keep: Iterable[str] = ()) -> None:
        """Show a memory; rows of the names to keep stay even where the filter lets them through no more."""
        names = self.contents.names()
        self.contents.show(EntityRows(snapshot, self.last_changes), keep=keep)
        if self.contents.names() == names:
            self._tell_changed()
        else:
            self.beginResetModel()
            self.endResetModel()

    def sort_by(self, column: Column, *, descending: bool) -> None:
        """Put the rows in another order."""
        self.beginResetModel()
        self.contents.sort_by(column, descending=descending)
        self.endResetModel()

    def filter_by(self, text: str, entity_type: str | None) -> None:
        """Show only rows with these words, of this type; None for any type."""
        self.beginResetModel()
        self.contents.filter_by(text, entity_type)
        self.endResetModel()

    def admit(self, names: Iterable[str]) -> None:
        """Show the rows of these names too, although the filter holds them back."""
        self.beginResetModel()
        self.contents.admit(names)
        self.endResetModel()

    def _tell_changed(self) -> None:
        if len(self.contents):
            last = self.index(len(self.contents) - 1, len(_COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _dot(self, rows: EntityRows, row: int, column: Column) -> QIcon | None:
        return self._dot_of_type(rows.entity(row).entity_type) if column is Column.NAME else None

    # Overrides

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        """How many rows are shown."""
        return 0 if parent.isValid() else len(self.contents)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def data(self, index: AnyIndex, role: int = _ROLE.DisplayRole) -> object:
        """What a cell shows or says."""
        answer = self._answers.get(role)
        if answer is None:
            return None
        return answer(self.contents.rows, int(self.contents.shown[index.row()]), _COLUMNS[index.column()])

    def setData(self, index: AnyIndex, value: object, role: int = _ROLE.EditRole) -> bool:
        """Turn what was typed into an edit; what is empty or the same is none."""
        entity, text = self.contents.entity(index.row()), str(value).strip()
        edit: Edit[None] | None = None
        if index.column() == Column.NAME and text and text != entity.name:
            edit = RenameEntity(entity.name, text)
        elif index.column() == Column.TYPE and text != entity.entity_type:
            edit = RetypeEntity(entity.name, text)
        if edit is not None:
            self.edit_made.emit(edit)
        return edit is not None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Names and types can be edited where one line can hold them unchanged."""
        if index.isValid() and _COLUMNS[index.column()].is_text:
            row = int(self.contents.shown[index.row()])
            text = editable_text(self.contents.rows, row, _COLUMNS[index.column()])
            if len(text) <= _LONGEST_EDITED and text.isprintable():
                return _READABLE | Qt.ItemFlag.ItemIsEditable
        return _READABLE

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> object:
        """What the header of a column says; rows have one for screen readers only."""
        if orientation == Qt.Orientation.Vertical:
            return self._spoken_row(section) if role == _ROLE.AccessibleTextRole else None
        column = _COLUMNS[section]
        if role == _ROLE.DisplayRole:
            return self._title(column)
        if role == _ROLE.AccessibleTextRole:
            return column.title
        if role == _ROLE.ToolTipRole:
            return column.explanation
        if role == _ROLE.AccessibleDescriptionRole:
            return self._spoken_order(column)
        if role == _ROLE.TextAlignmentRole:
            return _alignment(column)
        if role == _ROLE.InitialSortOrderRole:
            return Qt.SortOrder.AscendingOrder if column.is_text else Qt.SortOrder.DescendingOrder
        return None

    def match(
        self, start: AnyIndex, role: int, value: object, hits: int = 1, flags: Qt.MatchFlag | None = None
    ) -> list[QModelIndex]:
        """Find the next name that begins so: what typing in the table asks for."""
        wanted, contents = fold(str(value)), self.contents
        # The name stands first in them.
        texts, rows = contents.filter.texts.all(), contents.shown.tolist()
        places = [*range(start.row(), len(rows)), *range(start.row())]
        found = next((place for place in places if texts[rows[place]].startswith(wanted)), None)
        return [] if found is None else [self.index(found, start.column())]

    def _title(self, column: Column) -> str:
        """With a mark of the order: the one that Qt draws would stand on the text."""
        order = self.contents.order
        if column is not order.column:
            return column.title
        return f"{column.title} {'▾' if order.is_descending else '▴'}"

    def _spoken_row(self, place: int) -> str:
        return spoken_cell(self.contents.rows, int(self.contents.shown[place]), Column.NAME)

    def _spoken_order(self, column: Column) -> str:
        order = self.contents.order
        if column is not order.column:
            return column.explanation
        return f"{column.explanation}; sorted, {'descending' if order.is_descending else 'ascending'}"


def _alignment(column: Column) -> Qt.AlignmentFlag:
    return _RIGHT if column.is_number else _LEFT
