"""The drawing of the graph: layout, painting, picking and gestures."""
