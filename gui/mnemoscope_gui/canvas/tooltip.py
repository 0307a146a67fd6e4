"""What a tooltip says about the node or the relation under the pointer: what the picture had to shorten."""

import html

import numpy as np

from mnemoscope_gui.canvas.camera import Point
from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.edge_geometry import edge_lines
from mnemoscope_gui.canvas.focus import hidden_neighbour_count
from mnemoscope_gui.canvas.label_text import displayable
from mnemoscope_gui.canvas.picking import edge_at
from mnemoscope_gui.canvas.scene import Scene
from mnemoscope_shared.wording import counted

EDGE_REACH = 5.0
"""How near to a relation's line the pointer must be, px."""

MOST_EDGES = 4_000
"""With more edges in sight than this single ones cannot be told apart."""

LONGEST_TEXT = 200


def tooltip_at(state: CanvasState, point: Point) -> str:
    """Rich text, or `""` where nothing is."""
    node = state.node_at(point)
    if node is not None:
        return _paragraph([*_node_lines(state.scene, node), *_hidden_lines(state, node)])
    edge = _edge_at(state, point)
    return "" if edge is None else _edge_text(state.scene, edge)


def _edge_at(state: CanvasState, point: Point) -> int | None:
    """The scene's edge at a place on screen."""
    edges = state.seen.visible_edges
    if state.positions is None or not 0 < len(edges) <= MOST_EDGES:
        return None
    lines = edge_lines(state.prepared, state.seen, edges)
    found = edge_at(lines.segments, lines.owners, point, EDGE_REACH)
    return None if found is None else int(state.prepared.edge_order[edges[found]])


def _node_lines(scene: Scene, node: int) -> list[str]:
    kind = "No entity has this name." if scene.is_ghost[node] else _safe(scene.types[node])
    lines = [f"<b>{_safe(scene.name(node))}</b>", kind, _safe(scene.first_observations[node])]
    return [line for line in lines if line]


def _hidden_lines(state: CanvasState, node: int) -> list[str]:
    """What the focus hides at a node, and how to see it."""
    hidden = hidden_neighbour_count(state.scene, state.shown, node)
    if not hidden:
        return []
    return [f"<i>{counted(hidden, 'neighbour', 'neighbours')} not shown: double-click</i>"]


def _edge_text(scene: Scene, edge: int) -> str:
    source, target = np.asarray(scene.edges[edge]).tolist()
    verb = _safe(scene.relation_types[edge])
    return _paragraph([f"{_safe(scene.name(source))} <b>{verb}</b> {_safe(scene.name(target))}"])


def _paragraph(lines: list[str]) -> str:
    return f"<p>{'<br>'.join(lines)}</p>"


def _safe(text: str) -> str:
    """Plain text for a rich text: names may look like markup."""
    shown = displayable(text[:LONGEST_TEXT])
    return html.escape(shown + "…" if len(text) > LONGEST_TEXT else shown)
