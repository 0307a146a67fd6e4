"""The panel beside the canvas: one entity or several, every field of it open to correction."""
