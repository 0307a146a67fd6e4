"""The force-directed layout engine: pure functions on NumPy arrays, no Qt."""
