"""Exporting: each format is read again by a program that knows it; hostile text does no harm."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from window_fixtures import ACME, ALICE, BOB

from mnemoscope_gui.export.export_commands import ExportCommands
from mnemoscope_gui.export.export_dialog import ExportDialog
from mnemoscope_gui.export.formats import FORMATS
from mnemoscope_gui.export.graph_formats import gexf, graphml
from mnemoscope_gui.export.text_formats import csv_of_entities, csv_of_relations, json_document, markdown
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.model import Entity, Relation

Wait = Callable[[Callable[[], bool]], None]
ENTITIES = (ALICE, ACME, BOB)
RELATIONS = (Relation("Alice", "Acme", "works_at"), Relation("Bob", "Nobody", "knows"))
TEXTS = st.text(max_size=20)
RECORDS = (
    st.lists(st.builds(Entity, TEXTS, TEXTS, st.lists(TEXTS, max_size=3).map(tuple)), max_size=5),
    st.lists(st.builds(Relation, TEXTS, TEXTS, TEXTS), max_size=5),
)


def test_the_json_document_is_what_the_reading_tool_answers():
    document = json.loads(json_document(ENTITIES, RELATIONS))
    assert document["entities"][2] == {"name": "Bob", "entityType": "person", "observations": []}
    assert document["relations"][0] == {"from": "Alice", "to": "Acme", "relationType": "works_at"}


def test_markdown_has_a_heading_for_each_entity():
    lines = markdown(ENTITIES, RELATIONS).decode().splitlines()
    assert "## person" in lines
    at = lines.index("### Alice")
    assert lines[at + 2 : at + 5] == ["- Likes hiking", "- Works remotely", "- → works\\_at: Acme"]


def test_csv_has_a_row_for_each_observation_and_no_formulas():
    hostile = Entity("=cmd()", "@x", ("+1", "plain", 'say "hi", please'))
    rows = list(csv.reader(io.StringIO(csv_of_entities([hostile], ()).decode("utf-8-sig"))))
    assert rows == [
        ["name", "type", "observation"],
        ["'=cmd()", "'@x", "'+1"],
        ["'=cmd()", "'@x", "plain"],
        ["'=cmd()", "'@x", 'say "hi", please'],
    ]
    relations = list(csv.reader(io.StringIO(csv_of_relations((), RELATIONS).decode("utf-8-sig"))))
    assert relations[1] == ["Alice", "works_at", "Acme"]


@pytest.mark.parametrize(
    ("write", "read"),
    [(graphml, networkx.parse_graphml), (gexf, lambda text: networkx.read_gexf(io.BytesIO(text.encode())))],
)
def test_graphs_are_read_again_with_names_types_and_ends(write, read):
    graph = read(write(ENTITIES, RELATIONS).decode())
    labels = {data["label"]: data for _, data in graph.nodes(data=True)}
    assert set(labels) == {"Alice", "Acme", "Bob", "Nobody"}
    assert labels["Alice"]["type"] == "person"
    assert labels["Alice"]["observations"] == "Likes hiking\nWorks remotely"
    assert graph.number_of_edges() == 2


@given(*RECORDS)
@pytest.mark.parametrize("chosen", FORMATS, ids=lambda one: one.suffix)
def test_any_memory_can_be_written_in_any_format(chosen, entities: list[Entity], relations: list[Relation]):
    assert isinstance(chosen.write(entities, relations), bytes)
    if chosen.suffix == ".graphml":
        graph = networkx.parse_graphml(chosen.write(entities, relations).decode())
        assert graph.number_of_edges() == len(relations)


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    return open_window(memory)


def test_control_e_asks_what_and_how(qtbot: QtBot, window: MainWindow):
    window.graph.view.select(["Alice"])
    window.graph.view.setFocus()
    qtbot.keyClick(window.graph.view, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    dialog = next(one for one in window.findChildren(ExportDialog) if one.isVisible())
    assert dialog.wants_selection
    dialog.part_field.setCurrentIndex(0)
    assert not dialog.wants_selection
    assert dialog.format_field.count() == len(FORMATS)
    dialog.close()


def test_the_selection_is_exported_with_the_relations_among_it(
    window: MainWindow, tmp_path: Path, wait: Wait
):
    path = tmp_path / "part.jsonl"
    window.findChild(ExportCommands).export(path, FORMATS[0], ["Alice", "Acme"])
    wait(lambda: "Exported" in window.graph.toast.text)
    assert path.read_bytes().count(b"\n") == 3
    assert b"Bob" not in path.read_bytes()


def test_csv_comes_with_its_relations_beside_it(window: MainWindow, tmp_path: Path, wait: Wait):
    window.findChild(ExportCommands).export(tmp_path / "all.csv", FORMATS[3], None)
    wait(lambda: "Exported" in window.graph.toast.text)
    assert (tmp_path / "all-relations.csv").exists()


def test_a_place_that_cannot_be_written_is_said(window: MainWindow, tmp_path: Path, wait: Wait):
    window.findChild(ExportCommands).export(tmp_path / "none" / "x.json", FORMATS[1], None)
    wait(lambda: "could not be written" in window.graph.toast.text)


def test_a_memory_is_not_exported_over_itself(window: MainWindow, memory: Path):
    before = memory.read_bytes()
    window.findChild(ExportCommands).export(memory, FORMATS[1], None)
    assert "another file" in window.graph.toast.text
    assert memory.read_bytes() == before
