"""Paths of which a part is known only by its beginning, such as a folder named after a checksum."""

from pathlib import Path, PurePath


def expanded(pattern: PurePath) -> list[Path]:
    """Return the paths that a pattern stands for on this computer, in order; without a `*` the path itself.

    What comes after the last part with a `*` need not exist.
    """
    path = Path(pattern)
    at = next((index for index, part in enumerate(path.parts) if "*" in part), None)
    if at is None:
        return [path]
    found = sorted(Path(*path.parts[:at]).glob(path.parts[at]))
    return [one for folder in found for one in expanded(folder.joinpath(*path.parts[at + 1 :]))]
