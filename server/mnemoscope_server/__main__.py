"""`python -m mnemoscope_server` is `mnemoscope-server`."""

from mnemoscope_server.app import main

raise SystemExit(main())
