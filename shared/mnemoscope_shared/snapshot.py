"""One state of the memory: immutable, shared between threads, with indexes built when first asked for."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter, sub
from typing import TYPE_CHECKING

from mnemoscope_shared import indexes
from mnemoscope_shared.model import Change, Entity, Line, LineChange, Part, Relation, RelationKey

if TYPE_CHECKING:
    from mnemoscope_shared.ranked.index import RankedIndex


_raw = attrgetter("raw")

# A million lines find room there among a million others.
_LEAST_GAP = 2.0**-10


class Snapshot:
    """The lines of a memory file and what they mean.

    Treat everything here as frozen, the lists too. `after` gives the next state and carries the indexes
    over, so that a change costs a copy and not a new reading of the file.

    Attributes:
        entity_lines: the first half of the file, in order; objects of other programs among them.
        relation_lines: the second half.
    """

    def __init__(self, entity_lines: list[Line], relation_lines: list[Line]) -> None:
        self.entity_lines = entity_lines
        self.relation_lines = relation_lines

    def part(self, part: Part) -> list[Line]:
        """Return one half of the file."""
        return self.entity_lines if part == "entities" else self.relation_lines

    def to_bytes(self) -> bytes:
        """Return the file as it is written: entities first, every line ended by a newline."""
        lines = [line.raw for line in self.entity_lines]
        lines += [line.raw for line in self.relation_lines]
        lines.append(b"")
        return b"\n".join(lines)

    @cached_property
    def size(self) -> int:
        """The bytes of all lines, without the newlines."""
        return sum(map(len, map(_raw, chain(self.entity_lines, self.relation_lines))))

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The entities in the file's order; two may have one name."""
        return tuple([line.record for line in self.entity_lines if isinstance(line.record, Entity)])

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The relations in the file's order."""
        return tuple([line.record for line in self.relation_lines if isinstance(line.record, Relation)])

    @cached_property
    def entity_type_counts(self) -> Counter[str]:
        """How many entities there are of each type, the empty one among them."""
        return Counter([entity.entity_type for entity in self.entities])

    @cached_property
    def relation_type_counts(self) -> Counter[str]:
        """How many relations there are of each type, repeats counted."""
        return Counter([relation.relation_type for relation in self.relations])

    @cached_property
    def lines_by_name(self) -> dict[str, Line]:
        """The first entity line of each name."""
        return indexes.index_names(self.entity_lines)

    @cached_property
    def lines_by_key(self) -> dict[RelationKey, Line]:
        """The first relation line of each source, target and type."""
        return indexes.index_keys(self.relation_lines)

    @cached_property
    def lines_by_end(self) -> dict[str, list[Line]]:
        """The relation lines at each entity name, in the file's order; a self-loop once."""
        return indexes.index_ends(self.relation_lines)

    @cached_property
    def search_texts(self) -> list[str]:
        """For each entity line the text that a search looks into; see `indexes.search_text`."""
        return [indexes.search_text(line.record) for line in self.entity_lines]

    @cached_property
    def has_repeated_names(self) -> bool:
        """Whether two entity records share a name."""
        return len(self.lines_by_name) != len(self.entities)

    @cached_property
    def has_repeated_relations(self) -> bool:
        """Whether two relation records say the same."""
        return len(self.lines_by_key) != len(self.relations)

    @cached_property
    def ranked_index(self) -> "RankedIndex":
        """The words and names of the entities, for `ranked_search`.

        `after` only notes the changes, so that an edit costs the same with it and without: whoever asks next
        pays for following them.
        """
        # It stands on much that a server loads only when it is asked for.
        from mnemoscope_shared.ranked.index import RankedIndex

        earlier: indexes.EarlierIndex | None = self.__dict__.get("_earlier_index")
        if earlier is None:
            return RankedIndex.of(self.entity_lines)
        self.__dict__["ranked_index"] = index = earlier.index.after(earlier.missed)
        # Nothing is taken out of here, since another thread may be carrying it over.
        self.__dict__["_earlier_index"] = None
        return index

    def entity(self, name: str) -> Entity | None:
        """Return the first entity of that name."""
        line = self.lines_by_name.get(name)
        return line.record if line is not None and isinstance(line.record, Entity) else None

    def entity_lines_named(self, names: Iterable[str]) -> list[Line]:
        """Return all entity lines of those names, in the file's order."""
        wanted = set(names)
        if self.has_repeated_names:
            pairs = ((line, line.record) for line in self.entity_lines)
            return [line for line, record in pairs if isinstance(record, Entity) and record.name in wanted]
        found = [self.lines_by_name[name] for name in wanted if name in self.lines_by_name]
        return sorted(found, key=indexes.by_order)

    def relation_lines_at(self, names: Iterable[str]) -> list[Line]:
        """Return the relation lines with at least one end among those names, in the file's order."""
        found = [self.lines_by_end[name] for name in set(names) if name in self.lines_by_end]
        if len(found) == 1:
            return found[0]
        return sorted(set(chain.from_iterable(found)), key=indexes.by_order)

    def relation_lines_of(self, keys: Iterable[RelationKey]) -> list[Line]:
        """Return all lines of the relations with those keys, repeats too."""
        wanted = set(keys)
        if self.has_repeated_relations:
            pairs = ((line, line.record) for line in self.relation_lines)
            return [line for line, record in pairs if isinstance(record, Relation) and record.key in wanted]
        return [self.lines_by_key[key] for key in wanted if key in self.lines_by_key]

    def index_of(self, line: Line, part: Part) -> int:
        """Return the place of a line in its half of the file."""
        return indexes.position(self.part(part), line)

    def with_room(self) -> "Snapshot":
        """Return this snapshot, or one with new orders where some are too close for others between them."""
        if _has_room(self.entity_lines) and _has_room(self.relation_lines):
            return self
        return Snapshot(_renumbered(self.entity_lines), _renumbered(self.relation_lines))

    def after(self, change: Change) -> "Snapshot":
        """Return the state that a change leads to, with the indexes that were built carried over."""
        entity_changes, relation_changes = _by_part(change)
        following = Snapshot(
            _changed(self.entity_lines, entity_changes), _changed(self.relation_lines, relation_changes)
        )
        return self.followed_by(following, change)

    def followed_by(self, following: "Snapshot", change: Sequence[LineChange]) -> "Snapshot":
        """Carry the indexes that were built over to the state that a change leads to; return that state."""
        entity_changes, relation_changes = _by_part(change)
        following.__dict__.update(self._entity_indexes_after(entity_changes))
        following.__dict__.update(self._relation_indexes_after(relation_changes))
        if "size" in self.__dict__:
            grown = sum(_bytes_in(one.after) - _bytes_in(one.before) for one in change)
            following.__dict__["size"] = self.size + grown
        return following

    def _entity_indexes_after(self, changes: list[LineChange]) -> dict[str, object]:
        built = self.__dict__
        if not changes:
            ranked = ("_earlier_index", "ranked_index")
            counts = ("entities", "entity_type_counts")
            names = (*counts, "lines_by_name", "search_texts", "has_repeated_names", *ranked)
            return {name: built[name] for name in names if name in built}
        carried: dict[str, object] = {}
        earlier = built.get("_earlier_index")
        if "ranked_index" in built:
            earlier = indexes.EarlierIndex(self.ranked_index, ())
        if earlier is not None:
            carried["_earlier_index"] = earlier.after(changes)
        if "search_texts" in built:
            texts = indexes.search_texts_after(self.entity_lines, self.search_texts, changes)
            carried["search_texts"] = texts
        if "lines_by_name" in built and not self.has_repeated_names:
            carried["lines_by_name"] = following = indexes.names_after(self.lines_by_name, changes)
            carried["has_repeated_names"] = None if following is None else False
        return {name: index for name, index in carried.items() if index is not None}

    def _relation_indexes_after(self, changes: list[LineChange]) -> dict[str, object]:
        built = self.__dict__
        if not changes:
            counts = ("relations", "relation_type_counts")
            names = (*counts, "lines_by_key", "lines_by_end", "has_repeated_relations")
            return {name: built[name] for name in names if name in built}
        carried: dict[str, object] = {}
        if "lines_by_end" in built:
            carried["lines_by_end"] = indexes.ends_after(self.lines_by_end, changes)
        if "lines_by_key" in built and not self.has_repeated_relations:
            carried["lines_by_key"] = following = indexes.keys_after(self.lines_by_key, changes)
            carried["has_repeated_relations"] = None if following is None else False
        return {name: index for name, index in carried.items() if index is not None}


EMPTY = Snapshot([], [])


def _bytes_in(line: Line | None) -> int:
    return len(line.raw) if line is not None else 0


def _by_part(change: Iterable[LineChange]) -> tuple[list[LineChange], list[LineChange]]:
    entities: list[LineChange] = []
    relations: list[LineChange] = []
    for one in change:
        (entities if one.part == "entities" else relations).append(one)
    return entities, relations


def _changed(lines: list[Line], changes: list[LineChange]) -> list[Line]:
    if not changes:
        return lines
    changed = lines.copy()
    gone: set[Line] = set()
    for change in changes:
        if change.before is not None and change.after is not None:
            changed[indexes.position(lines, change.before)] = change.after
        elif change.before is not None:
            gone.add(change.before)
    if gone:
        changed = indexes.without(changed, [indexes.position(lines, line) for line in gone])
    added = [change.after for change in changes if change.before is None and change.after is not None]
    changed += added
    if added and lines and min(line.order for line in added) <= lines[-1].order:
        changed.sort(key=indexes.by_order)
    return changed


def _has_room(lines: list[Line]) -> bool:
    orders = [line.order for line in lines]
    return min(map(sub, orders[1:], orders), default=1.0) >= _LEAST_GAP


def _renumbered(lines: list[Line]) -> list[Line]:
    return [Line(line.raw, line.record, float(order)) for order, line in enumerate(lines)]
