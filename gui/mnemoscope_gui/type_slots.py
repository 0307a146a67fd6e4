"""Which colour an entity type has: once given, it stays."""

from collections import Counter
from collections.abc import Iterable, Mapping

from mnemoscope_gui.theme import OTHER_SLOT, TYPE_SLOT_COUNT


class TypeSlots:
    """Gives each type a colour slot; the commonest come first, all from the ninth on share the grey one.

    Attributes:
        are_shown: False while colours mean something else; every type is grey then, and keeps its slot.
    """

    def __init__(self) -> None:
        self.are_shown = True
        self._slots: dict[str, int] = {}
        self._recalled: dict[str, int] = {}

    def recall(self, slots: Mapping[str, int]) -> None:
        """Take up the slots, 0-7, each once, of an earlier run; types that have vanished lose theirs."""
        self._recalled = dict(slots)

    def learn(self, types: Iterable[str] | Mapping[str, int]) -> None:
        """Give slots to types, counted or not, that have none yet; those that have one keep it."""
        counts = Counter(types)
        for entity_type, slot in self._recalled.items():
            if entity_type in counts:
                self._slots[entity_type] = slot
        self._recalled = {}
        free = [slot for slot in range(TYPE_SLOT_COUNT) if slot not in self._slots.values()]
        new = (entity_type for entity_type, _ in counts.most_common() if entity_type not in self._slots)
        self._slots.update(zip(new, free, strict=False))

    def slot(self, entity_type: str) -> int:
        """Return a type's slot, 0-7, or 8 for the grey one."""
        return self._slots.get(entity_type, OTHER_SLOT) if self.are_shown else OTHER_SLOT

    def known(self) -> dict[str, int]:
        """Return the slot of each type that has one of its own."""
        return dict(self._slots)
