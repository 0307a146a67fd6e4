"""A measured picture spelt as an SVG document: shapes, real text, and a title for every node."""

from collections.abc import Iterator

from PySide6.QtGui import QColor

from mnemoscope_gui.canvas.edge_painter import arrow_color
from mnemoscope_gui.canvas.label_atlas import HALO, label_color
from mnemoscope_gui.canvas.label_metrics import LabelKind
from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.canvas.node_painter import LARGEST_DOT
from mnemoscope_gui.canvas.picture import EMPTY_HINT, EMPTY_LINE, EMPTY_PIXELS, EMPTY_TITLE
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.sprites import GHOST_DASHES, GHOST_INSET, GHOST_WIDTH, INITIAL_WEIGHT
from mnemoscope_gui.canvas.svg_text import Attributes, attributes, element, number, polyline, safe_text
from mnemoscope_gui.canvas.vector import VectorLabel, VectorPicture
from mnemoscope_gui.theme import readable_on
from mnemoscope_shared.wording import counted

LONGEST_TITLE = 200
"""Characters of a name or a type in the title of a node, which viewers show as a tooltip."""

_BASELINE_SHARE = 0.35
"""How far under its middle a line of text stands, as a share of its font size."""


def svg_document(picture: VectorPicture) -> str:
    """The document. The same picture always gives the same text."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: VectorPicture) -> Iterator[str]:
    width, height = picture.size
    root: Attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "width": width,
        "height": height,
        "viewBox": f"0 0 {width} {height}",
        "font-family": f"'{picture.family}', sans-serif",
        "text-anchor": "middle",
    }
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<svg {attributes(root)}>"
    yield element("title", {}, _summary(picture.prepared))
    yield element("rect", {"width": width, "height": height, "fill": picture.theme.canvas.name()})
    yield from _edges(picture)
    yield from _group({"class": "nodes"}, _nodes(picture))
    yield from _labels(picture)
    if not picture.prepared.scene.node_count:
        yield from _empty_hint(picture)
    yield "</svg>"


def _group(values: Attributes, content: Iterator[str]) -> Iterator[str]:
    yield f"<g {attributes(values)}>"
    yield from content
    yield "</g>"


def _summary(prepared: PreparedScene) -> str:
    entities = int((prepared.shown & ~prepared.scene.is_ghost).sum())
    relations = len(prepared.edge_order)
    return f"{counted(entities, 'entity', 'entities')}, {counted(relations, 'relation', 'relations')}"


def _edges(picture: VectorPicture) -> Iterator[str]:
    pen = picture.edge_pen
    lines: dict[str, str | float] = {
        "class": "edges",
        "fill": "none",
        "stroke": pen.color().name(),
        "stroke-width": pen.widthF(),
    }
    if pen.color().alpha() < 255:
        lines["stroke-opacity"] = pen.color().alphaF()
    yield from _group(lines, (polyline(points) for points in picture.edges))
    heads: Attributes = {"class": "arrows", "fill": arrow_color(picture.theme).name()}
    yield from _group(heads, (polyline(head, closed=True) for head in picture.arrows))


def _nodes(picture: VectorPicture) -> Iterator[str]:
    is_ghost = picture.prepared.scene.is_ghost
    for node in picture.seen.visible_nodes.tolist():
        title = element("title", {}, safe_text(_title(picture.prepared, node)))
        values: Attributes = {"class": "ghost" if is_ghost[node] else "node", "role": "img"}
        yield element("g", values, title + _shape(picture, node))


def _title(prepared: PreparedScene, node: int) -> str:
    scene = prepared.scene
    name = shortened(scene.name(node), LONGEST_TITLE)
    if scene.is_ghost[node]:
        return f"{name} (no entity has this name)"
    return f"{name} ({shortened(scene.types[node], LONGEST_TITLE)})" if scene.types[node] else name


def _shape(picture: VectorPicture, node: int) -> str:
    theme, seen = picture.theme, picture.seen
    look = picture.prepared.looks[picture.prepared.look_of_node[node]]
    x, y, diameter = float(seen.x[node]), float(seen.y[node]), int(seen.diameters[node])
    fill = theme.secondary_text if look.is_ghost else theme.type_color(look.slot)
    circle: dict[str, str | float] = {"cx": x, "cy": y, "r": diameter / 2, "fill": fill.name()}
    if diameter <= LARGEST_DOT:
        return element("circle", circle)
    if look.is_ghost:
        return element("circle", circle | _ghost(picture, diameter))
    shape = element("circle", circle | {"stroke": theme.canvas.name()})
    if look.initial and diameter in picture.initials:
        shape += _initial(look.initial, x, y, picture.initials[diameter], readable_on(fill))
    return shape


def _ghost(picture: VectorPicture, diameter: int) -> dict[str, str | float]:
    """A hollow circle with a dashed rim."""
    return {
        "r": diameter / 2 - GHOST_INSET,
        "fill": picture.theme.canvas.name(),
        "stroke": picture.theme.secondary_text.name(),
        "stroke-width": GHOST_WIDTH,
        "stroke-dasharray": " ".join(number(dash * GHOST_WIDTH) for dash in GHOST_DASHES),
    }


def _initial(initial: str, x: float, y: float, setting: tuple[int, float], color: QColor) -> str:
    pixels, drop = setting
    weight = int(INITIAL_WEIGHT.value)
    font: Attributes = {"font-size": pixels, "font-weight": weight, "fill": color.name()}
    return element("text", {"x": x, "y": y + drop, **font}, safe_text(initial))


def _labels(picture: VectorPicture) -> Iterator[str]:
    """All halos under all texts: viewers differ in how they draw the two at once."""
    canvas = picture.theme.canvas.name()
    halos: Attributes = {
        "class": "halos",
        "xml:space": "preserve",
        "aria-hidden": "true",
        "stroke": canvas,
        "stroke-width": 2 * HALO,
        "stroke-linejoin": "round",
    }
    yield from _group(halos, (_label(label, canvas) for label in picture.labels))
    colors = {kind: label_color(picture.theme, kind).name() for kind in LabelKind}
    texts = (_label(label, colors[label.kind]) for label in picture.labels)
    yield from _group({"class": "labels", "xml:space": "preserve"}, texts)


def _label(label: VectorLabel, fill: str) -> str:
    values: dict[str, str | float] = {"x": label.x, "y": label.y, "font-size": label.pixels, "fill": fill}
    if label.kind is LabelKind.STRONG_NAME:
        values["font-weight"] = "bold"
    if label.kind is LabelKind.OBSERVATION:
        values["font-style"] = "italic"
    if label.length:
        # It keeps the label in its place where a viewer has another font.
        values |= {"textLength": label.length, "lengthAdjust": "spacingAndGlyphs"}
    return element("text", values, safe_text(label.text))


def _empty_hint(picture: VectorPicture) -> Iterator[str]:
    width, height = picture.size
    theme = picture.theme
    lines = ((EMPTY_TITLE, -EMPTY_LINE / 2, theme.text), (EMPTY_HINT, EMPTY_LINE / 2, theme.secondary_text))
    for (text, offset, color), pixels in zip(lines, EMPTY_PIXELS, strict=True):
        baseline = height / 2 + offset + _BASELINE_SHARE * pixels
        font: Attributes = {"font-size": pixels, "fill": color.name()}
        yield element("text", {"x": width / 2, "y": baseline, **font}, safe_text(text))
