"""Drawing a graph in which every node has an edge, without regard to an earlier picture."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrangement import arranged
from mnemoscope_gui.canvas.layout.arrays import Indices, Planar
from mnemoscope_gui.canvas.layout.callbacks import Report, Stopped, StoppedEarly, go_on_unless
from mnemoscope_gui.canvas.layout.coarsening import coarsened
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.multilevel import simulate_levels
from mnemoscope_gui.canvas.layout.options import LayoutOptions


def fresh_layout(
    graph: LayoutGraph,
    components: Indices,
    options: LayoutOptions,
    report: Report,
    stopped: Stopped,
    isolated_count: int = 0,
) -> Planar:
    """Positions (2, n) of all nodes. When `stopped`, those of the last tick, or random ones before any."""
    random = np.random.default_rng(options.seed)
    hierarchy = coarsened(graph, options.community_separation, random, stopped)
    try:
        go_on_unless(stopped)
        positions = simulate_levels(hierarchy, components, options.seed, report, stopped)
    except StoppedEarly:
        scattered: Planar = random.standard_normal((2, graph.node_count), dtype=np.float32)
        report(scattered)
        return scattered
    unpinned = np.zeros(graph.node_count, dtype=np.bool_)
    return arranged(graph, positions, components, unpinned, isolated_count, stopped, turn=True)
