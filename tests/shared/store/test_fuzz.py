"""The short form of the fuzzer for memory files, see `benchmarks/fuzz_files.py`."""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "fuzz_files.py"


def test_two_seconds_of_damaged_files_are_read_or_refused_and_never_changed_where_no_edit_was() -> None:
    command = [sys.executable, str(PROGRAM), "--seconds", "2", "--seed", "20"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=100, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["name"]: row["value"] for row in rows if row["value"]} == {}, done.stderr
    assert done.returncode == 0, done.stderr
    assert rows[0]["executions"] > 0
