"""Reading a tool call's arguments: each is checked by hand, and an error names the field that is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass

from mnemoscope_shared.edits import EntityObservations
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.model import Entity, Relation

Arguments = Mapping[str, object]

_MISSING = object()
_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "a boolean"),  # before the numbers: Python counts it among them
    ((int, float), "a number"),
    (str, "a string"),
    (list, "an array"),
    (dict, "an object"),
)


class InvalidArgument(MnemoscopeError):
    """An argument of a tool call is missing or of the wrong kind; nothing was done."""

    def __init__(self, path: str, expected: str, value: object) -> None:
        super().__init__(f"{path}: expected {expected}, got {_kind(value)}")


@dataclass(frozen=True, slots=True)
class Argument:
    """A value somewhere in the arguments.

    Attributes:
        path: where, as JavaScript would write it: `entities[2].name`.
        value: what is there, or a mark of its own where nothing is.
    """

    path: str
    value: object

    def text(self) -> str:
        """Return the value, a string; raise `InvalidArgument` otherwise."""
        if not isinstance(self.value, str):
            raise InvalidArgument(self.path, "a string", self.value)
        return self.value

    def items(self) -> list["Argument"]:
        """Return what the value, an array, holds; raise `InvalidArgument` otherwise."""
        if not isinstance(self.value, list):
            raise InvalidArgument(self.path, "an array", self.value)
        return [Argument(f"{self.path}[{index}]", item) for index, item in enumerate(self.value)]

    def texts(self) -> tuple[str, ...]:
        """Return what the value, an array of strings, holds; raise `InvalidArgument` otherwise."""
        return tuple(item.text() for item in self.items())

    def field(self, name: str) -> "Argument":
        """Return a field of the value, an object; raise `InvalidArgument` otherwise."""
        if not isinstance(self.value, dict):
            raise InvalidArgument(self.path, "an object", self.value)
        return Argument(f"{self.path}.{name}", self.value.get(name, _MISSING))


def read_call(params: Arguments | None) -> tuple[str, Arguments]:
    """Return what a tool call consists of: the tool's name, and its arguments, which may be absent.

    Raises:
        InvalidArgument: the name or the arguments are of the wrong kind.
    """
    name = argument(params or {}, "name").text()
    arguments = (params or {}).get("arguments")
    if arguments is None:
        return name, {}
    if not isinstance(arguments, dict):
        raise InvalidArgument("arguments", "an object", arguments)
    return name, arguments


def argument(arguments: Arguments, name: str) -> Argument:
    """Return an argument by its name; it need not be there until it is read."""
    return Argument(name, arguments.get(name, _MISSING))


def entities(arguments: Arguments, name: str) -> list[Entity]:
    """Return an argument that is an array of entities."""
    return [
        Entity(item.field("name").text(), item.field("entityType").text(), item.field("observations").texts())
        for item in argument(arguments, name).items()
    ]


def relations(arguments: Arguments, name: str) -> list[Relation]:
    """Return an argument that is an array of relations."""
    return [
        Relation(item.field("from").text(), item.field("to").text(), item.field("relationType").text())
        for item in argument(arguments, name).items()
    ]


def entity_observations(arguments: Arguments, name: str, texts: str) -> list[EntityObservations]:
    """Return an argument that is an array of observations by entity; `texts` names the field of the texts."""
    return [
        EntityObservations(item.field("entityName").text(), item.field(texts).texts())
        for item in argument(arguments, name).items()
    ]


def _kind(value: object) -> str:
    if value is None:
        return "null"
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "nothing")
