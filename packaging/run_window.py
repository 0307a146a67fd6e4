"""What a bundle starts as `mnemoscope`; PyInstaller wants a script, not an entry point."""

import sys

from mnemoscope_gui.app import main

sys.exit(main())
