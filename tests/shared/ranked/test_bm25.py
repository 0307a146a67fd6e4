import pytest

from mnemoscope_shared.model import Entity
from mnemoscope_shared.ranked.bm25 import greatest_impacts, impact, rarity


def test_a_word_is_worth_more_in_a_name_in_a_short_text_and_where_it_is_repeated():
    assert impact("name", 2, 1) > impact("observation", 2, 1) > impact("type", 2, 1)
    assert impact("observation", 3, 1) > impact("observation", 30, 1)
    assert impact("observation", 9, 2) > impact("observation", 9, 1)
    assert impact("observation", 9, 2) < 2 * impact("observation", 9, 1)


def test_a_rare_word_tells_more_and_one_that_all_hold_still_a_little():
    assert rarity(100, 1) > rarity(100, 50) > rarity(100, 100) > 0


def test_each_word_of_an_entity_counts_where_it_is_worth_the_most():
    impacts = greatest_impacts(
        Entity("Ada", "ada", ("tea", "ada and the long long text of many further words"))
    )
    assert impacts["ada"] == greatest_impacts(Entity("Ada", "", ()))["ada"]
    assert impacts["tea"] > impacts["further"]
    assert impacts["long"] > impacts["further"]


@pytest.mark.parametrize("entity", [Entity("x", "x", ("x " * 10_000,)), Entity("", "", ("y",))])
def test_an_impact_fits_a_byte(entity):
    assert all(1 <= worth <= 255 for worth in greatest_impacts(entity).values())
