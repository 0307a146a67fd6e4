from pathlib import Path

import pytest

from mnemoscope_shared.model import Entity
from mnemoscope_shared.ranked.bm25 import fields_of
from mnemoscope_shared.ranked.expansion import Expansion
from mnemoscope_shared.ranked.scoring import answer, candidates, words_wanted
from mnemoscope_shared.store.jsonl import decode, encode_record


def expansions(*weights):
    return [Expansion("", one, is_guess=False) for one in weights]


def answered(entity, *weights):
    return answer(list(fields_of(entity)), words_wanted(expansions(*weights)))


def test_the_text_that_holds_the_most_is_shown():
    entity = Entity("Ada", "person", ("likes tea", "likes strong tea", "works"))
    assert answered(entity, {"strong": 2.0}, {"tea": 1.0}).field.text == "likes strong tea"
    assert answered(entity, {"ada": 2.0}).field == ("name", "Ada")
    assert answered(entity, {"person": 2.0}).field == ("type", "person")
    assert answered(entity, {"ada": 2.0}, {"works": 0.5}).field.text == "works"


def test_what_stands_in_other_texts_counts_a_little():
    together = answered(Entity("", "", ("tea milk",)), {"tea": 1.0}, {"milk": 1.0})
    apart = answered(Entity("", "", ("tea", "milk")), {"tea": 1.0}, {"milk": 1.0})
    alone = answered(Entity("", "", ("tea",)), {"tea": 1.0}, {"milk": 1.0})
    assert together.score > apart.score > alone.score > 0


def test_a_word_that_a_text_holds_twice_over_counts_once():
    entity = Entity("", "", ("tea teas",))
    assert answered(entity, {"tea": 1.0, "teas": 0.9}).score == answered(entity, {"tea": 1.0}).score


def test_nothing_in_common_is_worth_nothing():
    assert answered(Entity("Ada", "t", ("tea",)), {"milk": 1.0}).score == 0


@pytest.mark.parametrize("count", [10, 6000])
def test_entities_with_all_words_are_found_among_many_with_one(count):
    entities = [Entity(f"n{number}", "t", ("common",)) for number in range(count)]
    entities[count // 2] = Entity("both", "t", ("common rare",))
    memory = decode(b"\n".join(map(encode_record, entities)), Path("memory.jsonl"))
    index = memory.ranked_index
    found = candidates(index, expansions({"common": 0.1}, {"rare": 5.0}), 3)
    assert [index.lines[number].record.name for number in found] == ["both", "n0", "n1"]
