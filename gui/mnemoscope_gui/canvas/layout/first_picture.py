"""The picture of the coarsest graph: components in shape, as large as at the end, in places of their own."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar
from mnemoscope_gui.canvas.layout.callbacks import Stopped, go_on_unless
from mnemoscope_gui.canvas.layout.coarsening import Hierarchy
from mnemoscope_gui.canvas.layout.components import component_bounds, component_means
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.packing import shelves
from mnemoscope_gui.canvas.layout.prolongation import Prolongation, to_finest
from mnemoscope_gui.canvas.layout.scaling import balanced_scales
from mnemoscope_gui.canvas.layout.stress import stress_start

GAP = 2.0
"""The distance of components, in edge lengths."""


def first_picture(
    hierarchy: Hierarchy,
    coarse_components: Indices,
    components: Indices,
    steps: list[Prolongation],
    random: np.random.Generator,
    stopped: Stopped,
) -> tuple[Planar, list[Prolongation]]:
    """The positions (2, n) of the coarsest graph, and the steps from there to a picture of the final size.

    Components are numbered alike in the coarsest graph, `coarse_components`, and in the finest, `components`.
    Raises StoppedEarly.
    """
    finest, coarsest = hierarchy.graphs[0], hierarchy.graphs[-1]
    positions = balanced_start(coarsest, coarse_components, random)
    go_on_unless(stopped)
    total = to_finest(steps)[-1]
    if total is None:
        return positions, steps
    prolonged = total(positions)
    go_on_unless(stopped)
    factors = balanced_scales(finest, prolonged, components, stopped)
    go_on_unless(stopped)
    largest = int(np.bincount(components).argmax())
    if (components == largest).mean() >= 0.5:
        growth = factors[largest] ** np.float32(1 / len(steps))
        steps = [step.scaled(growth) for step in steps]
        total = total.scaled(factors[largest])
        factors = factors / factors[largest]
    low, high = component_bounds(total(positions), components)
    final_sizes = (high - low) * factors
    return on_shelves(
        positions, coarse_components, final_sizes / total.scale, GAP / float(total.scale)
    ), steps


def balanced_start(graph: LayoutGraph, components: Indices, random: np.random.Generator) -> Planar:
    """The stress picture of each component at the size at which its forces balance."""
    positions = stress_start(graph, components, random)
    nothing = np.zeros((2, int(components.max()) + 1), dtype=np.float32)
    positions = on_shelves(positions, components, nothing, GAP)
    middles = component_means(positions, components, nothing.shape[1]).take(components, axis=1)
    scales = balanced_scales(graph, positions, components).take(components)
    grown: Planar = (positions - middles) * scales
    return on_shelves(grown, components, nothing, GAP)


def on_shelves(positions: Planar, components: Indices, least: Planar, gap: float) -> Planar:
    """Each component in the middle of a place of its own, at least `least` (2, c) wide and high."""
    low, high = component_bounds(positions, components)
    places: Planar = np.maximum(high - low, least)
    corners, size = shelves(places[0], places[1], gap)
    shifts = (corners + places / 2 - (low + high) / 2 - size[:, None] / 2).astype(np.float32)
    return positions + shifts.take(components, axis=1)
