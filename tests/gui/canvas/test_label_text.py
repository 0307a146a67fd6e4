"""Any name becomes one short visible line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_gui.canvas.label_text import displayable, initial_of, shortened


def test_short_names_stay_as_they_are():
    assert shortened("Alice") == "Alice"
    assert shortened("x" * 24) == "x" * 24


def test_long_names_end_in_an_ellipsis():
    assert shortened("x" * 25) == "x" * 24 + "…"
    assert len(shortened("word " * 2_000)) <= 25


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\nb", "a↵b"),
        ("a\r\nb", "a↵b"),
        ("a\tb", "a⇥b"),
        ("a\u2028b", "a↵b"),
        ("a\0b", "a\ufffdb"),
        ("\x7f", "\ufffd"),
        ("\ud83d", "\ufffd"),
    ],
)
def test_what_cannot_be_seen_becomes_a_symbol(name, shown):
    assert shortened(name) == shown


def test_direction_marks_cannot_turn_the_text_around():
    assert displayable("user\u202etxt.exe\u2066") == "usertxt.exe"


@pytest.mark.parametrize("name", ["", "   ", "\u200b"])
def test_a_name_without_any_ink_is_named(name):
    assert shortened(name) == "(no name)"


def test_an_ellipsis_never_parts_an_accent_from_its_letter():
    assert shortened("x" * 23 + "e\u0301" + "yyyy") == "x" * 23 + "…"


def test_an_ellipsis_never_parts_a_joined_emoji():
    family = "👩\u200d👩\u200d👧"
    assert shortened("x" * 21 + family + "yyyy") == "x" * 21 + "…"


def test_right_to_left_names_keep_their_order():
    assert shortened("שלום עולם") == "שלום עולם"


@given(st.text(st.characters(), max_size=300))
def test_no_text_is_longer_than_its_limit_or_holds_control_characters(name):
    shown = shortened(name)
    assert 0 < len(shown) <= 25
    assert not any(ord(character) < 32 or 0xD800 <= ord(character) < 0xE000 for character in shown)


@pytest.mark.parametrize(
    ("entity_type", "initial"),
    [("person", "P"), ("_x", "X"), ("élan", "É"), ("", ""), ("--", ""), ("ßeta", "S")],
)
def test_the_initial_is_the_first_letter_or_digit_as_a_capital(entity_type, initial):
    assert initial_of(entity_type) == initial
