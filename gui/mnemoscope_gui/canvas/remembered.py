"""How a graph looked when it was last left: where its nodes were, which were pinned, what the camera saw."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.camera import Camera, Point
from mnemoscope_gui.canvas.scene import NodeKey, Scene

Positions = NDArray[np.float32]


@dataclass(frozen=True)
class RememberedCamera:
    """What the camera saw, whatever the size of the window.

    Attributes:
        scale: 1.0 is 100 %.
        centre: the scene point in the middle of the canvas, edge lengths.
    """

    scale: float
    centre: Point

    @classmethod
    def of(cls, camera: Camera, size: Point) -> "RememberedCamera":
        """What a camera sees in a canvas of `size` px."""
        return cls(camera.scale, camera.to_scene((size[0] / 2, size[1] / 2)))

    def in_window(self, size: Point) -> Camera:
        """The camera that shows the same place in a canvas of `size` px."""
        return Camera(self.scale).centred_on(self.centre, size)


@dataclass(frozen=True, eq=False)
class RememberedPicture:
    """A graph of n nodes as it was left.

    Attributes:
        keys: (name, occurrence) of each node.
        positions: (n, 2) float32, edge lengths, all finite.
        pinned: the nodes that a person had put where they were.
        isolated: the nodes that had no relation; one that has some now belongs beside its neighbours.
        camera: None where it showed everything.
    """

    keys: tuple[NodeKey, ...]
    positions: Positions
    pinned: frozenset[int] = frozenset()
    isolated: frozenset[int] = frozenset()
    camera: RememberedCamera | None = None

    def scene(self) -> Scene:
        """The nodes alone, as a scene that another one can follow."""
        count = len(self.keys)
        degrees = np.ones(count, np.int32)
        degrees[list(self.isolated)] = 0
        return Scene(
            keys=self.keys,
            types=("",) * count,
            type_slots=np.zeros(count, np.int32),
            degrees=degrees,
            weights=degrees.astype(np.float64),
            is_ghost=np.zeros(count, bool),
            first_observations=("",) * count,
            edges=np.empty((0, 2), np.int32),
            relation_types=(),
        )


def remember(
    scene: Scene,
    positions: Positions,
    *,
    pinned: frozenset[int],
    without_place: frozenset[int],
    camera: RememberedCamera | None,
) -> RememberedPicture:
    """The picture of a scene, without the nodes that the layout is still finding a place for."""
    has_place = np.isfinite(positions[:, 0])
    has_place[list(without_place)] = False
    kept = np.flatnonzero(has_place)
    is_pinned = np.zeros(scene.node_count, bool)
    is_pinned[list(pinned)] = True
    return RememberedPicture(
        keys=tuple(scene.keys[node] for node in kept.tolist()),
        positions=positions[kept],
        pinned=frozenset(np.flatnonzero(is_pinned[kept]).tolist()),
        isolated=frozenset(np.flatnonzero(scene.degrees[kept] == 0).tolist()),
        camera=camera,
    )
