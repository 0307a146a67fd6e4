"""What people notice of the layout while it runs or goes on: ticks, stopping, and nodes that are added."""

import statistics
import threading
import time

import numpy as np
from layout_figures import median_edge_length

from mnemoscope_gui.canvas.layout.components import connected_components
from mnemoscope_gui.canvas.layout.engine import lay_out, settle_additions
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.simulation import ForceSimulation

TICKS, ALPHA = 41, 0.1
STOP_SHARES = (0.05, 0.15, 0.3, 0.6, 0.9)
"""When a layout is stopped, as shares of the time it takes; the first are during coarsening."""

ADDED_SHARE, EDGES_OF_NEW_NODE = 0.05, 3


def tick_seconds(graph, positions):
    """Return the median CPU seconds of a tick of all nodes."""
    whole = LayoutGraph.from_edges(graph.node_count, graph.edges)
    components = connected_components(whole)
    simulation = ForceSimulation(whole, positions.T, components=components)
    times = []
    for _ in range(TICKS):
        start = time.process_time()
        simulation.tick(ALPHA)
        times.append(time.process_time() - start)
    return statistics.median(times)


def stop_delays_in_ticks(graph, total_seconds, tick):
    """Return how long a layout went on after it was asked to stop, in ticks (CPU), by when it was asked."""
    return {str(share): _stop_delay(graph, share * total_seconds) / tick for share in STOP_SHARES}


def longest_unasked_in_ticks(graph, tick):
    """Return the longest time between two questions whether to stop, ticks of CPU time, the better of two."""
    return min(_longest_unasked(graph) for _ in range(2)) / tick


def _longest_unasked(graph):
    asked, longest = time.process_time(), 0.0

    def stopped():
        nonlocal asked, longest
        longest = max(longest, time.process_time() - asked)
        asked = time.process_time()
        return False

    lay_out(graph.node_count, graph.edges, progress=lambda _: None, stopped=stopped)
    return max(longest, time.process_time() - asked)


def _stop_delay(graph, seconds):
    stop = threading.Event()
    job = {"progress": lambda _: None, "stopped": stop.is_set}
    thread = threading.Thread(target=lay_out, args=(graph.node_count, graph.edges), kwargs=job)
    start = time.process_time()
    thread.start()
    while time.process_time() - start < seconds and thread.is_alive():
        time.sleep(0.002)
    asked = time.process_time()
    stop.set()
    thread.join()
    return time.process_time() - asked


def additions_moves(graph, positions, seed=5):
    """Return how far old nodes moved, in median edge lengths, in the median and at p95, and the CPU seconds.

    Half of the new nodes come to one community, half to random places; each has three edges.
    """
    random = np.random.default_rng(seed)
    added = int(graph.node_count * ADDED_SHARE)
    members = np.flatnonzero(graph.communities == graph.communities[0])
    ends = random.choice(members, (added, EDGES_OF_NEW_NODE))
    ends[added // 2 :] = random.integers(0, graph.node_count, (added - added // 2, 1))
    new = graph.node_count + np.repeat(np.arange(added), EDGES_OF_NEW_NODE)
    edges = np.concatenate([graph.edges, np.column_stack([new, ends.ravel()])])
    start_positions = np.concatenate([positions, np.full((added, 2), np.nan, np.float32)])
    start = time.process_time()
    settled = settle_additions(start_positions, edges)
    seconds = time.process_time() - start
    moved = np.linalg.norm(settled[: graph.node_count] - positions, axis=1)
    moved /= median_edge_length(graph.edges, positions)
    return float(np.median(moved)), float(np.percentile(moved, 95)), seconds
