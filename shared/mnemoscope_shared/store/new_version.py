"""A new version of a file, complete on the disk under a name of its own before it takes the file's place."""

import os
from pathlib import Path

from mnemoscope_shared.store.file_attributes import take_over_attributes
from mnemoscope_shared.store.file_state import Signature, signature_of
from mnemoscope_shared.store.folder import new_temporary_path, remove
from mnemoscope_shared.store.in_place import write_all
from mnemoscope_shared.store.write_back import begin_write_back

NEW_FILE_MODE = 0o600
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class NewVersion:
    """A file beside another one, which it is to replace.

    Attributes:
        path: its own name; once it has taken the place, the old version may have it.
    """

    def __init__(self, path: Path, data: bytes, old: os.stat_result | None) -> None:
        """Write the data, on its way to the disk; mode, owner and attributes are those of the file.

        Args:
            path: the file to replace.
            data: what it is to hold.
            old: the status of the file; None where there is none.

        Raises:
            OSError: the system refused; nothing is left.
        """
        self.path = new_temporary_path(path)
        self._descriptor = os.open(self.path, _FLAGS, NEW_FILE_MODE)
        self._is_open = True
        try:
            write_all(self._descriptor, data)
            if old is not None:
                take_over_attributes(self._descriptor, path, old)
            begin_write_back(self._descriptor)
        except BaseException:
            self.close()
            remove(self.path)
            raise

    def complete(self) -> Signature:
        """Wait until all is on the disk, and close the file: Windows renames none that is open.

        Raises:
            OSError: not all is.
        """
        os.fsync(self._descriptor)
        signature = signature_of(os.fstat(self._descriptor))
        self.close()
        return signature

    def close(self) -> None:
        """Close the file, complete or not."""
        if self._is_open:
            self._is_open = False
            os.close(self._descriptor)
