"""Taking a memory out in the formats of other programs."""
