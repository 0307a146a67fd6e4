"""The window over the memory file."""
