import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.ranked.spelling import Spellings, distances_from

WORDS = st.text("abc", max_size=7)
MANY = 99


@pytest.mark.parametrize(
    ("first", "second", "edits"),
    [
        ("", "", 0),
        ("tea", "tea", 0),
        ("tea", "", 3),
        ("form", "from", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
    ],
)
def test_the_distance_counts_the_letters_changed_and_swaps_once(first, second, edits):
    assert distances_from(first)(second) == edits


def distance_by_table(first, second):
    """Fill the whole table, row by row, as the definition says."""
    table = {(-1, -1): 0}
    table |= {(row, -1): row + 1 for row in range(len(first))}
    table |= {(-1, column): column + 1 for column in range(len(second))}
    for row, letter in enumerate(first):
        for column, other in enumerate(second):
            choices = [
                table[row - 1, column - 1] + (letter != other),
                table[row - 1, column] + 1,
                table[row, column - 1] + 1,
            ]
            if row and column and letter == second[column - 1] and other == first[row - 1]:
                choices.append(table[row - 2, column - 2] + 1)
            table[row, column] = min(choices)
    return table[len(first) - 1, len(second) - 1]


@given(WORDS, WORDS)
def test_a_distance_is_what_the_whole_table_of_distances_says(first, second):
    assert distances_from(first)(second) == distance_by_table(first, second)


def test_the_most_similar_words_come_first_and_no_more_than_asked_for():
    spellings = Spellings.of(["hazelnut", "hazelnuts", "walnut", "chestnut"])
    assert list(spellings.near("hazlenut", 3)) == ["hazelnut", "hazelnuts"]
    assert list(spellings.near("hazlenut", 1)) == ["hazelnut"]


@pytest.mark.parametrize("word", ["cristine", "hcristine", "christin", "kristine"])
def test_the_first_letter_may_be_wrong_too(word):
    assert list(Spellings.of(["christine"]).near(word, 3)) == ["christine"]


@pytest.mark.parametrize("word", ["tea", "12345", "x" * 100_000, "", "\ud800\ud800\ud800\ud800"])
def test_short_words_numbers_and_data_have_no_near_words(word):
    assert Spellings.of(["tee", "12346", "ten", "x" * 64]).near(word, 3) == {}


@given(st.sets(WORDS), st.sets(WORDS), st.sets(WORDS), WORDS)
def test_spellings_that_followed_changes_equal_those_made_anew(words, added, removed, asked):
    before = Spellings.of(words)
    following = before.after(added, removed)
    assert following.near(asked, MANY) == Spellings.of((words | added) - removed).near(asked, MANY)
    assert before.near(asked, MANY) == Spellings.of(words).near(asked, MANY)
