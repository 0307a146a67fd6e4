import pytest

from mnemoscope_shared.folding import fold, plain_name


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Chloé", "chloe"),
        ("CHLOE\u0301", "chloe"),
        ("Straße", "strasse"),
        ("Łódź", "lodz"),
        ("İstanbul", "istanbul"),
        ("Æther", "aether"),
        ("ﬁn", "fin"),
        ("Ｔｏｋｙｏ", "tokyo"),
        ("ΤΊΤΛΟΣ", "τιτλοσ"),
        ("שָׁלוֹם", "שלום"),
        ("Ёлка", "елка"),
    ],
)
def test_letter_case_accents_and_forms_of_letters_do_not_count(text, folded):
    assert fold(text) == folded


def test_marks_that_make_another_letter_stay():
    assert fold("か") != fold("が")
    assert fold("한글") == "한글"
    assert fold("हिन्दी") == "हिन्दी"
    assert fold("คุณ") == "คุณ"


@pytest.mark.parametrize("name", ["John Smith", "john_smith", "JOHN-SMITH", "Jóhn.Smith"])
def test_separators_do_not_count_in_names(name):
    assert plain_name(name) == "johnsmith"


def test_a_long_text_is_folded_like_a_short_one():
    assert fold("Chloé" * 1000) == "chloe" * 1000
    assert fold("a" + "\u0301\u0316" * 500_000) == "a"


def test_broken_text_is_folded_too():
    assert fold("\ud800É\0") == "\ud800e\0"
