"""The part of a text that shows what matched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_gui.search.snippet import Snippet, snippet_of


def marked(snippet: Snippet) -> list[str]:
    return [snippet.text[start:end] for start, end in snippet.places]


def test_a_short_text_is_shown_whole():
    assert snippet_of("Plays the cello", ((10, 15),), 40) == Snippet("Plays the cello", ((10, 15),))


def test_a_match_far_inside_a_long_text_is_brought_into_sight():
    text = "word " * 100 + "needle in a haystack"
    snippet = snippet_of(text, ((500, 506),), 60)
    assert marked(snippet) == ["needle"]
    assert snippet.text.startswith("…word ")
    assert len(snippet.text) <= 62


def test_several_matches_are_marked_as_far_as_they_are_shown():
    text = "one two one two" + " filler" * 50 + " one"
    snippet = snippet_of(text, ((0, 3), (8, 11), (len(text) - 3, len(text))), 40)
    assert marked(snippet) == ["one", "one"]
    assert snippet.text.endswith("…")


@pytest.mark.parametrize("text", ["a\nb\tc", "x\u202ey", "nul\0here", "half \ud800 character"])
def test_what_cannot_be_shown_is_replaced_and_the_match_stays_where_it_is(text: str):
    place = len(text) - 1
    snippet = snippet_of(text, ((place, place + 1),), 40)
    assert marked(snippet) == [text[-1]]
    assert not set(snippet.text) & set("\n\t\0\u202e\ud800")


@given(st.text(max_size=300), st.data(), st.integers(30, 80))
def test_places_always_lie_within_the_text(text: str, data: st.DataObject, length: int):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), unique=True, max_size=8)))
    places = tuple(zip(cuts[::2], cuts[1::2], strict=False))
    snippet = snippet_of(text, places, length)
    ends = [end for place in snippet.places for end in place]
    assert ends == sorted(ends)
    assert all(0 <= end <= len(snippet.text) for end in ends)
