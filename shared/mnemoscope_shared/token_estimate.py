"""How many tokens an assistant spends on a part of the memory: a rule of thumb, kept in this one place."""

_BYTES_PER_TOKEN = 4
"""Of English text in UTF-8; other scripts come near to it: more bytes and more tokens a character."""


def estimated_tokens(size: int) -> int:
    """Return about how many tokens `size` bytes of the memory file are; show the figure with a “≈”."""
    return -(-size // _BYTES_PER_TOKEN)
