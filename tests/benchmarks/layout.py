"""The layout engine beside d3-force and NetworkX: time, stress, purity of communities, overlaps.

    python tests/benchmarks/layout.py [--sizes 1000,10000,100000] [--sheet OUT.png]

Every engine lays out the same five graphs within one run; times are CPU seconds. d3-force is asked up to
10,000 nodes, NetworkX up to 1,000: beyond that they take minutes. Prints one JSON line for each row.
`--sheet` draws all pictures, ours beside d3's, and so the sample memories where there are any.
"""

import argparse
import os
import statistics

# As the program does it, before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from contact_sheet import draw_contact_sheet
from layout_changes import additions_moves, longest_unasked_in_ticks, stop_delays_in_ticks, tick_seconds
from layout_engines import D3Force, lay_out_networkx, lay_out_ours
from layout_figures import StressSample, overlap, procrustes_error, purity
from rows import print_row, print_skipped, size_name
from sample_layouts import sample_layouts

SIZES = (1_000, 10_000, 100_000)
D3_LARGEST, NETWORKX_LARGEST = 10_000, 1_000
REPEATS = {1_000: 3, 10_000: 3}
SPEED = {1_000: 6, 10_000: 15}
PURITY = {1_000: 1.2, 10_000: 1.7}
NETWORKX_SPEED = 25
STRESS = 1.05
OVERLAP = 0.01
GRID_ERROR = 0.01
FIRST_PICTURE_SPEED, FIRST_PICTURE_STRESS = 30, 1.5
TICK_SPEED = 15
COMPLETE_SECONDS, FIRST_PICTURE_SHARE, STOP_TICKS = 10, 1 / 3, 2
MOVED_MEDIAN, MOVED_P95 = 0.05, 0.3


def main():
    options = _options()
    d3 = D3Force.start()
    pictures = []
    for size in options.sizes:
        graphs = sample_layouts(size)
        ours = {graph.name: _median_layout(graph, REPEATS.get(size, 1)) for graph in graphs}
        prefix = f"layout.{size_name(size)}"
        print_own_rows(prefix, graphs, ours)
        peers = {}
        if size <= D3_LARGEST and d3 is None:
            print_skipped(f"{prefix}.speed_vs_d3", "Node is missing, or d3-force cannot be fetched.")
        elif size <= D3_LARGEST:
            peers = {graph.name: d3.lay_out(graph) for graph in graphs}
            print_rows_beside_d3(prefix, size, graphs, ours, peers)
        if size <= NETWORKX_LARGEST:
            print_row_beside_networkx(prefix, graphs[0], ours)
        pictures += [(size, graph, ours[graph.name], peers.get(graph.name)) for graph in graphs]
    if options.sheet:
        draw_contact_sheet(pictures, d3, options.sheet)
    if d3 is not None:
        d3.close()


def print_own_rows(prefix, graphs, ours):
    """Print what a size must hold without a peer: absolute figures of the pictures, and stability."""
    by_name = {graph.name: graph for graph in graphs}
    overlaps = {name: overlap(layout.positions) for name, layout in ours.items()}
    is_small = graphs[0].node_count <= NETWORKX_LARGEST
    print_row(f"{prefix}.overlap", max(overlaps.values()), OVERLAP if is_small else None, "lower", **overlaps)
    grid = by_name["grid"]
    error = procrustes_error(ours["grid"].positions, grid.true_positions)
    print_row(f"{prefix}.grid_procrustes_error", error, GRID_ERROR if not is_small else None, "lower")
    seconds = {name: layout.seconds for name, layout in ours.items()}
    is_large = grid.node_count > D3_LARGEST
    limit = COMPLETE_SECONDS if is_large else None
    print_row(f"{prefix}.complete_cpu_s", max(seconds.values()), limit, "lower", **seconds)
    if is_large:
        print_rows_of_large_graphs(prefix, graphs, ours)
    print_rows_of_additions(prefix, by_name["communities"], ours["communities"])


def print_rows_of_large_graphs(prefix, graphs, ours):
    """Print how soon there is a first picture, its stress, and how soon a layout stops."""
    shares = {name: layout.early[0][0] / layout.seconds for name, layout in ours.items()}
    stress = {}
    for graph in graphs:
        sample, layout = StressSample(graph), ours[graph.name]
        stress[graph.name] = [sample.stress(layout.early[0][1]), sample.stress(layout.positions)]
    name = f"{prefix}.first_picture_share"
    print_row(
        name, max(shares.values()), FIRST_PICTURE_SHARE, "lower", **shares, first_and_final_stress=stress
    )
    graph = graphs[0]
    value = purity(graph, ours[graph.name].positions)
    print_row(f"{prefix}.purity", value, None, "higher")
    tick = tick_seconds(graph, ours[graph.name].positions)
    delays = stop_delays_in_ticks(graph, ours[graph.name].seconds, tick)
    print_row(f"{prefix}.stop_in_ticks", max(delays.values()), STOP_TICKS, "lower", tick_s=tick, after=delays)
    unasked = {graph.name: longest_unasked_in_ticks(graph, tick) for graph in graphs}
    print_row(f"{prefix}.longest_unasked_in_ticks", max(unasked.values()), None, "lower", **unasked)


def print_rows_of_additions(prefix, graph, layout):
    """Print how far old nodes move when a twentieth is added, in median edge lengths."""
    median, p95, seconds = additions_moves(graph, layout.positions)
    print_row(f"{prefix}.additions.moved_median", median, MOVED_MEDIAN, "lower", cpu_s=seconds)
    print_row(f"{prefix}.additions.moved_p95", p95, MOVED_P95, "lower")


def print_rows_beside_d3(prefix, size, graphs, ours, peers):
    """Print the ratios to d3-force: times over all graphs, stress and purity of the planted communities."""
    seconds = {graph.name: [ours[graph.name].seconds, peers[graph.name].seconds] for graph in graphs}
    print_row(f"{prefix}.speed_vs_d3", _peer_over_ours(seconds), SPEED.get(size), "higher", seconds=seconds)
    samples = {graph.name: StressSample(graph) for graph in graphs}
    stress = {
        name: [sample.stress(ours[name].positions), sample.stress(peers[name].positions)]
        for name, sample in samples.items()
    }
    of_each = {name: mine / peer for name, (mine, peer) in stress.items()}
    limit = STRESS if size == min(SIZES) else None
    planted = graphs[0]
    print_row(f"{prefix}.stress_vs_d3", of_each[planted.name], limit, "lower", stress=stress)
    print_row(f"{prefix}.stress_vs_d3_worst", max(of_each.values()), limit, "lower", **of_each)
    of_ours, of_peer = (purity(planted, layouts[planted.name].positions) for layouts in (ours, peers))
    name = f"{prefix}.purity_vs_d3"
    print_row(name, of_ours / of_peer, PURITY.get(size), "higher", ours=of_ours, d3=of_peer)
    early = {name: _first_picture_seconds(ours[name], sample) for name, sample in samples.items()}
    first = {name: [early[name], peers[name].seconds] for name in early}
    limit = FIRST_PICTURE_SPEED if size == D3_LARGEST else None
    print_row(f"{prefix}.first_picture_vs_d3_end", _peer_over_ours(first), limit, "higher", seconds=first)
    ticks = {
        graph.name: [tick_seconds(graph, ours[graph.name].positions), peers[graph.name].tick_seconds]
        for graph in graphs
    }
    limit = TICK_SPEED if size == D3_LARGEST else None
    print_row(f"{prefix}.tick_speed_vs_d3", _peer_over_ours(ticks), limit, "higher", seconds=ticks)


def print_row_beside_networkx(prefix, graph, ours):
    """Print how much faster the planted communities are drawn than by networkx.forceatlas2_layout."""
    peer, mine = lay_out_networkx(graph), ours[graph.name]
    sample = StressSample(graph)
    parts = {
        "seconds": [mine.seconds, peer.seconds],
        "stress": [sample.stress(mine.positions), sample.stress(peer.positions)],
        "purity": [purity(graph, mine.positions), purity(graph, peer.positions)],
    }
    name = f"{prefix}.speed_vs_networkx_forceatlas2"
    print_row(name, peer.seconds / mine.seconds, NETWORKX_SPEED, "higher", **parts)


def _median_layout(graph, repeats):
    layouts = sorted((lay_out_ours(graph) for _ in range(repeats)), key=lambda layout: layout.seconds)
    return layouts[len(layouts) // 2]


def _first_picture_seconds(layout, sample):
    """Return when the first picture came that is nearly as good as the last; the end if none was kept."""
    limit = FIRST_PICTURE_STRESS * sample.stress(layout.positions)
    good = (seconds for seconds, positions in layout.early if sample.stress(positions) <= limit)
    return next(good, layout.seconds)


def _peer_over_ours(pairs):
    """Return the ratio of the means of (ours, peer)."""
    of_ours, of_peer = zip(*pairs.values(), strict=True)
    return statistics.mean(of_peer) / statistics.mean(of_ours)


def _options():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", type=lambda text: [int(part) for part in text.split(",")], default=SIZES)
    parser.add_argument("--sheet", metavar="OUT.png", help="draw every picture into this file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
