"""Runs first in each bundled program: gives back the search path for libraries that the loader has changed.

The loader of PyInstaller points it at the bundle's libraries. This process has read it by now; a browser or
a file manager that is started from here must not.
"""

import os

_LIBRARIES = "LD_LIBRARY_PATH"

# The copy of the original stays, so that whoever looks for it later comes to the same.
if f"{_LIBRARIES}_ORIG" in os.environ:
    os.environ[_LIBRARIES] = os.environ[f"{_LIBRARIES}_ORIG"]
else:
    os.environ.pop(_LIBRARIES, None)
