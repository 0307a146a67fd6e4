"""What a person may choose about a layout."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """The choices of one layout.

    `seed`: the same seed gives the same picture on one machine.
    `spacing`: the length of an edge at rest, in the units of the positions.
    `community_separation`: the strength of springs between communities; 1 is the same as within one,
    and much below .1 they lose their order.

    Raises ValueError for a spacing that is not positive or a negative strength.
    """

    seed: int = 0
    spacing: float = 1.0
    community_separation: float = 0.3

    def __post_init__(self) -> None:
        if not self.spacing > 0:
            raise ValueError(f"The spacing is {self.spacing}; it must be more than 0.")
        if not self.community_separation >= 0:
            raise ValueError(f"The separation is {self.community_separation}; it must be at least 0.")
