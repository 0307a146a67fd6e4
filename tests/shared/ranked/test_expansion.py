from pathlib import Path

import pytest

from mnemoscope_shared.model import Entity
from mnemoscope_shared.ranked.expansion import expanded
from mnemoscope_shared.store.jsonl import decode, encode_record

TEXTS = [
    "relation relations related",
    "relay",
    "github",
    "hazelnut",
    "hazelnuts",
    "tea teapot teacup",
    "Notes",
    "note",
]


@pytest.fixture(scope="module")
def index():
    entities = (Entity(f"entity {place}", "t", (text,)) for place, text in enumerate(TEXTS))
    return decode(b"\n".join(map(encode_record, entities)), Path("memory.jsonl")).ranked_index


def words(index, query):
    return [
        sorted(expansion.weights, key=lambda word: -expansion.weights[word])
        for expansion in expanded(index, query)
    ]


def test_a_word_stands_for_itself_first_and_for_those_of_its_stem(index):
    ((first, *others),) = words(index, "related ")
    assert first == "related"
    assert sorted(others) == ["relation", "relations"]


def test_only_the_last_word_may_go_on_and_only_without_a_space_after_it(index):
    assert words(index, "tea ") == [["tea"]]
    assert words(index, "tea notes")[0] == ["tea"]
    assert words(index, "notes tea")[1] == ["tea", "teacup", "teapot"]


def test_an_unknown_word_stands_for_what_begins_so_or_is_spelt_like_it(index):
    assert words(index, "relat ")[0][:3] == ["related", "relation", "relations"]
    assert words(index, "hazlenut ") == [["hazelnut", "hazelnuts"]]
    assert [expansion.is_guess for expansion in expanded(index, "hazlenut hazeln tea")] == [
        True,
        False,
        False,
    ]
    assert words(index, "zzzz ") == [[]]


def test_words_that_make_one_together_stand_for_it(index):
    assert words(index, "git hub ") == [["github"], ["github"]]


def test_of_a_long_query_only_the_first_words_count(index):
    assert len(expanded(index, " ".join(f"word{number}" for number in range(1000)))) == 24
    assert expanded(index, " " * 5000 + "tea") == expanded(index, "tea")
