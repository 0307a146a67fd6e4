"""The layout engines that are compared: ours, d3-force and NetworkX. All are timed in CPU seconds."""

import json
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import networkx as nx
import numpy as np
from npm_packages import install

from mnemoscope_gui.canvas.layout.engine import lay_out

D3_FORCE = ("d3-force", "3.0.0")
D3_LINK_LENGTH = 30.0
KEEPS_ALL_PICTURES, KEPT_PICTURES = 10_000, 3
"""Of larger graphs only the first few pictures are kept: each takes 0.8 MB of 100,000 nodes."""


@dataclass
class Layout:
    """A picture (n, 2) in about edge lengths, its CPU seconds, and the pictures on the way to it.

    `early` holds (CPU seconds from the start, positions); `tick_seconds` is the median of d3's ticks.
    """

    positions: np.ndarray
    seconds: float
    early: list = field(default_factory=list)
    tick_seconds: float | None = None


def lay_out_ours(graph):
    """Return our layout, with every tick handed out as the window gets it."""
    early = []
    start = time.process_time()

    def progress(positions):
        if graph.node_count <= KEEPS_ALL_PICTURES or len(early) < KEPT_PICTURES:
            early.append((time.process_time() - start, positions))

    positions = lay_out(graph.node_count, graph.edges, progress=progress)
    return Layout(positions, time.process_time() - start, early)


def lay_out_networkx(graph):
    """Return the layout of networkx.forceatlas2_layout at its defaults."""
    network = nx.Graph()
    network.add_nodes_from(range(graph.node_count))
    network.add_edges_from(graph.edges.tolist())
    start = time.process_time()
    places = nx.forceatlas2_layout(network, seed=1)
    seconds = time.process_time() - start
    return Layout(np.array([places[node] for node in range(graph.node_count)]), seconds)


class D3Force:
    """A Node process that lays out one graph after the other."""

    def __init__(self, package):
        script = Path(__file__).with_name("d3_layout.mjs")
        command = ["node", str(script), str(package)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    @classmethod
    def start(cls):
        """Return the running process, or None where Node or the package cannot be had."""
        package = install(*D3_FORCE)
        return None if package is None else cls(package)

    def lay_out(self, graph):
        """Return d3's layout after 300 ticks."""
        question = {"nodes": graph.node_count, "edges": graph.edges.tolist()}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        positions = np.array(answer["positions"]) / D3_LINK_LENGTH
        return Layout(positions, answer["cpu_ms"] / 1000, tick_seconds=answer["tick_ms"] / 1000)

    def close(self):
        """End the process."""
        self._process.stdin.close()
        self._process.wait(timeout=10)
