"""The rows that benchmarks print: one JSON object a line."""

import json
import os

_DIGITS = 4


def print_row(name, value, target, better, **parts):
    """Print one figure, what it must hold (None for no target), and what it was made of.

    A row says by itself how busy the machine was: the load of the last minute is in it.
    """
    load = round(os.getloadavg()[0], 1)
    row = {"name": name, "value": value, "target": target, "better": better, **parts, "load": load}
    print(json.dumps(_rounded(row)), flush=True)


def print_skipped(name, reason):
    """Print a row without a figure, and why it has none."""
    print(json.dumps({"name": name, "value": None, "skipped": reason}), flush=True)


def size_name(size):
    """Return 1k for 1000, as rows are called."""
    return f"{size // 1000}k" if size % 1000 == 0 else str(size)


def _rounded(value):
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_rounded(part) for part in value]
    return round(float(value), _DIGITS) if isinstance(value, float) else value
