"""What a person may choose about a layout."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """The choices of one layout.

    `seed`: the same seed gives the same picture on one machine.
    `spacing`: the length of an edge at rest, in the units of the positions.
    `community_separation`: the strength of springs between communities; 1 is the same as within one.
    """

    seed: int = 0
    spacing: float = 1.0
    community_separation: float = 0.3
