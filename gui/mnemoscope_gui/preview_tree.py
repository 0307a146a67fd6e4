"""What an edit would do, as groups of short lines."""

from collections.abc import Iterable

from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from mnemoscope_gui.canvas.label_text import shortened

_LISTED = 200
_SHOWN_LENGTH = 160


class PreviewTree(QTreeWidget):
    """Groups with their sizes, each unfolded; long texts are cut, of long groups the beginning is shown."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Make an empty one; `name` is what screen readers call it."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setHeaderHidden(True)

    def add_group(self, title: str, texts: Iterable[str]) -> None:
        """Add a group, unless there is nothing in it."""
        texts = list(texts)
        if not texts:
            return
        group = QTreeWidgetItem([f"{title} ({len(texts):,})"])
        self.addTopLevelItem(group)
        for text in texts[:_LISTED]:
            group.addChild(QTreeWidgetItem([shortened(text, _SHOWN_LENGTH)]))
        if len(texts) > _LISTED:
            group.addChild(QTreeWidgetItem([f"… and {len(texts) - _LISTED:,} more"]))
        group.setExpanded(True)
