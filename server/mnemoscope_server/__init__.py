"""The MCP knowledge-graph memory server over a Mnemoscope memory file."""
