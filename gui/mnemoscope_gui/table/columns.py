"""The columns of the table: what they are called and how they are sorted first."""

from enum import IntEnum


class Column(IntEnum):
    """A column, by its place."""

    NAME = 0
    TYPE = 1
    OBSERVATIONS = 2
    RELATIONS = 3
    TOKENS = 4
    LAST_CHANGE = 5

    @property
    def title(self) -> str:
        """What its header says."""
        return _TITLES[self]

    @property
    def explanation(self) -> str:
        """What it shows, in a sentence."""
        return _EXPLANATIONS[self]

    @property
    def is_text(self) -> bool:
        """Whether it is sorted as words and edited in place; the others are numbers, the largest first."""
        return self in (Column.NAME, Column.TYPE)

    @property
    def is_number(self) -> bool:
        """Whether nothing but a number stands in it."""
        return self in (Column.RELATIONS, Column.TOKENS)


_TITLES = {
    Column.NAME: "Name",
    Column.TYPE: "Type",
    Column.OBSERVATIONS: "Observations",
    Column.RELATIONS: "Relations",
    Column.TOKENS: "≈ Tokens",
    Column.LAST_CHANGE: "Last change",
}
_EXPLANATIONS = {
    Column.NAME: "The name of the entity",
    Column.TYPE: "The type of the entity",
    Column.OBSERVATIONS: "How many observations there are, and the first of them",
    Column.RELATIONS: "How many relations touch the entity",
    Column.TOKENS: "About how many tokens an assistant spends on reading the entity, without its relations",
    Column.LAST_CHANGE: "When the entity was last written",
}
