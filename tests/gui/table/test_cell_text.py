"""What cells say."""

import pytest

from mnemoscope_gui.table.cell_text import cell_text, cell_tooltip, spoken_cell
from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.entity_rows import EntityRows
from mnemoscope_shared.model import Entity, Line
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import now_ms


def row_of(entity: Entity, last_change: int | None = None) -> EntityRows:
    times = {} if last_change is None else {entity.name: last_change}
    return EntityRows(Snapshot([Line(b"x" * 4_001, entity, 0.0)], []), times)


def test_a_row_says_the_count_and_the_first_of_its_observations():
    rows = row_of(Entity("Alice", "person", ("Likes hiking", "Works remotely")))
    assert cell_text(rows, 0, Column.NAME) == "Alice"
    assert cell_text(rows, 0, Column.OBSERVATIONS).split() == ["2", "Likes", "hiking"]
    assert cell_text(rows, 0, Column.RELATIONS) == "0"
    assert cell_text(rows, 0, Column.TOKENS) == "1,001"
    assert cell_text(rows, 0, Column.LAST_CHANGE) == ""


def test_a_screen_reader_says_what_the_numbers_count():
    rows = row_of(Entity("Alice", "", ("Likes hiking",)), now_ms())
    assert spoken_cell(rows, 0, Column.TYPE) == "(no type)"
    assert spoken_cell(rows, 0, Column.OBSERVATIONS) == "1 observation: Likes hiking"
    assert spoken_cell(rows, 0, Column.RELATIONS) == "0 relations"
    assert spoken_cell(rows, 0, Column.TOKENS) == "about 1,001 tokens"
    assert spoken_cell(rows, 0, Column.LAST_CHANGE) == "just now"
    assert spoken_cell(row_of(Entity("Alice", "", ())), 0, Column.LAST_CHANGE) == "not recorded"


def test_the_tooltip_tells_more_and_never_markup():
    rows = row_of(Entity("<b>A", "t", tuple(f"fact {number}" for number in range(10))), 0)
    assert cell_tooltip(rows, 0, Column.NAME) == "‹b>A"
    told = cell_tooltip(rows, 0, Column.OBSERVATIONS).split("\n")
    assert (told[0], told[-1], len(told)) == ("• fact 0", "… and 2 more", 9)
    assert cell_tooltip(rows, 0, Column.LAST_CHANGE).startswith("19")
    assert cell_tooltip(rows, 0, Column.TOKENS) == ""


@pytest.mark.parametrize("text", ["x" * 1_000_000, "two\nlines", "\ud800", "\x1b[31m", " ", ""])
def test_any_text_becomes_one_short_line(text: str):
    rows = row_of(Entity(text, text, (text,)))
    for column in Column:
        shown = cell_text(rows, 0, column)
        assert len(shown) < 200
        assert shown.isprintable() or shown.replace("\u2007", "").isprintable()
        assert len(cell_tooltip(rows, 0, column)) < 1_000
        assert spoken_cell(rows, 0, column)
