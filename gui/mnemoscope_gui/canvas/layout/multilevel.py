"""From the coarsest graph to the finest: each level starts from the picture of the one before.

Walshaw, "A multilevel algorithm for force-directed graph drawing" (2000); Hu, "Efficient, high-quality
force-directed graph drawing" (2005).
"""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar
from mnemoscope_gui.canvas.layout.callbacks import Report, Stopped, go_on_unless
from mnemoscope_gui.canvas.layout.coarsening import Hierarchy
from mnemoscope_gui.canvas.layout.cooling import level_cooling
from mnemoscope_gui.canvas.layout.first_picture import first_picture
from mnemoscope_gui.canvas.layout.prolongation import prolongations, to_finest
from mnemoscope_gui.canvas.layout.simulation import ForceSimulation


def simulate_levels(
    hierarchy: Hierarchy,
    components: Indices,
    seed: int,
    report: Report,
    stopped: Stopped,
) -> Planar:
    """Positions (2, n) of the finest graph after all ticks of all levels.

    `report` gets the positions (2, n) of all nodes after each tick. When `stopped`, the latest are returned;
    raises StoppedEarly before there are any.
    """
    random = np.random.default_rng(seed)
    components_of = coarse_components(components, hierarchy)
    top = len(hierarchy.graphs) - 1
    steps = prolongations(hierarchy, random)
    go_on_unless(stopped)
    positions, steps = first_picture(hierarchy, components_of[top], components, steps, random, stopped)
    go_on_unless(stopped)
    finals = to_finest(steps)
    for level in range(top, -1, -1):
        graph = hierarchy.graphs[level]
        simulation = ForceSimulation(graph, positions, seed=seed + level, components=components_of[level])
        final = finals[level]
        for alpha in level_cooling(level, top + 1, len(components), graph.node_count):
            simulation.tick(alpha)
            finest = simulation.positions if final is None else final(simulation.positions)
            report(finest)
            if stopped():
                return finest
        positions = simulation.positions if level == 0 else steps[level - 1](simulation.positions)
    return positions


def coarse_components(components: Indices, hierarchy: Hierarchy) -> list[Indices]:
    """The component numbers of the nodes of each level."""
    levels = [components]
    for parents, coarse in zip(hierarchy.parents, hierarchy.graphs[1:], strict=True):
        numbers = np.zeros(coarse.node_count, dtype=np.intp)
        numbers[parents] = levels[-1]
        levels.append(numbers)
    return levels
