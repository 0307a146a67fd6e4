"""What every test stands on: no screen is needed, NumPy stays on one thread, no thread is left behind."""

import os
import tempfile
import threading
import time
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Servers leave word in the user's state folder: not in that of whoever runs the tests.
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="mnemoscope-tests-")

import pytest

pytest_plugins = ["window_fixtures"]

_GRACE_SECONDS = 5.0


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Fail a test whose threads outlive it."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + _GRACE_SECONDS
    while (left := set(threading.enumerate()) - before) and time.monotonic() < deadline:
        for thread in left:
            thread.join(0.05)
    assert not left, f"left running: {[thread.name for thread in left]}"
