"""What the programs that a bundled one starts see of the bundle: nothing."""

import os
import subprocess
import sys

import pytest
from places import PACKAGING

SHOW = "import os, runpy; runpy.run_path({!r}); print(os.environ.get('LD_LIBRARY_PATH'))"


def library_path_after(**variables):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("LD_LIBRARY_PATH")}
    command = [sys.executable, "-c", SHOW.format(str(PACKAGING / "restore_environment.py"))]
    shown = subprocess.run(command, env={**clean, **variables}, capture_output=True, text=True, check=True)
    return shown.stdout.strip()


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/opt/lib"}, "/opt/lib"),
        ({"LD_LIBRARY_PATH": "/bundle"}, "None"),
        ({}, "None"),
    ],
    ids=["there was one before", "there was none before", "the loader has set none"],
)
def test_the_search_path_for_libraries_is_as_before_the_bundle(variables, expected):
    assert library_path_after(**variables) == expected
