"""Connecting assistants to a memory, checking that it works, and the server over HTTP."""
