"""The lines of edges on screen: straight, fanned or looped, cut at the rims of their nodes.

All lengths are pixels of the projection. A fanned edge is a quadratic Bézier curve, a self-loop an arc of a
circle; both become polylines, so that one call draws every edge.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import Projection

ARROW_LENGTH = 9.0
"""Of an arrow head at 100 %, px."""

RIM_GAP = 1.5
"""Between an arrow's tip and the rim of its node, px at 100 %."""

LOOP_RADIUS = 11.0
LOOP_STEP = 7.0
"""Of the first self-loop of a node, and how much larger each further one is, px at 100 %."""

_CURVE_PIECES = 14
_LOOP_PIECES = 24
_BISECTIONS = 12
_FULL_BEND_LENGTH = 70.0
"""Edges shorter than this many px at 100 % bend less than longer ones."""

_LINE_UNDER_ARROW = 0.7
"""The line ends inside the arrow, this share of its length before the tip, and never pokes out."""

FloatArray = NDArray[np.float64]
Edges = NDArray[np.integer]


@dataclass(frozen=True)
class EdgeLines:
    """Line segments of e edges.

    Attributes:
        segments: (k, 4) x1, y1, x2, y2.
        owners: (k,) which of the e edges each segment belongs to.
        tips: (e, 2) where arrows point at.
        directions: (e,) in which angle each arrow points: radians from the right, clockwise on screen.
        middles: (e, 2) a point in the middle of each edge, for its label.
        has_room: (e,) bool, whether there is room for an arrow between the nodes.
    """

    segments: FloatArray
    owners: NDArray[np.intp]
    tips: FloatArray
    directions: FloatArray
    middles: FloatArray
    has_room: NDArray[np.bool_]


@dataclass(frozen=True)
class _Paths:
    """e edges of one kind, each with the same number of points: points is (e, p, 2)."""

    points: FloatArray
    tips: FloatArray
    middles: FloatArray
    has_room: NDArray[np.bool_]


def centre_lines(prepared: PreparedScene, seen: Projection, edges: Edges) -> FloatArray:
    """(e, 4) straight lines from centre to centre: all that a picture of very many edges needs."""
    sources, targets = prepared.sources.take(edges), prepared.targets.take(edges)
    lines = np.empty((len(edges), 4))
    lines[:, 0], lines[:, 1] = seen.x.take(sources), seen.y.take(sources)
    lines[:, 2], lines[:, 3] = seen.x.take(targets), seen.y.take(targets)
    return lines


def arrow_length(seen: Projection) -> int:
    """Of the arrow heads in this picture, whole px."""
    return int(np.clip(round(ARROW_LENGTH * seen.size_scale), 5, 40))


def edge_lines(prepared: PreparedScene, seen: Projection, edges: Edges) -> EdgeLines:
    """The exact lines of `edges`, (e,) indexes of drawn edges."""
    edges = np.asarray(edges, np.intp)
    is_loop = prepared.loop_ordinals[edges] >= 0
    is_curve = prepared.bends[edges] != 0.0
    kinds = [
        (np.flatnonzero(~is_loop & ~is_curve), _straight),
        (np.flatnonzero(is_curve), _curved),
        (np.flatnonzero(is_loop), _looped),
    ]
    paths = [(at, trace(prepared, seen, edges[at])) for at, trace in kinds if len(at)]
    return _assemble(len(edges), paths)


def _assemble(count: int, paths: list[tuple[NDArray[np.intp], _Paths]]) -> EdgeLines:
    tips, middles, before_tips = np.zeros((count, 2)), np.zeros((count, 2)), np.zeros((count, 2))
    has_room = np.zeros(count, bool)
    segments, owners = [np.empty((0, 4))], [np.empty(0, np.intp)]
    for at, path in paths:
        tips[at], middles[at], has_room[at] = path.tips, path.middles, path.has_room
        before_tips[at] = path.points[:, -1]
        segments.append(np.concatenate((path.points[:, :-1], path.points[:, 1:]), axis=2).reshape(-1, 4))
        owners.append(np.repeat(at, path.points.shape[1] - 1))
    along = tips - before_tips
    return EdgeLines(
        segments=np.concatenate(segments),
        owners=np.concatenate(owners),
        tips=tips,
        directions=np.arctan2(along[:, 1], along[:, 0]),
        middles=middles,
        has_room=has_room,
    )


def _ends(
    prepared: PreparedScene, seen: Projection, edges: Edges
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Centres (e, 2) and radii (e,) of both ends; the target's radius includes the gap before it."""
    lines = centre_lines(prepared, seen, edges)
    gap = RIM_GAP * seen.device_pixel_ratio
    source_radii = seen.radii[prepared.sources[edges]]
    return lines[:, :2], lines[:, 2:], source_radii, seen.radii[prepared.targets[edges]] + gap


def _straight(prepared: PreparedScene, seen: Projection, edges: Edges) -> _Paths:
    source, target, source_radius, target_radius = _ends(prepared, seen, edges)
    along = target - source
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    along /= length[:, None]
    arrow = arrow_length(seen)
    free = length - source_radius - target_radius
    has_room = free > 1.2 * arrow
    overlapped = free <= 0
    start = source + along * np.where(overlapped, length / 2, source_radius)[:, None]
    tip = target - along * np.where(overlapped, length / 2, target_radius)[:, None]
    end = tip - along * np.where(has_room, _LINE_UNDER_ARROW * arrow, 0.0)[:, None]
    return _Paths(np.stack((start, end), axis=1), tip, (start + tip) / 2, has_room)


def _curved(prepared: PreparedScene, seen: Projection, edges: Edges) -> _Paths:
    source, target, source_radius, target_radius = _ends(prepared, seen, edges)
    along = target - source
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    across = np.stack((-along[:, 1], along[:, 0]), axis=1) / length[:, None]
    shortness = np.minimum(1.0, length / (_FULL_BEND_LENGTH * seen.size_scale))
    bend = prepared.bends[edges] * seen.size_scale * shortness
    control = (source + target) / 2 + across * (2 * bend)[:, None]
    arrow = arrow_length(seen)
    has_room = length > source_radius + target_radius + 1.2 * arrow
    start = _leaving(source, control, target, source_radius)
    tip = 1.0 - _leaving(target, control, source, target_radius)
    under_arrow = 1.0 - _leaving(target, control, source, target_radius + _LINE_UNDER_ARROW * arrow)
    end = np.where(has_room, under_arrow, tip)
    fractions = np.linspace(0.0, 1.0, _CURVE_PIECES + 1)
    steps = start[:, None] + (end - start)[:, None] * fractions
    points = _bezier(source[:, None], control[:, None], target[:, None], steps)
    middles = _bezier(source, control, target, (start + tip) / 2)
    return _Paths(points, _bezier(source, control, target, tip), middles, has_room)


def _bezier(start: FloatArray, control: FloatArray, end: FloatArray, step: FloatArray) -> FloatArray:
    """Points of quadratic Bézier curves at the parameters `step` (0 to 1)."""
    t = step[..., None]
    return start * (1 - t) ** 2 + control * (2 * t * (1 - t)) + end * t**2


def _leaving(start: FloatArray, control: FloatArray, end: FloatArray, radius: FloatArray) -> FloatArray:
    """(e,) the parameter, at most 0.5, at which each curve leaves a circle around its start: bisected."""
    low, high = np.zeros(len(start)), np.full(len(start), 0.5)
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        offset = _bezier(start, control, end, middle) - start
        is_inside = np.hypot(offset[:, 0], offset[:, 1]) < radius
        low, high = np.where(is_inside, middle, low), np.where(is_inside, high, middle)
    return high


def _looped(prepared: PreparedScene, seen: Projection, edges: Edges) -> _Paths:
    """Arcs on the side of the node where its neighbours are not."""
    centre, _, radius, tip_radius = _ends(prepared, seen, edges)
    arrow = arrow_length(seen)
    loop_radius = (LOOP_RADIUS + LOOP_STEP * prepared.loop_ordinals[edges]) * seen.size_scale + 0.3 * radius
    distance = radius + 0.7 * loop_radius
    heading = free_directions(prepared, seen)[prepared.sources[edges]]
    first = -_crossing_angle(distance, loop_radius, radius)
    tip = _crossing_angle(distance, loop_radius, tip_radius)
    last = _crossing_angle(distance, loop_radius, tip_radius + _LINE_UNDER_ARROW * arrow)

    def on_circle(angle: FloatArray) -> FloatArray:
        wide = (slice(None),) + (None,) * (angle.ndim - 1)
        middle_x = centre[:, 0] + np.cos(heading) * distance
        middle_y = centre[:, 1] + np.sin(heading) * distance
        turned = heading[wide] + angle
        x = middle_x[wide] + np.cos(turned) * loop_radius[wide]
        y = middle_y[wide] + np.sin(turned) * loop_radius[wide]
        return np.stack((x, y), axis=-1)

    fractions = np.linspace(0.0, 1.0, _LOOP_PIECES + 1)
    points = on_circle(first[:, None] + (last - first)[:, None] * fractions)
    return _Paths(points, on_circle(tip), on_circle(np.zeros(len(edges))), np.ones(len(edges), bool))


def _crossing_angle(distance: FloatArray, loop_radius: FloatArray, radius: FloatArray) -> FloatArray:
    """At which angle of the loop's circle it meets a circle around the node: the law of cosines."""
    cosine = (radius**2 - distance**2 - loop_radius**2) / (2 * distance * loop_radius)
    return np.arccos(np.clip(cosine, -1.0, 1.0))


def free_directions(prepared: PreparedScene, seen: Projection) -> FloatArray:
    """(n,) for nodes with a self-loop: the angle away from their neighbours; upwards where none."""
    lines = centre_lines(prepared, seen, prepared.edges_beside_loops)
    along = lines[:, 2:] - lines[:, :2]
    along /= np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)[:, None]
    sources = prepared.sources[prepared.edges_beside_loops]
    targets = prepared.targets[prepared.edges_beside_loops]
    ends, count = np.concatenate((sources, targets)), prepared.scene.node_count
    pull_x = np.bincount(ends, np.concatenate((along[:, 0], -along[:, 0])), count)
    pull_y = np.bincount(ends, np.concatenate((along[:, 1], -along[:, 1])), count)
    is_alone = np.hypot(pull_x, pull_y) < 1e-6
    return np.where(is_alone, -np.pi / 2, np.arctan2(-pull_y, -pull_x))
