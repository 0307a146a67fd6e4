"""CPU time of the main thread, which is what a person feels of a busy window."""

import time


def cpu_ms(action):
    """Return the CPU time that an action takes on this thread, ms."""
    begun = time.thread_time()
    action()
    return (time.thread_time() - begun) * 1000


def percentile_95(times):
    """Return what 95 of 100 times do not exceed."""
    return sorted(times)[int(len(times) * 0.95)]
