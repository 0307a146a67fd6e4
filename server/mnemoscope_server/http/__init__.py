"""The protocol over HTTP (Streamable HTTP), for clients that want an address instead of a command."""
