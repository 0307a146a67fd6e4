"""The alphabet of a language."""

from PySide6.QtCore import QLocale

from mnemoscope_gui.table.text_ranks import TextRanks


def in_order(ranks: TextRanks, texts: list[str]) -> list[str]:
    found = ranks.ranks(texts)
    return [text for _, text in sorted(zip(found.tolist(), texts, strict=True))]


def test_each_language_has_its_own_alphabet():
    texts = ["zebra", "ändern", "anders"]
    assert in_order(TextRanks(QLocale(QLocale.Language.German)), texts) == ["ändern", "anders", "zebra"]
    assert in_order(TextRanks(QLocale(QLocale.Language.Swedish)), texts) == ["anders", "zebra", "ändern"]


def test_without_a_language_letters_are_still_letters():
    assert in_order(TextRanks(QLocale.c()), ["b", "C", "a", "B"]) == ["a", "b", "B", "C"]


def test_later_texts_find_their_place_among_those_known():
    ranks = TextRanks(QLocale(QLocale.Language.English))
    known = [f"text {number}" for number in range(0, 2_000, 2)]
    assert in_order(ranks, known) == known
    few = ["text 1", "text 1999"]
    assert in_order(ranks, [*few, *known]) == ["text 0", "text 1", *known[1:], "text 1999"]
    many = [f"text {number}" for number in range(2_000)]
    assert in_order(ranks, many) == many


def test_gone_texts_are_forgotten_in_the_end():
    ranks = TextRanks(QLocale(QLocale.Language.English))
    for first in range(0, 20_000, 1_000):
        texts = [f"text {number}" for number in range(first, first + 100)]
        assert in_order(ranks, texts) == texts


def test_the_same_text_has_the_same_rank_each_time():
    assert len(set(TextRanks().ranks(["same", "same", "same"]).tolist())) == 1
