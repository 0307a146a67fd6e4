"""Spelling SVG: safe text and short numbers. No name can add markup or make a document unreadable."""

import html
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.label_text import displayable

Attributes = Mapping[str, str | float]

_NO_CHARACTERS = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}
"""XML forbids these two beside control characters and lone surrogates, which `displayable` has replaced."""


def safe_text(text: str) -> str:
    """Any text as the content of an element or of a quoted attribute."""
    return html.escape(displayable(text).translate(_NO_CHARACTERS))


def number(value: float) -> str:
    """A length with at most two decimals."""
    return f"{round(value, 2) + 0.0:.10g}"


def attributes(values: Attributes) -> str:
    """Attributes in their order, texts made safe."""
    spelt = (
        (name, safe_text(value) if isinstance(value, str) else number(value))
        for name, value in values.items()
    )
    return " ".join(f'{name}="{value}"' for name, value in spelt)


def element(name: str, values: Attributes, content: str = "") -> str:
    """An element around what is markup already."""
    start = f"{name} {attributes(values)}" if values else name
    return f"<{start}>{content}</{name}>" if content else f"<{start}/>"


def polyline(points: NDArray[np.float64], *, closed: bool = False) -> str:
    """A path through (p, 2) points."""
    spelt = (f"{number(x)} {number(y)}" for x, y in points.tolist())
    return f'<path d="M{"L".join(spelt)}{"Z" if closed else ""}"/>'
