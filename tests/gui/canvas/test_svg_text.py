"""Spelling SVG."""

from xml.etree import ElementTree

import numpy as np
import pytest

from mnemoscope_gui.canvas.svg_text import element, number, polyline, safe_text

HOSTILE = [
    "<script>alert(1)</script>",
    "]]></title><svg onload='x'>",
    'a" onclick="b',
    "&lt;&#0;&bogus;",
    "\0\x01\x0b\x1f\x7f\x85",
    "\ud800 \udfff",
    "\ufffe\uffff",
    "a\nb\r\nc\td",
    "\u202eevil\u202c",
    "--><!--",
    "🦊👩‍👩‍👧",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_only_text(text: str):
    document = ElementTree.fromstring(element("g", {"title": text}, safe_text(text)).encode())
    assert len(document) == 0
    assert list(document.attrib) == ["title"]
    assert document.text == document.attrib["title"]


def test_what_can_be_shown_is_kept():
    assert ElementTree.fromstring(element("g", {}, safe_text('A < B & "C" 🦊'))).text == 'A < B & "C" 🦊'


@pytest.mark.parametrize(
    ("value", "spelt"), [(1.0, "1"), (-0.001, "0"), (1234.567, "1234.57"), (-2e9, "-2000000000"), (7, "7")]
)
def test_numbers_are_short(value: float, spelt: str):
    assert number(value) == spelt


def test_a_polyline_goes_through_its_points():
    assert polyline(np.array([[0, 1], [2.5, 3], [4, 5]])) == '<path d="M0 1L2.5 3L4 5"/>'
    assert polyline(np.array([[0, 0], [1, 0], [0, 1]]), closed=True).endswith('Z"/>')
