"""Whether the window gives back its memory: python openings.py [--openings 10] [--minutes 0]

A window on 1,000 entities is opened and closed to warm up and then as often again: how much the program has
grown meanwhile. With `--minutes` one window is also used for so long, see `simulated_use`: by how many MB a
minute the program grows in the last half of it, a straight line through what it holds at rest after every
round of use, when the layout has ended and the picture is complete; all sizes are in the row. Each prints one
JSON line. On Linux only.
"""

import argparse
import gc
import time

import numpy as np
from real_windows import is_at_rest, program, resident_mb
from rows import print_row
from simulated_use import Use

SIZE = 1_000
OPENINGS_TARGET_MB = 1.0
FLAT_MB_A_MINUTE = 0.1


def growth_over_openings(running, count):
    """Open and close so many windows twice; return the size before and after the second time, MB."""
    sizes = []
    for _ in range(2):
        for _ in range(count):
            running.close(running.open())
        # The last window is only now held by nobody.
        sizes.append(_size_at_rest())
    return sizes


def sizes_in_use(running, minutes):
    """Use one window for some minutes; return samples, and the number of steps.

    A sample is the minutes since the beginning, and the size in MB at rest and in use.
    """
    window, begun, samples = running.open(), time.monotonic(), []
    use = Use(running, window)
    while time.monotonic() - begun < minutes * 60:
        for _ in range(use.round_steps):
            use.step()
        in_use = resident_mb()
        running.process_events(lambda: is_at_rest(window))
        samples.append(((time.monotonic() - begun) / 60, _size_at_rest(), in_use))
    running.close(window)
    return samples, use.steps


def _size_at_rest():
    """Do what the program does when it is at rest, and return the size, MB."""
    from mnemoscope_gui.freed_memory import give_back_freed_memory

    gc.collect()
    give_back_freed_memory()
    return resident_mb()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=0)
    options = parser.parse_args()
    with program(SIZE) as running:
        if options.openings:
            _print_openings(growth_over_openings(running, options.openings))
        if options.minutes:
            _print_use(*sizes_in_use(running, options.minutes))


def _print_openings(sizes):
    before, after = sizes
    name = "window.openings.growth_mb"
    print_row(name, after - before, OPENINGS_TARGET_MB, "lower", before_mb=before, after_mb=after)


def _print_use(samples, steps):
    minutes, at_rest, in_use = map(list, zip(*samples, strict=True))
    half = len(samples) // 2
    slope = np.polyfit(minutes[half:], at_rest[half:], 1)[0]
    print_row(
        "window.use.growth_mb_a_minute",
        float(slope),
        FLAT_MB_A_MINUTE,
        "lower",
        steps=steps,
        minutes=minutes[-1],
        at_rest_mb=at_rest,
        in_use_mb=in_use,
    )


if __name__ == "__main__":
    main()
