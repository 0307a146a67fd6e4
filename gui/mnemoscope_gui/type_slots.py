"""Which colour an entity type has: once given, it stays."""

from collections import Counter
from collections.abc import Iterable

from mnemoscope_gui.theme import OTHER_SLOT, TYPE_SLOT_COUNT


class TypeSlots:
    """Gives each type a colour slot; the commonest come first, all from the ninth on share the grey one."""

    def __init__(self) -> None:
        self._slots: dict[str, int] = {}

    def learn(self, types: Iterable[str]) -> None:
        """Give slots to types that have none yet; those that have one keep it."""
        for entity_type, _ in Counter(types).most_common():
            if len(self._slots) >= TYPE_SLOT_COUNT:
                return
            self._slots.setdefault(entity_type, len(self._slots))

    def slot(self, entity_type: str) -> int:
        """Return a type's slot, 0-7, or 8 for the grey one."""
        return self._slots.get(entity_type, OTHER_SLOT)
