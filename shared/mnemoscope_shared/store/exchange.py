"""Two steps that `os` does not offer: exchanging two names, and renaming without overwriting.

Linux has both in `renameat2` and macOS in `renamex_np`; some of their file systems refuse them.
"""

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

# What a system or file system answers that cannot do it; it will not learn it later.
REFUSALS = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})

_AT_FDCWD = -100
_EXCHANGE = 2  # RENAME_EXCHANGE and RENAME_SWAP
_NO_REPLACE = 4 if sys.platform == "darwin" else 1  # RENAME_EXCL, RENAME_NOREPLACE

_Rename = Callable[[bytes, bytes, int], int]


def exchange(first: Path, second: Path) -> None:
    """Let two names of one file system stand for each other's file, in one step.

    Raises:
        OSError: as a rename does; with an `errno` of `REFUSALS` where this is not possible here.
    """
    _rename(first, second, _EXCHANGE)


def rename_to_free(source: Path, target: Path) -> None:
    """Rename to a name that nobody uses, in one step.

    Raises:
        FileExistsError: somebody does.
        OSError: as a rename does; with an `errno` of `REFUSALS` where this is not possible here.
    """
    _rename(source, target, _NO_REPLACE)


def _rename(source: Path, target: Path, flags: int) -> None:
    function = _system_call()
    if function is None:
        number = errno.ENOSYS
    elif function(os.fsencode(source), os.fsencode(target), flags) == 0:
        return
    else:
        number = ctypes.get_errno()
    raise OSError(number, os.strerror(number), str(source), None, str(target))


@cache
def _system_call() -> _Rename | None:
    if sys.platform not in ("linux", "darwin"):
        return None
    library = ctypes.CDLL(None, use_errno=True)
    if sys.platform == "darwin":
        return _declared(library, "renamex_np", [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint])
    folder_and_name = [ctypes.c_int, ctypes.c_char_p]
    function = _declared(library, "renameat2", [*folder_and_name, *folder_and_name, ctypes.c_uint])
    if function is None:  # an older C library
        return None
    return lambda source, target, flags: function(_AT_FDCWD, source, _AT_FDCWD, target, flags)


def _declared(library: ctypes.CDLL, name: str, arguments: list[type]) -> Callable[..., int] | None:
    function = getattr(library, name, None)
    if function is not None:
        function.argtypes = arguments
        function.restype = ctypes.c_int
    return function
