"""The pictures on the way: what an animation of the layout shows at each tick."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar
from mnemoscope_gui.canvas.layout.callbacks import Progress, Stopped
from mnemoscope_gui.canvas.layout.packing import IsolatedBlock
from mnemoscope_gui.canvas.layout.room import Room

GLIDE_FRAMES = 16


class Frames:
    """Turns positions of the simulated nodes into pictures of all nodes and hands them on.

    Isolated nodes keep a block beneath the picture. `latest` is the last picture, (2, n), in edge
    lengths.
    """

    def __init__(
        self,
        start: Planar,
        simulated: Indices,
        isolated: Indices,
        spacing: float,
        progress: Progress | None,
    ) -> None:
        self.latest = start
        self._simulated = simulated
        self._isolated = isolated
        self._spacing = np.float32(spacing)
        self._progress = progress
        self._block: IsolatedBlock | None = None

    def report(self, positions: Planar) -> None:
        """Show the simulated nodes at these positions, (2, k)."""
        if len(self._simulated) == self.latest.shape[1]:
            picture = positions.copy()
        else:
            picture = self.latest.copy()
            picture[:, self._simulated] = positions
        if len(self._isolated):
            low, high = positions.min(axis=1), positions.max(axis=1)
            if self._block is None:
                width = float(high[0] - low[0])
                room = Room.within(positions, picture.shape[1])
                self._block = IsolatedBlock.beneath(len(self._isolated), width, room.pitch)
            picture[:, self._isolated] = self._block.positions(low, high)
        self._show(picture)

    def glide_to(self, final: Planar, stopped: Stopped) -> None:
        """Move smoothly from the latest picture to the final one, (2, n); at once where nobody watches."""
        first = self.latest
        for frame in range(1, GLIDE_FRAMES if self._progress else 0):
            if stopped():
                return
            share = frame / GLIDE_FRAMES
            self._show(first + (final - first) * np.float32(share * share * (3 - 2 * share)))
        self._show(final)

    def _show(self, picture: Planar) -> None:
        self.latest = picture
        if self._progress is not None:
            self._progress(np.ascontiguousarray(picture.T) * self._spacing)
