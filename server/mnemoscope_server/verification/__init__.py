"""Starting a memory server as a client would, to see whether it works."""
