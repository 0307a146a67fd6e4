"""What a bundle starts as `mnemoscope-server`; PyInstaller wants a script, not an entry point."""

import sys

from mnemoscope_server.app import main

sys.exit(main())
