"""An edit sees its own changes before they are made."""

from pathlib import Path

import pytest

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.errors import NotFound
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.jsonl import decode, encode_record

ANN, BEN = Entity("Ann", "person", ("tea",)), Entity("Ben", "person", ())
KNOWS = Relation("Ann", "Ben", "knows")


@pytest.fixture
def snapshot() -> Snapshot:
    return decode(b"\n".join(map(encode_record, [ANN, KNOWS])), Path("memory.jsonl"))


@pytest.fixture
def draft(snapshot: Snapshot) -> Draft:
    return Draft(snapshot)


def test_a_draft_without_changes_gives_none(draft: Draft, snapshot: Snapshot) -> None:
    assert draft.entity("Ann") == ANN
    draft.replace_entity(ANN, ANN)
    draft.replace_line(snapshot.relation_lines[0], KNOWS)
    assert draft.change() == ()


def test_an_appended_record_is_found_and_can_be_replaced(draft: Draft) -> None:
    assert not draft.has_relation(Relation("Ben", "Ann", "knows").key)
    draft.append(BEN)
    draft.append(Relation("Ben", "Ann", "knows"))
    assert draft.has_relation(("Ben", "Ann", "knows"))
    draft.replace_entity(draft.existing_entity("Ben"), Entity("Ben", "robot", ()))
    assert draft.entity("Ben") == Entity("Ben", "robot", ())
    assert [one.after.record for one in draft.change() if one.after] == [
        Entity("Ben", "robot", ()),
        Relation("Ben", "Ann", "knows"),
    ]


def test_a_removed_record_is_not_found(draft: Draft, snapshot: Snapshot) -> None:
    draft.remove_line(snapshot.entity_lines[0])
    draft.remove_line(snapshot.relation_lines[0])
    assert not draft.has_relation(KNOWS.key)
    with pytest.raises(NotFound, match=r"^Entity with name Ann not found$"):
        draft.existing_entity("Ann")


def test_a_removed_name_can_be_given_again(draft: Draft, snapshot: Snapshot) -> None:
    draft.remove_line(snapshot.entity_lines[0])
    draft.append(ANN)
    assert draft.entity("Ann") == ANN
    following = snapshot.after(draft.change())
    assert following.entities == (ANN,)
    assert draft.change()[-1].index == 0
