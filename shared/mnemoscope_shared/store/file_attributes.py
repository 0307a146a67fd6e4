"""What a new version of a file takes over from the old one: owner, mode and extended attributes."""

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

# A file system without attributes, an attribute that only the system may set, or one that has just gone.
_PASSED_OVER = frozenset(
    {errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM, errno.EACCES, errno.ENODATA, errno.EINVAL}
)


def take_over_attributes(descriptor: int, path: Path, old: os.stat_result) -> None:
    """Give an open file what the file at `path` has, whose status is `old`, as far as we may."""
    _take_over_extended_attributes(descriptor, path)
    take_over_owner_and_mode(descriptor, old, stat.S_IMODE(old.st_mode))


def take_over_owner_and_mode(descriptor: int, old: os.stat_result, mode: int) -> None:
    """Give an open file the owner of an old one, where we may, and a mode; Windows knows neither."""
    if not hasattr(os, "fchown"):
        return
    ours = os.fstat(descriptor)
    if (ours.st_uid, ours.st_gid) != (old.st_uid, old.st_gid):
        with suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, mode)


def _take_over_extended_attributes(descriptor: int, path: Path) -> None:
    """Copy the extended attributes, access control lists among them.

    What the new file has from its folder's defaults and the old one lacks is removed: it might let people in.
    Only Linux offers this to Python.
    """
    if sys.platform != "linux":
        return
    names = _names_of(path)
    for name in names:
        try:
            os.setxattr(descriptor, name, os.getxattr(path, name))
        except OSError as error:
            if error.errno not in _PASSED_OVER:
                raise
    for name in set(_names_of(descriptor)) - set(names):
        with suppress(OSError):
            os.removexattr(descriptor, name)


def _names_of(file: Path | int) -> list[str]:
    if sys.platform != "linux":
        return []
    try:
        return os.listxattr(file)
    except OSError as error:
        if error.errno not in _PASSED_OVER:
            raise
        return []
