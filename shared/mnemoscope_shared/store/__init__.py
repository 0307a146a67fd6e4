"""Reading, watching and writing the memory file."""
