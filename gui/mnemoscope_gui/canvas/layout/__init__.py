"""The force-directed layout engine: pure functions on NumPy arrays, no Qt.

`engine` is the way in: `lay_out` draws a graph anew or settles a picture, `settle_additions` fits new nodes
into it. `dragging.LocalDrag` lets the neighbourhood of a dragged node follow.

A graph drawn anew (`fresh_layout`) is coarsened by its `communities` (`coarsening`), the coarsest level
starts from a picture of little stress (`stress`, `first_picture`), and each level (`multilevel`,
`prolongation`) is cooled (`cooling`) under repulsion (`far_field`, `convolution`, `forces`) and springs
(`forces`, `simulation`). Then components are packed (`packing`), overlaps removed (`collisions`, `room`), and
isolated nodes set beneath (`arrangement`). `settling` and `additions` begin from a picture that people know.

Positions go in and out as (n, 2) float32, y growing downwards as on a screen. Inside, they are planar, (2,
n), in units of one edge length (`arrays`).
"""
