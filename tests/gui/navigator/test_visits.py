"""Back and forward among visited entities."""

import pytest

from mnemoscope_gui.navigator.visits import VISITS_KEPT, Visits


def everything_exists(_: str) -> bool:
    return True


@pytest.fixture
def visits() -> Visits:
    visits = Visits()
    for name in ("Alice", "Acme", "Bob"):
        visits.visit(name)
    return visits


def test_going_back_and_forward_retraces_the_way(visits: Visits):
    assert [visits.back(everything_exists) for _ in range(3)] == ["Acme", "Alice", None]
    assert [visits.forward(everything_exists) for _ in range(3)] == ["Acme", "Bob", None]


def test_a_new_visit_drops_what_was_ahead(visits: Visits):
    visits.back(everything_exists)
    visits.visit("Zoe")
    assert not visits.can_go_forward(everything_exists)
    assert visits.back(everything_exists) == "Acme"


def test_staying_counts_as_no_visit(visits: Visits):
    visits.visit("Bob")
    assert visits.back(everything_exists) == "Acme"


def test_what_is_gone_is_passed_over(visits: Visits):
    assert visits.back(lambda name: name != "Acme") == "Alice"
    assert visits.forward(lambda name: name != "Acme") == "Bob"
    assert not visits.can_go_back(lambda name: name == "Bob")


def test_renamed_entities_are_found_again(visits: Visits):
    visits.rename({"Acme": "Acme Ltd"})
    assert visits.back(everything_exists) == "Acme Ltd"


def test_nothing_visited_leads_nowhere():
    assert Visits().back(everything_exists) is None
    assert Visits().forward(everything_exists) is None


def test_the_way_is_bounded():
    visits = Visits()
    for number in range(3 * VISITS_KEPT):
        visits.visit(str(number))
    steps = 0
    while visits.back(everything_exists) is not None:
        steps += 1
    assert steps == VISITS_KEPT - 1
