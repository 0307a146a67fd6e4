"""Sorting and filtering without a window."""

import pytest

from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.entity_rows import EntityRows
from mnemoscope_gui.table.shown_rows import ShownRows
from mnemoscope_shared.edits import CreateEntities, CreateRelations, DeleteEntities
from mnemoscope_shared.model import Entity, Line, Relation
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.jsonl import encode_record

ENTITIES = (
    Entity("Zoë", "person", ("Plays the cello", "Lives in Genoa")),
    Entity("acme", "organization", ()),
    Entity("Note 10", "note", ("Call Zoe",)),
    Entity("Note 9", "note", ("buy milk", "buy bread", "sleep")),
    Entity("Ångström", "person", ("Likes light",)),
)
RELATIONS = (Relation("Zoë", "acme", "works_at"), Relation("Zoë", "Zoë", "knows"), Relation("x", "acme", "y"))


def snapshot_of(*records: Entity | Relation) -> Snapshot:
    lines = [Line(encode_record(record), record, float(order)) for order, record in enumerate(records)]
    entities = [line for line in lines if isinstance(line.record, Entity)]
    return Snapshot(entities, [line for line in lines if isinstance(line.record, Relation)])


@pytest.fixture
def contents() -> ShownRows:
    contents = ShownRows()
    contents.show(EntityRows(snapshot_of(*ENTITIES, *RELATIONS), {"acme": 5_000, "Note 9": 7_000}))
    return contents


def test_names_stand_as_in_an_index_with_numbers_counted(contents: ShownRows):
    assert contents.names() == ["acme", "Ångström", "Note 9", "Note 10", "Zoë"]


def test_numbers_are_sorted_by_size_and_ties_as_before(contents: ShownRows):
    contents.sort_by(Column.RELATIONS, descending=True)
    assert contents.names() == ["acme", "Zoë", "Ångström", "Note 9", "Note 10"]
    contents.sort_by(Column.OBSERVATIONS, descending=False)
    assert contents.names() == ["acme", "Ångström", "Note 10", "Zoë", "Note 9"]


def test_within_a_type_the_order_chosen_before_stays(contents: ShownRows):
    contents.sort_by(Column.NAME, descending=True)
    contents.sort_by(Column.TYPE, descending=False)
    assert contents.names() == ["Note 10", "Note 9", "acme", "Zoë", "Ångström"]


def test_what_nobody_knows_comes_last_either_way(contents: ShownRows):
    contents.sort_by(Column.LAST_CHANGE, descending=True)
    assert contents.names()[:2] == ["Note 9", "acme"]
    contents.sort_by(Column.LAST_CHANGE, descending=False)
    assert contents.names()[:2] == ["acme", "Note 9"]


def test_size_is_about_a_quarter_of_the_bytes(contents: ShownRows):
    rows = contents.rows
    expected = [-(-len(line.raw) // 4) for line in rows.snapshot.entity_lines]
    assert rows.numbers(Column.TOKENS).tolist() == expected


def test_lines_of_other_programs_are_no_rows():
    snapshot = snapshot_of(*ENTITIES)
    lines = [Line(b'{"type":"note"}', None, -1.0), *snapshot.entity_lines]
    rows = EntityRows(Snapshot(lines, []))
    assert len(rows) == len(ENTITIES)
    assert rows.number(0, Column.TOKENS) == EntityRows(snapshot).number(0, Column.TOKENS)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ["acme", "Ångström", "Note 9", "Note 10", "Zoë"]),
        ("zoe", ["Note 10", "Zoë"]),
        ("  ZOË  ", ["Note 10", "Zoë"]),
        ("note milk", ["Note 9"]),
        ("MILK note", ["Note 9"]),
        ("genoa cello", ["Zoë"]),
        ("angstrom", ["Ångström"]),
        ("nothing like it", []),
    ],
)
def test_all_words_are_looked_for_in_every_field_whatever_their_spelling(
    contents: ShownRows, text: str, names: list[str]
):
    contents.filter_by(text, None)
    assert contents.names() == names


def test_typing_on_and_taking_back_finds_the_same_as_typing_at_once(contents: ShownRows):
    query = "note bread"
    for typed in [query[:end] for end in (*range(len(query) + 1), *reversed(range(len(query))))]:
        other = ShownRows()
        other.show(contents.rows)
        other.filter_by(typed, None)
        contents.filter_by(typed, None)
        assert contents.names() == other.names()


def test_a_type_is_matched_as_a_whole(contents: ShownRows):
    contents.filter_by("", "note")
    assert contents.names() == ["Note 9", "Note 10"]
    contents.filter_by("zoe", "person")
    assert contents.names() == ["Zoë"]


def test_a_filter_outlasts_sorting_and_changes(contents: ShownRows):
    contents.filter_by("note", None)
    contents.sort_by(Column.NAME, descending=True)
    assert contents.names() == ["Note 10", "Note 9"]
    changed = snapshot_of(*ENTITIES[:3], Entity("Note 9", "task", ()), Entity("Note 11", "note", ()))
    contents.show(EntityRows(changed))
    assert contents.names() == ["Note 11", "Note 10", "Note 9"]
    contents.filter_by("milk", None)
    assert contents.names() == []


def test_kept_rows_are_shown_until_the_next_filter(contents: ShownRows):
    contents.filter_by("note", None)
    contents.show(contents.rows, keep=["acme", "unknown"])
    assert contents.names() == ["acme", "Note 9", "Note 10"]
    assert not contents.hides_any(["acme", "unknown"])
    assert contents.hides_any(["Zoë"])
    contents.filter_by("note ", None)
    assert contents.names() == ["Note 9", "Note 10"]


def test_two_entities_of_one_name_are_two_rows():
    contents = ShownRows()
    contents.show(EntityRows(snapshot_of(*ENTITIES, Entity("acme", "place", ("a", "b")))))
    assert contents.names()[:2] == ["acme", "acme"]
    assert contents.places_named(["acme"]).tolist() == [0, 1]
    contents.filter_by("place", None)
    assert contents.entity(0).observations == ("a", "b")


def test_any_text_can_be_sorted_and_filtered():
    names = ["\ud800 half", "two\nlines", "x" * 1_000_000, "\x00", "", "عربي"]
    contents = ShownRows()
    contents.show(EntityRows(snapshot_of(*(Entity(name, "t", ()) for name in names))))
    assert sorted(contents.names()) == sorted(names)
    contents.filter_by("HALF", None)
    assert contents.names() == ["\ud800 half"]


def test_following_many_changes_gives_what_a_new_table_would(contents: ShownRows):
    snapshot = EMPTY
    for number in range(40):
        edits = [
            CreateEntities([Entity(f"N{number * 7 % 40}", f"type {number % 3}", ("o",) * (number % 4))]),
            CreateRelations([Relation(f"N{number}", f"N{number // 2}", "r")]),
            DeleteEntities([f"N{number // 3}"] if number % 5 == 0 else []),
        ]
        for edit in edits:
            snapshot = snapshot.after(edit.apply(snapshot).change)
        contents.show(EntityRows(snapshot))
        fresh = ShownRows()
        fresh.show(EntityRows(snapshot))
        assert contents.names() == fresh.names()
