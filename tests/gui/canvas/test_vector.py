"""A picture as SVG and PDF: read as XML, and drawn again beside the painter's."""

import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from mnemoscope_gui.canvas.camera import Camera, bounds_of, fit
from mnemoscope_gui.canvas.focus import FocusArea, shown_nodes
from mnemoscope_gui.canvas.label_metrics import LabelKind, LabelMetrics
from mnemoscope_gui.canvas.label_occupancy import overlaps
from mnemoscope_gui.canvas.pdf import pdf_document
from mnemoscope_gui.canvas.picture import paint_picture
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.svg import svg_document
from mnemoscope_gui.canvas.vector import vector_picture
from mnemoscope_gui.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")

SVG = "{http://www.w3.org/2000/svg}"
SIZE = (600, 400)
# At the largest scale of a fitted picture two nodes two edge lengths apart lie at 165 and 435.
POSITIONS = np.array([[-1, 0], [1, 0]], np.float32)
HARD_NAMES = [
    "",
    "<b>&amp;</b>",
    "</title><script/>",
    "\0\x01",
    "\ud800",
    "\ufffe",
    "a\nb",
    "שלום",
    "x" * 9_999,
]


def measured(scene, positions, theme=None, camera=None, shown=None):
    prepared = PreparedScene(scene, shown)
    camera = camera or fit(bounds_of(positions), SIZE)
    return vector_picture(prepared, positions, theme or Theme.light(), camera, SIZE)


def spelt(*arguments, **options):
    return ElementTree.fromstring(svg_document(measured(*arguments, **options)).encode())


def group(document, name):
    return document.find(f"{SVG}g[@class='{name}']")


def titles(document):
    return [node.find(f"{SVG}title").text for node in group(document, "nodes")]


def texts(document):
    return [text.text for text in group(document, "labels")]


def difference(image, document):
    """The mean difference of the painter's picture and the document's, in levels of 255."""
    again = QImage(*SIZE, QImage.Format.Format_RGB32)
    with QPainter(again) as painter:
        QSvgRenderer(document.encode()).render(painter)
    pixels = [
        np.frombuffer(one.constBits(), np.uint8).reshape(SIZE[1], SIZE[0], 4)[..., :3].astype(int)
        for one in (image, again)
    ]
    return np.abs(pixels[0] - pixels[1]).mean()


def test_every_node_has_a_title_with_its_name_and_type(make_scene):
    scene = make_scene(
        [("Ann", "person"), ("Lyon", "place")], [("Ann", "Lyon", "lives_in"), ("Ann", "Ghost")]
    )
    positions = np.array([[-1, 0], [1, 0], [0, 1]], np.float32)
    document = spelt(scene, positions)
    assert titles(document) == ["Ann (person)", "Lyon (place)", "Ghost (no entity has this name)"]
    assert document.find(f"{SVG}title").text == "2 entities, 2 relations"
    assert (document.attrib["width"], document.attrib["height"]) == ("600", "400")


def test_names_initials_and_verbs_are_text(make_scene):
    scene = make_scene([("Ann", "person"), ("Lyon", "place")], [("Ann", "Lyon", "lives_in")])
    document = spelt(scene, POSITIONS)
    assert sorted(texts(document)) == ["Ann", "Lyon", "lives_in"]
    assert [text.text for text in group(document, "nodes").iter(f"{SVG}text")] == ["P", "P"]


def test_an_edge_ends_at_the_rim_with_an_arrow(make_scene):
    document = spelt(make_scene("ab", [("a", "b")]), POSITIONS)
    (edge,) = group(document, "edges")
    (arrow,) = group(document, "arrows")
    first, *_, last = re.findall(r"[\d.]+", edge.attrib["d"])[::2]
    assert 165 < float(first) < float(last) < 435
    tip = max(float(x) for x in re.findall(r"[\d.]+", arrow.attrib["d"])[::2])
    assert float(last) < tip < 435


def test_parallel_edges_and_loops_are_curves(make_scene):
    document = spelt(make_scene("ab", [("a", "b"), ("a", "b", "likes"), ("a", "a")]), POSITIONS)
    assert [path.attrib["d"].count("L") > 5 for path in group(document, "edges")] == [True] * 3


@pytest.mark.parametrize("theme", [Theme.light(), Theme.dark()], ids=["light", "dark"])
@pytest.mark.parametrize(("nodes", "edges", "zoom"), [(12, 20, 1), (60, 90, 1), (60, 90, 3), (900, 2_600, 1)])
def test_the_document_looks_as_the_painter_paints(random_scene, theme, nodes, edges, zoom):
    scene, positions = random_scene(1, nodes, edges)
    camera = fit(bounds_of(positions), SIZE).zoom_at((300, 200), zoom)
    image = paint_picture(PreparedScene(scene), positions, theme, camera, QSize(*SIZE))
    document = svg_document(measured(scene, positions, theme, camera))
    blank = svg_document(measured(scene, positions + 1e6, theme, camera))
    assert difference(image, document) < 0.25 * difference(image, blank)


def test_no_label_lies_over_another(random_scene):
    scene, positions = random_scene(2, 200, 300)
    document = spelt(scene, positions, camera=fit(bounds_of(positions), SIZE).zoom_at((300, 200), 2))
    rectangles = [rectangle_of(text) for text in group(document, "labels")]
    assert len(rectangles) > 10
    assert not any(overlaps(one, other) for one, other in combinations(rectangles, 2))


def rectangle_of(text):
    x, y, length = (float(text.attrib[name]) for name in ("x", "y", "textLength"))
    is_name = text.attrib["font-size"] == "12"
    kind = LabelKind.NAME if is_name else LabelKind.RELATION
    metrics = QFontMetricsF(LabelMetrics(QFont(), 1.0).font(kind))
    return x - length / 2, y - metrics.ascent(), x + length / 2, y + metrics.descent()


def test_the_same_picture_is_always_spelt_the_same(random_scene):
    scene, positions = random_scene(3, 80, 120)
    assert svg_document(measured(scene, positions)) == svg_document(measured(scene, positions))


def test_no_name_can_add_markup_or_break_the_document(make_scene):
    nodes = [(name, name, name) for name in HARD_NAMES]
    relations = [(name, HARD_NAMES[1], name) for name in HARD_NAMES]
    positions = np.random.default_rng(0).normal(0, 2, (len(HARD_NAMES), 2))
    scene = make_scene(nodes, relations)
    document = spelt(scene, positions)
    tags = {found.tag.removeprefix(SVG) for found in document.iter()}
    assert tags == {"svg", "title", "rect", "g", "path", "circle", "text"}
    assert len(titles(document)) == len(HARD_NAMES)
    assert "<b>&amp;</b> (<b>&amp;</b>)" in titles(document)
    assert max(len(title) for title in titles(document)) < 500
    assert pdf_document(measured(scene, positions)).startswith(b"%PDF-")


def test_only_what_is_in_focus_is_drawn(make_scene):
    scene = make_scene("abcd", [("a", "b"), ("b", "c"), ("c", "d")])
    positions = np.array([[0, 0], [1, 0], [2, 0], [3, 0]], np.float32)
    document = spelt(scene, positions, shown=shown_nodes(scene, FocusArea(frozenset((0,)))))
    assert [title.split()[0] for title in titles(document)] == ["a", "b"]
    assert len(group(document, "edges")) == 1


def test_only_what_is_in_view_is_drawn(make_scene):
    positions = np.array([[0, 0], [50, 0]], np.float32)
    document = spelt(make_scene("ab", [("a", "b")]), positions, camera=Camera(1.0, 300, 200))
    assert [title.split()[0] for title in titles(document)] == ["a"]


def test_a_crowd_is_drawn_as_dots_and_faint_lines(random_scene):
    scene, positions = random_scene(4, 6_000, 9_000)
    document = spelt(scene, positions)
    assert len(titles(document)) == 6_000
    assert 0 < float(group(document, "edges").attrib["stroke-opacity"]) < 1
    assert len(group(document, "arrows")) == 0


def test_an_empty_memory_says_so(make_scene):
    document = spelt(make_scene([]), np.empty((0, 2)))
    assert document.find(f"{SVG}text").text == "This memory is empty."
