"""The force-directed layout engine: pure functions on NumPy arrays, no Qt.

`engine.lay_out` draws a graph anew or settles it, `engine.settle_additions` places new nodes beside the old,
`dragging.LocalDrag` lets the neighbourhood of a dragged node follow. Positions go in and out as (n, 2)
float32, y growing downwards as on a screen. Inside, they are planar, (2, n), in units of one edge length.
"""
