"""The list of names follows every change as if it were made anew."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_gui.navigator.name_list import NameList
from mnemoscope_shared.diff import diff
from mnemoscope_shared.model import Entity
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.jsonl import decode, encode_record

ENTITIES = st.lists(
    st.builds(
        Entity, st.sampled_from(["Ann", "ann", "Bob", "É"]), st.sampled_from(["p", "P", ""]), st.just(())
    ),
    max_size=6,
)


def snapshot(entities: list[Entity]) -> Snapshot:
    return decode(b"".join(encode_record(entity) + b"\n" for entity in entities), Path("memory"))


@given(ENTITIES, ENTITIES)
def test_following_a_change_is_like_beginning_anew(before: list[Entity], after: list[Entity]):
    followed = NameList(snapshot(before))
    followed.follow(diff(snapshot(before), snapshot(after)))
    anew = NameList(snapshot(after))
    assert followed.matching([]) == anew.matching([])


def test_words_are_looked_for_in_name_and_type_whatever_their_case():
    names = NameList(snapshot([Entity("Ann Lee", "Person", ()), Entity("Lee Park", "place", ())]))
    assert names.matching(["lee", "person"]) == {"Person": ["Ann Lee"]}
    assert names.of_type("place") == ["Lee Park"]
