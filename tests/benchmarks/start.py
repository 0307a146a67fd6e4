"""How long both programs take to start: from source, from a bundle, and beside the reference server.

    python tests/benchmarks/start.py [--bundle dist/mnemoscope] [--repeats N]

The server is timed to its answer to tools/list, the window to its first paint on a screen that nobody sees.
All are started in turn within one run. Prints one JSON line for each row; `processor` is that of the whole
life of a server, and of a window until it has painted.
"""

import argparse
import os
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from npm_packages import node_command
from rows import print_row, print_skipped
from server import REFERENCE
from stdio_client import start_to_first_answer

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

from places import BUNDLE, SERVER, WINDOW, program_file
from shown_window import show_window

# Frozen, a program may start this much more slowly than from source.
FROZEN_LIMIT = 1.2


def main():
    options = _options()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Every installation has its modules compiled; here the first, untimed start does it.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        measure_servers(folder, options.bundle, options.repeats)
        if sys.platform.startswith("linux"):
            measure_windows(folder, options.bundle, options.repeats)


def measure_servers(folder, bundle, repeats):
    """Print the rows of the server, from its start to the answer of tools/list, in ms."""
    memory = str(folder / "none.jsonl")
    arguments = ["--memory-file", memory]
    starts = {
        "source": ([sys.executable, "-m", "mnemoscope_server", *arguments], None),
        "frozen": ([str(bundle / program_file(SERVER)), *arguments], None),
        "reference": (node_command(*REFERENCE), {"MEMORY_FILE_PATH": memory}),
    }
    times = defaultdict(lambda: defaultdict(list))
    for turn in range(repeats + 1):
        for who, (command, environment) in starts.items():
            if command is not None and _exists(command):
                usage = start_to_first_answer(command, environment)
                if turn:
                    times["wall"][who].append(usage.wall_ms)
                    times["processor"][who].append(usage.processor_ms)
    for kind, of_kind in times.items():
        _print_rows(f"start.server.{kind}", of_kind)


def measure_windows(folder, bundle, repeats):
    """Print the rows of the window, from its start to its first paint, in ms."""
    starts = {
        "source": [sys.executable, "-m", "mnemoscope_gui", "--demo"],
        "frozen": [str(bundle / program_file(WINDOW)), "--demo"],
    }
    environment = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    environment.pop("QT_QPA_PLATFORM", None)
    times = defaultdict(lambda: defaultdict(list))
    for turn in range(repeats + 1):
        for who, command in starts.items():
            if _exists(command):
                shown = show_window(command, environment, folder / f"{who}.png")
                if turn:
                    times["wall"][who].append(shown.paint_seconds * 1000)
                    times["processor"][who].append(shown.processor_seconds * 1000)
    for kind, of_kind in times.items():
        _print_rows(f"start.window.{kind}", of_kind)


def _print_rows(name, times):
    medians = {who: statistics.median(values) for who, values in times.items()}
    for one, other, limit in (("frozen", "source", FROZEN_LIMIT), ("frozen", "reference", None)):
        row = f"{name}.{one}_vs_{other}"
        if one in medians and other in medians:
            print_row(row, medians[one] / medians[other], limit, "lower", **medians)
        elif not (name.startswith("start.window") and other == "reference"):
            print_skipped(row, f"there is no {one if one not in medians else other} program here")


def _exists(command):
    return Path(command[0]).exists() or command[0] == "node"


def _options():
    parser = argparse.ArgumentParser(description="Time the starts of both programs.")
    parser.add_argument("--bundle", type=Path, default=BUNDLE)
    parser.add_argument("--repeats", type=int, default=5)
    return parser.parse_args()


if __name__ == "__main__":
    main()
