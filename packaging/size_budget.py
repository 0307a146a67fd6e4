"""How large a bundle may be: a size that nobody watches only grows."""

from dataclasses import dataclass
from pathlib import Path

_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a bundle may take, in MB of a million bytes: unpacked, and as it is downloaded."""

    on_disk_mb: float
    archive_mb: float


LINUX = Budget(on_disk_mb=205, archive_mb=68)


def size_mb(path: Path) -> float:
    """Return the size of a file, or of all files in a folder, in MB; links count nothing."""
    if path.is_file():
        return path.stat().st_size / _MB
    files = (one for one in path.rglob("*") if one.is_file() and not one.is_symlink())
    return sum(one.stat().st_size for one in files) / _MB


def largest_files(folder: Path, count: int) -> list[tuple[float, str]]:
    """Return size in MB and name of the largest files, largest first: where to look when it is too much."""
    files = (one for one in folder.rglob("*") if one.is_file() and not one.is_symlink())
    sizes = ((one.stat().st_size / _MB, one.relative_to(folder).as_posix()) for one in files)
    return sorted(sizes, reverse=True)[:count]


def excess(budget: Budget, *, on_disk_mb: float, archive_mb: float) -> list[str]:
    """Return a sentence for each part of the budget that is exceeded; none where all is well."""
    parts = (
        ("on disk", on_disk_mb, budget.on_disk_mb),
        ("as an archive", archive_mb, budget.archive_mb),
    )
    return [
        f"The bundle has {size:.1f} MB {what}, and may have {most:g} MB."
        for what, size, most in parts
        if size > most
    ]
