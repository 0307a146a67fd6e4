"""The environment for the programs that we start."""

import sys
from collections.abc import Mapping

_LIBRARIES = "LD_LIBRARY_PATH"


def outside_the_bundle(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without what a bundle sets for its own libraries."""
    restored = dict(environment)
    original = restored.pop(f"{_LIBRARIES}_ORIG", None)
    if original is not None:
        restored[_LIBRARIES] = original
    elif getattr(sys, "frozen", False):
        restored.pop(_LIBRARIES, None)
    return restored
