"""What the tests of the trial start share: a made-up user's folders, and small programs as servers."""

import json
import os
import sys

import pytest

from mnemoscope_server.app import main

SECONDS = 60


class User:
    """A user whose home is a test's folder.

    The command under test runs in this process, what it starts in others.
    """

    def __init__(self, home, capsys):
        self.home = home
        self._capsys = capsys

    @property
    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT", "TEMP")}
        return kept | {"HOME": str(self.home), "USERPROFILE": str(self.home), "LOCALAPPDATA": str(self.home)}

    def program(self, name, text, mode=0o755):
        """Write a program and return its path."""
        path = self.home / name
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def python(self, text):
        """Return the command that runs a program in Python."""
        return [sys.executable, str(self.program("server.py", text))]

    def run(self, *arguments):
        """Run `mnemoscope-server verify`; return its exit status and lines of output."""
        try:
            status = main(["verify", *map(str, arguments)])
        except SystemExit as end:
            status = end.code
        output, complaint = self._capsys.readouterr()
        assert status == 2 or complaint == ""
        return status, output.splitlines()

    def verify(self, *command, seconds=SECONDS, options=()):
        """Return what `verify --json` finds out of a command, after a look at its exit status."""
        status, [line] = self.run("--json", "--seconds", seconds, *options, "--", *command)
        found = json.loads(line)
        assert status == (1 if "problem" in found else 0)
        return found

    def problem(self, *command, **options):
        """Return the kind and the message of what is wrong with a command."""
        found = self.verify(*command, **options)
        return found["problem"], found["message"]


@pytest.fixture
def user(tmp_path, capsys, monkeypatch):
    user = User(tmp_path, capsys)
    for name in set(os.environ) - user.environment.keys():
        if name not in ("PYTEST_CURRENT_TEST", "COVERAGE_PROCESS_START"):
            monkeypatch.delenv(name)
    for name, value in user.environment.items():
        monkeypatch.setenv(name, value)
    return user
