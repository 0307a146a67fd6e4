"""Types get colours by how common they are, and keep them."""

from mnemoscope_gui.theme import OTHER_SLOT, TYPE_SLOT_COUNT
from mnemoscope_gui.type_slots import TypeSlots


def test_the_commonest_types_get_hues_and_the_rest_is_grey():
    slots = TypeSlots()
    common = [str(number) for number in range(TYPE_SLOT_COUNT)]
    slots.learn(["rare", *common, *reversed(common)])
    assert [slots.slot(entity_type) for entity_type in common] == list(range(TYPE_SLOT_COUNT))
    assert slots.slot("rare") == OTHER_SLOT


def test_a_type_keeps_its_colour_when_others_become_more_common():
    slots = TypeSlots()
    slots.learn(["person", "team", "person"])
    slots.learn(["person", "team", "team", "team"])
    assert (slots.slot("person"), slots.slot("team")) == (0, 1)


def test_while_colours_mean_something_else_every_type_is_grey_and_keeps_its_slot():
    slots = TypeSlots()
    slots.learn(["person"])
    slots.are_shown = False
    assert slots.slot("person") == OTHER_SLOT
    slots.are_shown = True
    assert slots.slot("person") == 0
