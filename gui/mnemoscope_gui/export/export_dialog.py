"""The form that asks what is to be exported, and how."""

from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QWidget

from mnemoscope_gui.export.formats import FORMATS, Format
from mnemoscope_shared.wording import counted

_WIDTH = 440


class ExportDialog(QDialog):
    """Asks for the part and the format.

    Attributes:
        part_field, format_field: the answers.
    """

    def __init__(self, total: int, selected: int, parent: QWidget | None = None) -> None:
        """Offer the whole memory of `total` entities, and the `selected` ones if there are any."""
        super().__init__(parent)
        self.setWindowTitle("Export")
        self.part_field = QComboBox(self)
        self.part_field.addItem(f"The whole memory ({counted(total, 'entity', 'entities')})", False)
        if selected:
            self.part_field.addItem(
                f"Only what is selected ({counted(selected, 'entity', 'entities')})", True
            )
            self.part_field.setCurrentIndex(1)
        self.format_field = QComboBox(self)
        for one in FORMATS:
            self.format_field.addItem(f"{one.title} ({one.suffix})", one)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Export…")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("&What", self.part_field)
        form.addRow("&Format", self.format_field)
        form.addRow(buttons)
        self.setMinimumWidth(_WIDTH)

    @property
    def wants_selection(self) -> bool:
        """Whether only the selected entities are wanted."""
        return bool(self.part_field.currentData())

    @property
    def format(self) -> Format:
        """The chosen format."""
        return FORMATS[self.format_field.currentIndex()]
