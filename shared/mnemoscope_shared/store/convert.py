"""Converting a JSON document into a memory file: one object on each line."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mnemoscope_shared.errors import CorruptLine, NotConvertible, NotJsonLines
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.catch_up import Cause
from mnemoscope_shared.store.document_records import (
    EntityNames,
    converted_line,
    entity_line,
    relation_line,
)
from mnemoscope_shared.store.encoding import as_utf_8, read_utf_16
from mnemoscope_shared.store.foreign import decoder, read_members, read_record
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.json_text import compact, items, split_values
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK, decode
from mnemoscope_shared.store.memory_file import LOCK_TIMEOUT_SECONDS
from mnemoscope_shared.store.rewrite import Rewritten, rewrite

CONVERSION = Cause(Writer("recovery"), "convert", "Convert the file")
_NODE_KEYS = ("entities", "nodes")
_EDGE_KEYS = ("relations", "edges", "links")
_WRAPPER_KEYS = ("graph", "knowledge_graph")


@dataclass(frozen=True, slots=True)
class ConversionPlan:
    """What a conversion would write.

    Attributes:
        data: the new file.
        entities, relations, others: how many lines of each it has.
        carried: where in the document those values were that are no part of the graph and are kept in
            objects of their own, such as `directed` or `nodes[3]`.
        rejected: what is put aside: an odd last byte of a UTF-16 file.
    """

    data: bytes
    entities: int
    relations: int
    others: int
    carried: tuple[str, ...]
    rejected: tuple[bytes, ...]


def plan_conversion(data: bytes, path: Path) -> ConversionPlan | None:
    """Return what a document would become; None for a file that is a memory file already.

    Understood are arrays of records; objects with the arrays `entities` and `relations` or, as graph programs
    write them, `nodes` and `edges` or `links` (their ends are identifiers, numbers or whole nodes), also in
    `graph`; and several such values after one another. Objects from name to record may stand for arrays.

    Raises:
        CorruptLine: it is no JSON document either.
        NotConvertible: nothing in it looks like an entity or a relation.
    """
    try:
        decode(data, path)
    except (NotJsonLines, CorruptLine) as error:
        utf_16 = read_utf_16(data)
        text = as_utf_8(utf_16.text) if utf_16 is not None else data.removeprefix(BYTE_ORDER_MARK)
        reader = _read(text, error)
        rest = utf_16.rest if utf_16 is not None else b""
        return _plan(reader, (rest,) if rest else (), path)
    return None


def convert_file(
    path: Path, *, lock_timeout: float = LOCK_TIMEOUT_SECONDS
) -> Rewritten[ConversionPlan] | None:
    """Convert a document in its place, with a backup beside it; None if it is a memory file already.

    Raises:
        StoreError: it cannot be converted, read or written; it was left as it is.
    """
    return rewrite(path, plan_conversion, CONVERSION, lock_timeout=lock_timeout)


def _read(data: bytes, error: NotJsonLines | CorruptLine) -> "_DocumentReader":
    reader = _DocumentReader()
    try:
        values = split_values(data.decode())
        if not all(map(_is_container, values)):
            raise error
        for index, value in enumerate(values):
            reader.read(compact(value), f"[{index}]" if len(values) > 1 else "")
    except (ValueError, RecursionError):
        raise error from None
    return reader


def _plan(reader: "_DocumentReader", rejected: tuple[bytes, ...], path: Path) -> ConversionPlan:
    try:
        snapshot = decode(b"\n".join(reader.lines), path)
    except NotJsonLines:
        raise NotConvertible(path) from None
    if not (reader.has_graph or snapshot.entities or snapshot.relations):
        raise NotConvertible(path)
    entities, relations = len(snapshot.entities), len(snapshot.relations)
    others = len(reader.lines) - entities - relations
    return ConversionPlan(snapshot.to_bytes(), entities, relations, others, tuple(reader.carried), rejected)


class _DocumentReader:
    """Collects the lines for a document's values, which are given compact.

    Attributes:
        lines: the memory file's lines.
        carried: the places of values that are no part of the graph.
        has_graph: whether there was a place for a graph, be it empty.
    """

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.carried: list[str] = []
        self.has_graph = False
        self._names = EntityNames()

    def read(self, value: str, place: str) -> None:
        """Take in an array of records or an object."""
        if value.startswith("{"):
            self._read_object(value, place)
            return
        self.has_graph = self.has_graph or value == "[]"
        for index, item in enumerate(items(value)):
            if item.startswith("{"):
                self._read_object(item, f"{place}[{index}]")
            else:
                self._carry(f"{place}[{index}]", item)

    def _read_object(self, text: str, place: str) -> None:
        members = read_members(text)
        record = read_record(text)
        if isinstance(record, Entity) or (record is None and _looks_like_an_entity(members)):
            self._add(entity_line(text, self._names), place, text)
        elif isinstance(record, Relation):
            self._add(relation_line(text, self._names), place, text)
        elif _has_graph(members):
            self._read_graph(members, place, may_be_wrapped=False)
        elif any(_has_graph(wrapped) for wrapped in _wrapped(members).values()):
            self._read_graph(members, place, may_be_wrapped=True)
        else:
            self.lines.append(text.encode())

    def _read_graph(self, members: dict[str, str], place: str, *, may_be_wrapped: bool) -> None:
        self.has_graph = True
        wrapped = _wrapped(members) if may_be_wrapped else {}
        left = dict(members)
        for key in _NODE_KEYS:
            if _is_container(members.get(key, "")):
                self._read_nodes(left.pop(key), _place(place, key))
        for key in _EDGE_KEYS:
            if _is_container(members.get(key, "")):
                for name, item in _elements(left.pop(key)):
                    line = relation_line(item, self._names) if item.startswith("{") else None
                    self._add(line, f"{_place(place, key)}[{name}]", item)
        for key, value in left.items():
            if key in wrapped and _has_graph(wrapped[key]):
                self._read_graph(wrapped[key], _place(place, key), may_be_wrapped=False)
            else:
                self._carry(_place(place, key), value)

    def _read_nodes(self, container: str, place: str) -> None:
        nodes = list(_elements(container))
        by_name = container.startswith("{")
        objects = (read_members(node) for _, node in nodes if node.startswith("{"))
        labels = Counter(members["label"] for members in objects if "label" in members)
        repeated = (label for label, times in labels.items() if times > 1 and label.startswith('"'))
        ambiguous = set(map(decoder.decode, repeated))
        for key, node in nodes:
            line = None
            if node.startswith("{"):
                fallback = key if by_name else ""
                line = entity_line(node, self._names, ambiguous=ambiguous, key=fallback)
            self._add(line, f"{place}[{key}]", node)

    def _add(self, line: bytes | None, place: str, text: str) -> None:
        if line is None:
            self._carry(place, text)
        else:
            self.lines.append(line)

    def _carry(self, place: str, text: str) -> None:
        self.carried.append(place)
        self.lines.append(converted_line(place, text))


def _looks_like_an_entity(members: dict[str, str]) -> bool:
    return members.get("name", "").startswith('"') and members.get("observations", "").startswith("[")


def _has_graph(members: dict[str, str]) -> bool:
    return any(_is_container(members.get(key, "")) for key in (*_NODE_KEYS, *_EDGE_KEYS))


def _is_container(value: str) -> bool:
    return value.startswith(("{", "["))


def _wrapped(members: dict[str, str]) -> dict[str, dict[str, str]]:
    objects = ((key, members.get(key, "")) for key in _WRAPPER_KEYS)
    return {key: read_members(value) for key, value in objects if value.startswith("{")}


def _elements(container: str) -> Iterator[tuple[str, str]]:
    """Return the values in an array or object with their places in it."""
    if container.startswith("{"):
        return iter(read_members(container).items())
    return ((str(index), item) for index, item in enumerate(items(container)))


def _place(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key
