"""The graph model, its edits and the one locked write path, shared by the window and the server."""

__version__ = "0.1.0"
