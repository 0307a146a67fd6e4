"""Whether the system's loader finds every library that a bundle's files ask for; for Linux."""

import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

_ELF = b"\x7fELF"
_GLIBC = re.compile(rb"GLIBC_2\.(\d+)")


def check_libraries(bundle: Path, environment: Mapping[str, str]) -> None:
    """Ask the loader for the libraries of each file, and say which glibc the bundle needs at least.

    Raises:
        AssertionError: some are not found.
    """
    search = {**environment, "LD_LIBRARY_PATH": str(bundle / "_internal")}
    missing, newest = set(), 0
    for path in _programs_and_libraries(bundle):
        command = ["ldd", str(path)]
        answer = subprocess.run(command, capture_output=True, text=True, env=search, check=False)
        lines = [line for line in answer.stdout.splitlines() if "not found" in line]
        missing |= {f"{line.split()[0]} for {path.name}" for line in lines}
        newest = max(newest, *map(int, _GLIBC.findall(path.read_bytes())), 0)
    print(f"   needs glibc 2.{newest} or newer")
    assert not missing, "libraries are not found: " + ", ".join(sorted(missing))


def _programs_and_libraries(bundle: Path) -> Iterator[Path]:
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(len(_ELF)) == _ELF:
                    yield path
