"""Whether somebody has a file open to write to it; Linux tells, through its leases."""

import errno
import os
import signal
import sys
from pathlib import Path

if sys.platform == "linux":
    import fcntl


def is_open_for_writing(path: Path) -> bool:
    """Return whether somebody has the file open for writing; False where the system does not tell.

    A lease for reading is granted only if nobody has.
    """
    if sys.platform != "linux":
        return False
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        # Whoever opens the file while the lease stands makes the system send a signal; the usual one kills.
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        return error.errno == errno.EAGAIN
    finally:
        os.close(descriptor)  # the lease ends with it
    return False
