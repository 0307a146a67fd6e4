"""A text is found in JSON in whatever way it is spelled there."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.store.history_text import holds

TEXT = st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "Cc"]), min_size=1)


@given(before=TEXT, wanted=TEXT, after=TEXT, depth=st.integers(0, 3), ascii_only=st.booleans())
def test_it_is_found_however_deep_it_is_in_json_within_json(
    before: str, wanted: str, after: str, depth: int, ascii_only: bool
) -> None:
    text = before + wanted + after
    for _ in range(depth):
        text = json.dumps({"observations": [text]}, ensure_ascii=ascii_only)
    assert holds(text, wanted)


@pytest.mark.parametrize(
    "spelled",
    [
        r"p\u00E4ss\"w\u00f6rd\/1",
        r"p\u00e4ss\u0022wörd\u002f1",
        r"päss\"wörd/1",
        r"p\\u00e4ss\\\"w\\u00f6rd/1",
    ],
)
def test_every_spelling_of_json_is_known(spelled: str) -> None:
    assert holds(f'{{"name":"{spelled}"}}', 'päss"wörd/1')


def test_two_escaped_halves_are_one_character() -> None:
    assert holds(r'{"name":"\ud83d\udD11"}', "🔑")
    assert not holds(r'{"name":"\ud83d"}', "🔑")


def test_what_is_not_there_is_not_found() -> None:
    assert not holds(r'{"name":"p\u00e4ss\\word"}', "pass")


def test_escapes_that_unfold_for_ever_end_soon() -> None:
    assert not holds("\\" + "u005c" * 100_000, "secret")
