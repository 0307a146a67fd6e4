"""Small parts of sentences that every message spells alike."""


def counted(count: int, singular: str, plural: str) -> str:
    """Return a count with its noun: `1 line`, `2,000 lines`, `0 lines`."""
    return f"{count:,} {singular if count == 1 else plural}"
