"""A screen that nobody sees, for a window under trial on Linux: Xvfb."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

_SIZE = "1280x800x24"
_SECONDS_TO_END = 10


@contextmanager
def virtual_screen() -> Iterator[str]:
    """Start a screen; yield its name for DISPLAY.

    Raises:
        FileNotFoundError: there is no Xvfb on this computer.
        RuntimeError: it does not start.
    """
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", _SIZE, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as numbers:
                number = numbers.readline().strip()
            if not number:
                raise RuntimeError("Xvfb did not start. Run `Xvfb :9` to see why.")
            yield f":{number}"
        finally:
            process.terminate()
            process.wait(_SECONDS_TO_END)
