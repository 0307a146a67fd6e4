"""What a server loads before it is asked for anything: each module makes its start longer."""

import subprocess
import sys

LISTING = "import sys, mnemoscope_server.server; print(*sys.modules, sep='\\n')"
LATER = ("mnemoscope_shared.ranked", "mnemoscope_shared.ranked_search", "snowballstemmer")


def test_a_server_loads_the_ranked_search_only_when_it_needs_it():
    listing = subprocess.run([sys.executable, "-c", LISTING], capture_output=True, text=True, check=True)
    loaded = listing.stdout.split()
    assert "mnemoscope_server.notes" in loaded
    assert [name for name in loaded if name.startswith(LATER)] == []
