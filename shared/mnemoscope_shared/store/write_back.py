"""Letting the disk begin early with what it will be waited for: Linux can, the others do it all at once."""

import ctypes
import sys
from collections.abc import Callable
from functools import cache

_WRITE = 2  # SYNC_FILE_RANGE_WRITE
_WHOLE = 0  # as a length: to the end of the file


def begin_write_back(descriptor: int) -> None:
    """Let the system write a file to the disk while we do something else.

    This promises nothing: `os.fsync` has to follow, which then has less to wait for, and reports what failed.
    """
    function = _sync_file_range()
    if function is not None:
        function(descriptor, 0, _WHOLE, _WRITE)


@cache
def _sync_file_range() -> Callable[[int, int, int, int], int] | None:
    if sys.platform != "linux":
        return None
    function = getattr(ctypes.CDLL(None), "sync_file_range", None)
    if function is not None:
        function.argtypes = [ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint]
        function.restype = ctypes.c_int
    return function
