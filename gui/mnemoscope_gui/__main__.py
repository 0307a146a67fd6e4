"""`python -m mnemoscope_gui` is the program `mnemoscope`."""

import sys

from mnemoscope_gui.app import main

sys.exit(main())
