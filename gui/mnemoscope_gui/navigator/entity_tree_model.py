"""The entities of a memory by type, as a tree of two levels that is made as far as it is looked at."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QIcon

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.navigator.name_list import NameList
from mnemoscope_shared.snapshot import EMPTY
from mnemoscope_shared.wording import type_name

NAME, COUNT = range(2)
_SHOWN_LENGTH = 80
_TOP = 0
"""The internal number of a type's row; an entity's is one more than the row of its type."""

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class _Row(NamedTuple):
    group: int
    entity: int | None


@dataclass
class _Group:
    """A type and its entities.

    Attributes:
        names: those that match, sorted; None until somebody looks.
        count: how many match.
    """

    entity_type: str
    names: list[str] | None
    count: int


class EntityTreeModel(QAbstractItemModel):
    """Types, most frequent first, each with a check mark and below it its entities by name.

    Attributes:
        icons: gives a type its dot; set it before the first rows are painted.

    Signals:
        type_toggled: a type, and whether it is to be shown.
    """

    type_toggled = Signal(object, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names_of: Callable[[str], list[str]] = NameList(EMPTY).of_type
        self._groups: list[_Group] = []
        self._hidden: frozenset[str] = frozenset()
        self._icons: dict[str, QIcon] = {}

    # What it shows

    def show_all(self, counts: Counter[str], names_of: Callable[[str], list[str]]) -> None:
        """Show all types; `names_of` gives the names of one, and is asked when its entities are looked at."""
        self._names_of = names_of
        self._show([_Group(kind, None, count) for kind, count in counts.most_common()])

    def show_found(self, found: Mapping[str, list[str]]) -> None:
        """Show some entities, by type; the types with the most of them come first."""
        groups = [_Group(kind, names, len(names)) for kind, names in found.items()]
        self._show(sorted(groups, key=lambda group: -group.count))

    def set_hidden(self, types: frozenset[str]) -> None:
        """Take the check marks from these types."""
        if types != self._hidden:
            self._hidden = types
            self._refresh(Qt.ItemDataRole.CheckStateRole)

    def set_icons(self, icons: dict[str, QIcon]) -> None:
        """Give types their dots."""
        self._icons = icons
        self._refresh(Qt.ItemDataRole.DecorationRole)

    def types(self) -> list[str]:
        """The types that are listed."""
        return [group.entity_type for group in self._groups]

    def entity_count(self) -> int:
        """How many entities are listed."""
        return sum(group.count for group in self._groups)

    def type_at(self, index: Index) -> str | None:
        """The type whose own row this is."""
        row = self._row(index)
        return self._groups[row.group].entity_type if row is not None and row.entity is None else None

    def name_at(self, index: Index) -> str | None:
        """The name of the entity in a row; None for that of a type."""
        row = self._row(index)
        if row is None or row.entity is None:
            return None
        return self._names(row.group)[row.entity]

    def index_of_type(self, entity_type: str) -> QModelIndex:
        """The row of a type; invalid where it is not listed."""
        types = self.types()
        return self.index(types.index(entity_type), NAME) if entity_type in types else QModelIndex()

    def index_of_name(self, name: str, entity_type: str) -> QModelIndex:
        """The row of an entity below its type's; invalid where it is not listed."""
        group = self.index_of_type(entity_type)
        if not group.isValid() or name not in (names := self._names(group.row())):
            return QModelIndex()
        return self.index(names.index(name), NAME, group)

    def _show(self, groups: list[_Group]) -> None:
        self.beginResetModel()
        self._groups = groups
        self.endResetModel()

    def _names(self, group: int) -> list[str]:
        one = self._groups[group]
        if one.names is None:
            one.names = self._names_of(one.entity_type)
        return one.names

    def _row(self, index: Index) -> _Row | None:
        if not index.isValid():
            return None
        group = index.internalId()
        return _Row(index.row(), None) if group == _TOP else _Row(group - 1, index.row())

    def _refresh(self, role: Qt.ItemDataRole) -> None:
        if self._groups:
            last = self.index(len(self._groups) - 1, COUNT)
            self.dataChanged.emit(self.index(0, NAME), last, [role])

    # Qt's side

    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        """Return the index of a type's row, or of an entity's below it."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, index: Index = _ROOT) -> QModelIndex:  # type: ignore[override]
        """Return the row of an entity's type."""
        group = index.internalId() if index.isValid() else _TOP
        return QModelIndex() if group == _TOP else self.createIndex(group - 1, NAME, _TOP)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many types there are, or how many entities of one."""
        if not parent.isValid():
            return len(self._groups)
        is_type = parent.internalId() == _TOP and parent.column() == NAME
        return self._groups[parent.row()].count if is_type else 0

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return two: name and count."""
        return 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        row = self._row(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == COUNT:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if row.entity is None:
            return self._type_data(self._groups[row.group], index.column(), role)
        if index.column() == NAME and role == Qt.ItemDataRole.DisplayRole:
            return shortened(self._names(row.group)[row.entity], _SHOWN_LENGTH)
        return None

    def _type_data(self, group: _Group, column: int, role: int) -> Any:
        if column == COUNT:
            return f"{group.count:,}" if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return shortened(type_name(group.entity_type), _SHOWN_LENGTH)
        if role == Qt.ItemDataRole.CheckStateRole:
            is_hidden = group.entity_type in self._hidden
            return Qt.CheckState.Unchecked if is_hidden else Qt.CheckState.Checked
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icons.get(group.entity_type)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for a type to be shown or hidden, as its check mark says."""
        entity_type = self.type_at(index)
        if entity_type is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.type_toggled.emit(entity_type, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Types can be checked, everything can be selected."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() == NAME and self.type_at(index) is not None:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags
