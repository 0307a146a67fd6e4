"""The table: the twin of the graph in rows and columns, which keyboard and screen reader reach in full."""
