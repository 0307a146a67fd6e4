"""Python packages to compare with, installed once into a cache folder outside the repository and its venv."""

import shutil
import subprocess
import sys

from npm_packages import cache_folder

_INSTALL_SECONDS = 100


def install_python(*requirements):
    """Return a folder to be put on `sys.path`, or None where the packages cannot be had.

    `requirements` are pinned; what they depend on is not fetched, so all of it must be named or be here.
    """
    home = cache_folder() / "+".join(requirements)
    if not home.exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--target", str(home), *requirements]
        try:
            subprocess.run(command, capture_output=True, timeout=_INSTALL_SECONDS, check=True)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            shutil.rmtree(home, ignore_errors=True)  # half a package would be taken for a whole one
            return None
    return home
