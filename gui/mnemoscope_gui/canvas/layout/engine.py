"""The whole layout of a graph: `lay_out` draws or settles it, `settle_additions` fits new nodes into it.

Positions are (n, 2) float32 in layout units, y growing downwards as on a screen; `LayoutOptions.spacing` is
the length of an edge in these units. Everything runs in the caller's thread, on NumPy alone.
"""

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.additions import Additions
from mnemoscope_gui.canvas.layout.arrangement import arranged, with_isolated_block
from mnemoscope_gui.canvas.layout.arrays import Flags, Planar, has_place
from mnemoscope_gui.canvas.layout.callbacks import Progress, Report, Stopped, never_stopped
from mnemoscope_gui.canvas.layout.components import connected_components
from mnemoscope_gui.canvas.layout.frames import Frames
from mnemoscope_gui.canvas.layout.fresh_layout import fresh_layout
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.options import LayoutOptions
from mnemoscope_gui.canvas.layout.settling import settled

__all__ = ["LayoutOptions", "lay_out", "settle_additions"]

_DEFAULTS = LayoutOptions()


def lay_out(
    node_count: int,
    edges: NDArray[np.integer],
    *,
    options: LayoutOptions = _DEFAULTS,
    progress: Progress | None = None,
    stopped: Stopped | None = None,
    start: NDArray[np.float32] | None = None,
    pinned: NDArray[np.bool_] | None = None,
) -> NDArray[np.float32]:
    """The positions (n, 2) of a graph of `node_count` nodes with `edges` (m, 2).

    `progress` gets a copy of all positions (n, 2) at every tick. `stopped` is asked at every tick; once it
    says True, the latest positions are returned. With `start` (n, 2) the layout settles from there instead of
    beginning anew; rows of NaN are nodes without a place. `pinned` (n,) nodes stay at their start.

    Raises ValueError for edges to unknown nodes, arrays of the wrong shape, or pins without a start.
    """
    graph = LayoutGraph.from_edges(node_count, edges)
    stopped = stopped or never_stopped
    known = None if start is None else _planar(start, node_count, options.spacing)
    pins = _pins(pinned, node_count, known)
    if known is not None and not has_place(known).any():
        known = None
    linked = graph.degrees() > 0
    simulated, isolated = np.flatnonzero(linked), np.flatnonzero(~linked & ~pins)
    picture = np.zeros((2, node_count), dtype=np.float32) if known is None else np.nan_to_num(known)
    homeless = isolated if known is None else isolated[~has_place(known)[isolated]]
    frames = Frames(picture, simulated, homeless, options.spacing, progress)
    if len(simulated):
        part, places = graph.subgraph(simulated), None if known is None else known[:, simulated]
        picture[:, simulated] = _drawn(
            part, places, pins[simulated], options, frames.report, stopped, len(isolated)
        )
    if not stopped():
        frames.glide_to(with_isolated_block(picture, simulated, isolated), stopped)
    return _rows(frames.latest, options.spacing)


def _drawn(
    graph: LayoutGraph,
    start: Planar | None,
    pinned: Flags,
    options: LayoutOptions,
    report: Report,
    stopped: Stopped,
    isolated_count: int,
) -> Planar:
    """Positions (2, n) of a graph in which every node has an edge, drawn anew or settled from `start`."""
    components = connected_components(graph)
    if start is None:
        return fresh_layout(graph, components, options, report, stopped, isolated_count)
    loose = settled(graph, start, components, pinned, options, report, stopped)
    return arranged(graph, loose, components, pinned, isolated_count, stopped, turn=False)


def settle_additions(
    positions: NDArray[np.float32],
    edges: NDArray[np.integer],
    *,
    options: LayoutOptions = _DEFAULTS,
    pinned: NDArray[np.bool_] | None = None,
    progress: Progress | None = None,
    stopped: Stopped | None = None,
) -> NDArray[np.float32]:
    """The positions (n, 2) after new nodes, rows of NaN, have found places beside their neighbours.

    Old nodes hardly move: the median by less than .05 edge lengths. New nodes without edges go to free places
    of the block beneath the picture. `progress`, `stopped`, `pinned` and errors are as in `lay_out`.
    """
    node_count = len(positions)
    planar = _planar(positions, node_count, options.spacing)
    if not has_place(planar).any():
        return lay_out(node_count, edges, options=options, progress=progress, stopped=stopped)

    def report(picture: Planar) -> None:
        if progress is not None:
            progress(_rows(picture, options.spacing))

    pins = _pins(pinned, node_count, planar)
    graph = LayoutGraph.from_edges(node_count, edges)
    additions = Additions(graph, has_place(planar), pins, options, report, stopped or never_stopped)
    return _rows(additions.settled(planar), options.spacing)


def _rows(picture: Planar, spacing: float) -> NDArray[np.float32]:
    """A fresh (n, 2) array in layout units."""
    return np.multiply(picture.T, np.float32(spacing), order="C")


def _planar(start: NDArray[np.float32], node_count: int, spacing: float) -> Planar:
    if start.shape != (node_count, 2):
        raise ValueError(f"The start has the shape {start.shape}; it must be ({node_count}, 2).")
    return np.ascontiguousarray(start.T, dtype=np.float32) / np.float32(spacing)


def _pins(pinned: NDArray[np.bool_] | None, node_count: int, start: Planar | None) -> Flags:
    if pinned is None:
        return np.zeros(node_count, dtype=np.bool_)
    if pinned.shape != (node_count,):
        raise ValueError(f"The pins have the shape {pinned.shape}; it must be ({node_count},).")
    if start is None and pinned.any():
        raise ValueError("Pinned nodes need a start: give their positions.")
    return pinned if start is None else pinned & has_place(start)
