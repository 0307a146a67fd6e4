"""Ranked search: what comes first, what is found at all, and what matched."""

from pathlib import Path

import pytest

from mnemoscope_shared.ranked_search import ranked_search
from mnemoscope_shared.search import search
from mnemoscope_shared.store.jsonl import decode, encode_json


def snapshot_of(*entities, relations=()):
    """Each entity: name, type, observations; each relation: from, to."""
    lines = [
        encode_json({"type": "entity", "name": name, "entityType": kind, "observations": list(observations)})
        for name, kind, *observations in entities
    ]
    lines += [
        encode_json({"type": "relation", "from": source, "to": target, "relationType": "knows"})
        for source, target in relations
    ]
    return decode(b"\n".join(lines), Path("memory.jsonl"))


@pytest.fixture(scope="module")
def memory():
    return snapshot_of(
        ("Python", "language", "Guido's"),
        ("Python tooling", "topic", "uv and ruff"),
        ("Mara Lindqvist", "person", "Writes Python daily", "Allergic to hazelnuts", "Likes strong tea"),
        ("BookingGateway", "service", "Returns 409 for duplicates"),
        ("Chloé Dubois", "person", "Runs marathons"),
        ("C++", "language", "Dropped in favour of Rust"),
        ("Vitamin C", "food", "Oranges hold it"),
        ("mail", "note", "Write to ada@example.org"),
        ("京都旅行", "trip", "東京駅から新幹線"),
    )


def names(memory, query, limit=10):
    return [hit.name for hit in ranked_search(memory, query, limit)]


def matched(hit):
    return [hit.text[start:end] for start, end in hit.places]


def test_the_entity_of_that_name_comes_first_then_names_that_begin_so_then_the_rest(memory):
    assert names(memory, "python") == ["Python", "Python tooling", "Mara Lindqvist"]


@pytest.mark.parametrize(
    "query",
    [
        "chloe",
        "CHLOÉ",
        "dubois chloe",
        "Chlo",
        "chloe\u0301 dubois",
        "ChloeDubois",
        "chole dubois",
        " chloe ",
    ],
)
def test_order_case_accents_separators_and_small_slips_do_not_count(memory, query):
    assert names(memory, query)[0] == "Chloé Dubois"


@pytest.mark.parametrize(
    "query", ["booking gateway", "booking_gateway", "gateway booking", "bookinggatew", "boking"]
)
def test_a_compound_name_is_found_by_its_parts(memory, query):
    assert names(memory, query)[0] == "BookingGateway"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("hazelnut allergy", "Allergic to hazelnuts"),
        ("does mara like tea", "Likes strong tea"),
        ("writing", "Writes Python daily"),
        ("marathon running", "Runs marathons"),
        ("duplicate", "Returns 409 for duplicates"),
        ("orangs", "Oranges hold it"),
        ("新幹線", "東京駅から新幹線"),
    ],
)
def test_a_hit_shows_the_text_that_answers_best(memory, query, text):
    assert ranked_search(memory, query, 5)[0].text == text


def test_a_hit_says_what_matched_and_where(memory):
    (hit,) = ranked_search(memory, "hazelnut dishes", 5)
    assert (hit.name, hit.field, hit.line) == (
        "Mara Lindqvist",
        "observation",
        memory.lines_by_name[hit.name],
    )
    assert matched(hit) == ["hazelnuts"]
    hit = ranked_search(memory, "chloe", 5)[0]
    assert (hit.field, matched(hit)) == ("name", ["Chloé"])
    hit = ranked_search(memory, "person", 5)[0]
    assert (hit.field, matched(hit)) == ("type", ["person"])


def test_the_last_word_may_be_unfinished_unless_a_space_follows_it(memory):
    assert names(memory, "strong te") == ["Mara Lindqvist"]
    assert matched(ranked_search(memory, "strong te", 5)[0]) == ["strong", "tea"]
    tea = snapshot_of(("A", "t", "te"), ("B", "t", "tea"))
    assert names(tea, "te") == ["A", "B"]
    assert names(tea, "te ", 1) == ["A"]


@pytest.mark.parametrize(
    "query", ["@example", "ada@ex", "ython", "hazelNUT", "Lindqvist's"[:-3], "409 for", "都旅", "+"]
)
def test_what_holds_the_query_as_it_is_is_always_found(memory, query):
    literal = {entity.name for entity in search(memory, query).entities}
    assert literal
    assert literal <= set(names(memory, query))


def test_signs_in_a_query_count(memory):
    assert names(memory, "c++")[0] == "C++"
    hit = ranked_search(memory, "a@exam", 5)[0]
    assert (hit.name, matched(hit)) == ("mail", ["a@exam"])


def test_of_equal_hits_the_one_with_more_relations_comes_first_then_the_files_order():
    entities = [(name, "t", "tea") for name in "ABC"]
    assert names(snapshot_of(*entities), "tea") == ["A", "B", "C"]
    assert names(snapshot_of(*entities, relations=[("C", "X"), ("C", "Y"), ("B", "Z")]), "tea") == [
        "C",
        "B",
        "A",
    ]


def test_one_fact_with_all_words_beats_many_facts_with_one_each():
    memory = snapshot_of(
        ("Scattered", "t", "red wine", "a boat", "wooden table"), ("Together", "t", "red wooden boat", "else")
    )
    assert names(memory, "red wooden boat ") == ["Together", "Scattered"]


def test_a_long_entity_is_found_by_one_of_its_facts():
    facts = [f"fact number {number} about weather" for number in range(500)]
    memory = snapshot_of(("User", "person", *facts, "allergic to penicillin"), ("Note", "t", "about weather"))
    assert ranked_search(memory, "penicillin allergic", 5)[0].text == "allergic to penicillin"


def test_both_entities_of_one_name_are_found_each_with_its_line():
    hits = ranked_search(snapshot_of(("A", "t", "tea"), ("A", "t", "green tea")), "tea", 5)
    assert [hit.text for hit in hits] == ["tea", "green tea"]
    assert hits[0].line is not hits[1].line


def test_no_more_hits_than_asked_for_are_returned():
    memory = snapshot_of(*[(f"person {number}", "x") for number in range(50)])
    assert len(ranked_search(memory, "person", 7)) == 7
    assert ranked_search(memory, "person", 0) == []


@pytest.mark.parametrize("query", ["", "  ", "\t\n"])
def test_a_blank_query_finds_nothing(memory, query):
    assert ranked_search(memory, query, 5) == []


def test_nothing_is_found_where_nothing_is_near(memory):
    assert names(memory, "zebra crossing") == []
    assert names(snapshot_of(), "tea") == []


@pytest.mark.parametrize(
    "query",
    [
        "\0",
        "\ud800",
        "\x01\x02\x1b[0m",
        "e\u0301" * 500_000,
        "a" + "\u0301\u0316" * 500_000,
        "x" * 100_000,
        "word " * 200_000,
        "one.two-three_" * 80_000,
        "東" * 100_000,
        "\u202emoc.elpmaxe\u202c שלום",
        "*?[](){}^$|\\.",
        "💥" * 1000,
    ],
    ids=str.__len__,
)
def test_hostile_queries_are_answered(memory, query):
    assert len(ranked_search(memory, query, 5)) <= 5


@pytest.mark.parametrize(
    "text", ["x" * 200_000, "a" + "\u0301\u0316" * 100_000, "東" * 200_000, "\0\ud83d\x1b", ""]
)
def test_hostile_texts_are_indexed_and_found(text):
    memory = decode(
        encode_json(
            {"type": "entity", "name": text, "entityType": text, "observations": [text, "tea"]}
        ).replace(b"\xff", b""),
        Path("memory.jsonl"),
    )
    assert [hit.text for hit in ranked_search(memory, "tea ", 5)] == ["tea"]
