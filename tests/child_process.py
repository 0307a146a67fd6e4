"""Running a part of a test in a process of its own: as another user, or with mounts of its own."""

import ctypes
import encodings.ascii  # noqa: F401 - a child of lesser rights may not be able to load it later
import os
import subprocess
from collections.abc import Callable

import pytest

NOBODY = 65534
_NEW_MOUNT_NAMESPACE = 0x20000


def in_child(action: Callable[[], str], *, prepare: Callable[[], None] = lambda: None) -> str:
    """Return what an action answers in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            prepare()
            os.write(writer, action().encode())
        except BaseException as error:  # noqa: BLE001 - the child must not go on as a second test run
            os.write(writer, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as answer:
        return answer.read().decode()


def become_nobody() -> None:
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def as_nobody(action: Callable[[], str]) -> str:
    return in_child(action, prepare=become_nobody)


def with_mounts(mounts: list[list[str]], action: Callable[[], str]) -> str:
    """Return what an action answers in a process that alone sees some mounts; each is what `mount` takes.

    Skips the test where the system does not allow that.
    """

    def mount() -> None:
        if ctypes.CDLL(None).unshare(_NEW_MOUNT_NAMESPACE) != 0:
            raise PermissionError
        for arguments in (["--make-rprivate", "/"], *mounts):
            subprocess.run(["mount", *arguments], check=True, capture_output=True)

    answer = in_child(action, prepare=mount)
    if answer.startswith(("PermissionError", "CalledProcessError", "AttributeError")):
        pytest.skip("only a superuser of Linux may mount")
    return answer
