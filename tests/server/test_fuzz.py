"""The short form of the fuzzer for frames, see `benchmarks/fuzz_frames.py`."""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[1] / "benchmarks" / "fuzz_frames.py"


def test_two_seconds_of_random_and_damaged_frames_are_answered_as_the_protocol_asks():
    command = [sys.executable, str(PROGRAM), "--seconds", "2", "--seed", "20"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=100, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["name"]: row["value"] for row in rows if row["value"]} == {}, done.stderr
    assert done.returncode == 0, done.stderr
    assert rows[0]["executions"] > 0
