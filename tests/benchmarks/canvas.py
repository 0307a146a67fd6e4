"""The canvas beside pyqtgraph's GraphItem: frames while nodes move, the exact picture, opening a memory.

    python tests/benchmarks/canvas.py [--sizes 10000,100000] [--frames N] [--open-sizes 1000,10000]

Frames are CPU milliseconds of 1600 × 1000 px, painted one after the other within one run; ours with labels
and node sizes, the peer's without. Latencies are wall time, best of three. Prints one JSON line for each row.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# As the program does it, before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from canvas_scenes import clustered_scene, moved_positions
from memory_files import sample_graph, write_memory_file
from painted_canvases import (
    DrawnEdges,
    OwnCanvas,
    PyqtgraphCanvas,
    frame_milliseconds,
    install_pyqtgraph,
    median_frame_milliseconds,
    unlimited_previews,
)
from PySide6.QtWidgets import QApplication
from rows import print_row, print_skipped, size_name

SPEED = {10_000: 3.5, 100_000: 20}
LEAST_SHARE = {10_000: 0.8}
EXACT_SECONDS = 0.3
OPEN_SECONDS = {1_000: 1.0, 10_000: 3.0}
FRAMES, PEER_FRAMES = 60, 12
BESIDE_LAYOUT, BESIDE_LAYOUT_FRAMES = 100_000, 120
P99_BESIDE_LAYOUT = 1.5
ATTEMPTS = 3


def main():
    options = _options()
    sys.setswitchinterval(0.0005)  # as the program does
    app = QApplication([])
    for size in options.sizes:
        scene, positions = clustered_scene(size)
        measure_frames(size, scene, positions, options.frames)
        measure_exact_picture(app, size, scene, positions)
        if size == BESIDE_LAYOUT:
            measure_frames_beside_layout(scene, positions)
    for size in options.open_sizes:
        measure_opening(size)


def measure_frames(size, scene, positions, frames):
    """Print the rows of frames while every node moves."""
    name = f"canvas.{size_name(size)}.moving_frame"
    canvas = OwnCanvas(scene, positions)
    with DrawnEdges([]) as drawn:
        ours = median_frame_milliseconds(canvas, moved_positions(positions, frames))
    with DrawnEdges([]) as all_drawn, unlimited_previews():
        full = median_frame_milliseconds(canvas, moved_positions(positions, PEER_FRAMES))
    canvas.close()
    share = drawn.median()
    print_row(f"{name}.edges_drawn", share, LEAST_SHARE.get(size), "higher", edges=scene.edge_count)
    if not install_pyqtgraph():
        print_skipped(f"{name}.speed_vs_pyqtgraph", "pyqtgraph cannot be fetched.")
        return
    peer_canvas = PyqtgraphCanvas(scene, positions)
    peer = median_frame_milliseconds(peer_canvas, moved_positions(positions, PEER_FRAMES))
    peer_canvas.close()
    parts = {"ours_ms": ours, "pyqtgraph_ms": peer, "edges_drawn": share}
    print_row(f"{name}.speed_vs_pyqtgraph", peer / ours, SPEED.get(size), "higher", **parts)
    parts = {"ours_ms": full, "pyqtgraph_ms": peer, "edges_drawn": all_drawn.median()}
    print_row(f"{name}.speed_vs_pyqtgraph_without_budget", peer / full, None, "higher", **parts)


def measure_exact_picture(app, size, scene, positions):
    """Print how soon after nodes have moved for the last time every edge is drawn."""
    canvas = OwnCanvas(scene, positions)
    times = []
    for frame in moved_positions(positions, ATTEMPTS):
        canvas.paint(frame)
        start = time.monotonic()
        while not canvas.view.presenter.picture_is_exact:
            app.processEvents()
            time.sleep(0.0005)
        times.append(time.monotonic() - start)
    canvas.close()
    name = f"canvas.{size_name(size)}.exact_picture_s"
    print_row(name, min(times), EXACT_SECONDS, "lower", all=times, edges=scene.edge_count)


def measure_frames_beside_layout(scene, positions):
    """Print how much longer the slowest frames (p99, wall) take beside a layout of as many nodes."""
    canvas = OwnCanvas(scene, positions)
    frames = moved_positions(positions, BESIDE_LAYOUT_FRAMES)
    frame_milliseconds(canvas, frames[:10])
    attempts = []
    for _ in range(ATTEMPTS):
        idle = frame_milliseconds(canvas, frames, time.perf_counter)
        busy = _beside_layout(scene, canvas, frames)
        attempts.append((_p99(busy) / _p99(idle), _p99(idle), _p99(busy), len(busy)))
    canvas.close()
    best, idle, busy, count = min(attempts)
    parts = {"idle_ms": idle, "busy_ms": busy, "frames": count, "all": [one[0] for one in attempts]}
    name = f"canvas.{size_name(scene.node_count)}.frame_p99_beside_layout"
    print_row(name, best, P99_BESIDE_LAYOUT, "lower", **parts)


def _beside_layout(scene, canvas, frames):
    """Return the wall times of frames, ms, while a layout runs; it is stopped after the last."""
    layout = canvas.view.layout_thread
    layout.lay_out_anew(scene)
    times = []
    for frame in frames:
        if not layout.is_running:
            break
        times += frame_milliseconds(canvas, [frame], time.perf_counter)
    layout.stop()
    return times


def measure_opening(size):
    """Print how soon after the window shows there is a picture with all nodes, and the complete one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.jsonl"
        write_memory_file(sample_graph(size), path)
        command = [sys.executable, str(Path(__file__).with_name("open_to_picture.py")), str(path)]
        runs = [json.loads(subprocess.check_output(command)) for _ in range(ATTEMPTS)]
    medians = {part: statistics.median(run[part] for run in runs) for part in runs[0]}
    for event, target in (("first_picture", None), ("complete", OPEN_SECONDS.get(size))):
        cpu, wall = medians[f"{event}_cpu_s"], medians[f"{event}_wall_s"]
        name = f"canvas.open.{size_name(size)}.{event}"
        print_row(
            name, cpu, target, "lower", unit="CPU s", wall_s=wall, cpu_s_to_show=medians["cpu_s_to_show"]
        )


def _p99(times):
    return float(np.percentile(times, 99))


def _options():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", type=_sizes, default=[*SPEED])
    parser.add_argument("--open-sizes", type=_sizes, default=[*OPEN_SECONDS])
    parser.add_argument("--frames", type=int, default=FRAMES)
    return parser.parse_args()


def _sizes(text):
    return [int(part) for part in text.split(",") if part]


if __name__ == "__main__":
    main()
