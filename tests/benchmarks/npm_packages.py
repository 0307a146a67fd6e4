"""Packages of the npm registry to compare with, installed once into a cache folder outside the repository."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

# Less than a test may take.
_INSTALL_SECONDS = 100


def install(name, version):
    """Return the folder of an installed package, or None where Node is missing or nothing can be fetched."""
    if shutil.which("node") is None or (npm := shutil.which("npm")) is None:
        return None
    home = cache_folder() / f"{name.replace('/', '+')}@{version}"
    package = home / "node_modules" / name
    if not (package / "package.json").exists():
        home.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", str(home), "--no-audit", "--no-fund", "--ignore-scripts"]
        command += ["--fetch-retries", "1", "--fetch-retry-mintimeout", "1000"]
        try:
            subprocess.run(
                [*command, f"{name}@{version}"], capture_output=True, timeout=_INSTALL_SECONDS, check=True
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            shutil.rmtree(home)  # half a package would be taken for a whole one
            return None
    return package


def node_command(name, version):
    """Return the command that runs a package's program, or None as above."""
    package = install(name, version)
    if package is None:
        return None
    programs = json.loads((package / "package.json").read_text(encoding="utf-8"))["bin"]
    script = programs if isinstance(programs, str) else next(iter(programs.values()))
    return ["node", str(package / script)]


def cache_folder():
    caches = os.environ.get("XDG_CACHE_HOME") or tempfile.gettempdir()
    return Path(caches) / "mnemoscope-benchmarks"
