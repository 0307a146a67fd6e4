"""The sentences about programs that ignore the write lock and got in the way of an edit."""

from collections.abc import Sequence
from pathlib import Path


def left_out(path: Path, phrases: Sequence[str]) -> str:
    """Return what to tell of edits that another program overwrote and that could not be made again."""
    return (
        f"Another program overwrote {path.name} while it was being edited. This could not be put back, "
        f"because it was changed there too: {', '.join(phrases)}. Look at it, and edit it again if need be."
    )


def kept_aside(path: Path, copy: Path) -> str:
    """Return what to tell of a version that was displaced and could not stay."""
    return (
        f"Two other programs wrote to {path.name} at the same moment. The newer version is in it; the other "
        f"one was kept beside it as {copy.name}. Compare the two, then delete the copy."
    )
