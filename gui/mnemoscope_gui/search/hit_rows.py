"""Hits as rows of a list."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.search.hit_list import ListRow
from mnemoscope_gui.search.snippet import Snippet, snippet_of
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_dots import TypeDots
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.model import Entity
from mnemoscope_shared.ranked_search import Hit

_DOT_PX = 12
_TITLE_LENGTH = 60
_DETAIL_LENGTH = 90
_REMARK_LENGTH = 24


class HitRows:
    """Makes rows in the colours of a theme."""

    def __init__(self, slots: TypeSlots, theme: Theme, widget: QWidget) -> None:
        self._dots = TypeDots(slots, theme, _DOT_PX, widget)

    def set_theme(self, theme: Theme) -> None:
        """Take on other colours."""
        self._dots.set_theme(theme)

    def rows(self, hits: Sequence[Hit]) -> list[ListRow]:
        """Return a row for each hit: its name, its type, and the observation that answered."""
        return [self._row(hit) for hit in hits]

    def _row(self, hit: Hit) -> ListRow:
        entity_type = hit.line.record.entity_type if isinstance(hit.line.record, Entity) else ""
        is_name = hit.field == "name"
        title = snippet_of(hit.name, hit.places if is_name else (), _TITLE_LENGTH)
        has_detail = hit.field == "observation"
        detail = snippet_of(hit.text, hit.places, _DETAIL_LENGTH) if has_detail else Snippet("")
        remark = shortened(entity_type, _REMARK_LENGTH) if entity_type else ""
        return ListRow(title, detail, remark, hit.name, self._dots.dot(entity_type))
