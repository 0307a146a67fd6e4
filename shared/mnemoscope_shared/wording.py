"""Small parts of sentences that every message spells alike."""

from collections.abc import Iterable, Sequence


def counted(count: int, singular: str, plural: str) -> str:
    """Return a count with its noun: `1 line`, `2,000 lines`, `0 lines`."""
    return f"{count:,} {singular if count == 1 else plural}"


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them: `Ann`, `Ann and Ben`, `Ann, Ben and Cem`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def name_or_count(names: Iterable[str], plural: str) -> str:
    """Return the only name there is, or how many different ones there are: `Ann`, `2 entities`."""
    different = list(dict.fromkeys(names))
    return different[0] if len(different) == 1 else f"{len(different):,} {plural}"


def type_name(name: str) -> str:
    """Return the name of a type as sentences have it: `person`, `(no type)`."""
    return name or "(no type)"
