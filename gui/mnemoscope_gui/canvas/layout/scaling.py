"""The size at which a given shape is in balance, so that a picture begins as large as it will end."""

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar, Reals
from mnemoscope_gui.canvas.layout.callbacks import Stopped, go_on_unless, never_stopped
from mnemoscope_gui.canvas.layout.components import component_means
from mnemoscope_gui.canvas.layout.convolution import REPULSION_EXPONENT
from mnemoscope_gui.canvas.layout.forces import Springs, prepare_repulsion, repulsion
from mnemoscope_gui.canvas.layout.graph import LayoutGraph

SMALLEST_SCALE, LARGEST_SCALE = 0.1, 100.0
HALVINGS = 24


def balanced_scales(
    graph: LayoutGraph, positions: Planar, components: Indices, stopped: Stopped = never_stopped
) -> Reals:
    """For each component the factor (c,) by which it has to grow for its forces to balance.

    The outward sum of the forces, their virial (Clausius, 1870), is zero at balance. For positions scaled by
    s the virial of repulsion is a power of s, and that of springs a line through two measured points.

    Raises StoppedEarly.
    """
    count = int(components.max()) + 1
    from_middle = positions - component_means(positions, components, count).take(components, axis=1)

    def virial(forces: Planar) -> NDArray[np.float64]:
        return np.bincount(components, (forces * from_middle).sum(axis=0), count).astype(np.float64)

    springs = Springs(graph)
    go_on_unless(stopped)
    prepare_repulsion(graph.node_count, stopped)
    outward = virial(repulsion(positions, graph.masses))
    go_on_unless(stopped)
    at_once = virial(springs.pulls(positions, 1))
    go_on_unless(stopped)
    at_twice = virial(springs.pulls(2 * positions, 1))
    low, high = np.full(count, SMALLEST_SCALE), np.full(count, LARGEST_SCALE)
    for _ in range(HALVINGS):
        middle = np.sqrt(low * high)
        pull = at_once + (at_twice - at_once) * (middle - 1)
        grows = outward * middle**-REPULSION_EXPONENT + pull > 0
        low, high = np.where(grows, middle, low), np.where(grows, high, middle)
    scales: Reals = np.sqrt(low * high).astype(np.float32)
    return scales
