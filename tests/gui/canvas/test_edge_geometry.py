"""Edges end at the rims of their nodes; parallel ones and loops can be told apart."""

import numpy as np
import pytest

from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.canvas.edge_geometry import edge_lines
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import project

SIZE = (800, 600)


@pytest.fixture
def lines_of(make_scene):
    """Lines of relations between a at (-1, 0), b at (1, 0) and c at (0, 1), and what they were made from."""

    def make(relations, positions=((-1, 0), (1, 0), (0, 1))):
        prepared = PreparedScene(make_scene("abc", relations))
        seen = project(prepared, np.array(positions, np.float32), Camera(1.0, 400, 300), SIZE, 1.0)
        order = np.argsort(prepared.edge_order)
        return edge_lines(prepared, seen, order), seen

    return make


def distance(point, seen, node):
    return np.hypot(point[0] - seen.x[node], point[1] - seen.y[node])


def test_a_straight_edge_runs_from_rim_to_rim(lines_of):
    lines, seen = lines_of([("a", "b")])
    assert len(lines.segments) == 1
    assert distance(lines.segments[0, :2], seen, 0) == pytest.approx(seen.radii[0])
    assert distance(lines.tips[0], seen, 1) == pytest.approx(seen.radii[1] + 1.5)
    assert lines.directions[0] == pytest.approx(0.0)
    assert lines.middles[0] == pytest.approx((400, 300), abs=1)


def test_the_line_ends_inside_its_arrow(lines_of):
    lines, seen = lines_of([("a", "b")])
    assert seen.radii[1] + 1.5 < distance(lines.segments[0, 2:], seen, 1) < seen.radii[1] + 12


def test_parallel_edges_keep_apart_in_either_direction(lines_of):
    lines, _ = lines_of([("a", "b"), ("b", "a"), ("a", "b")])
    heights = sorted(lines.middles[:, 1].tolist())
    assert heights[1] - heights[0] > 10
    assert heights[2] - heights[1] > 10


def test_a_curved_edge_ends_at_the_rims_too(lines_of):
    lines, seen = lines_of([("a", "b"), ("a", "b")])
    for edge in (0, 1):
        first = lines.segments[lines.owners == edge][0]
        assert distance(first[:2], seen, 0) == pytest.approx(seen.radii[0], abs=0.1)
        assert distance(lines.tips[edge], seen, 1) == pytest.approx(seen.radii[1] + 1.5, abs=0.1)


def test_a_self_loop_leaves_its_node_and_comes_back_to_it(lines_of):
    lines, seen = lines_of([("a", "a"), ("a", "b")])
    loop = lines.segments[lines.owners == 0]
    assert distance(loop[0, :2], seen, 0) == pytest.approx(seen.radii[0], abs=0.1)
    assert distance(lines.tips[0], seen, 0) == pytest.approx(seen.radii[0] + 1.5, abs=0.1)
    assert distance(lines.middles[0], seen, 0) > seen.radii[0] + 10


def test_a_self_loop_lies_away_from_the_neighbours(lines_of):
    lines, seen = lines_of([("a", "a"), ("a", "b")])
    assert lines.middles[0, 0] < seen.x[0]


def test_several_self_loops_of_a_node_have_different_sizes(lines_of):
    lines, seen = lines_of([("a", "a"), ("a", "a")])
    reaches = [distance(middle, seen, 0) for middle in lines.middles]
    assert abs(reaches[0] - reaches[1]) > 5


def test_nodes_too_close_for_an_arrow_have_none(lines_of):
    lines, _ = lines_of([("a", "b")], positions=((0, 0), (0.2, 0), (0, 1)))
    assert not lines.has_room[0]


def test_nodes_in_one_place_give_finite_lines(lines_of):
    lines, _ = lines_of([("a", "b"), ("b", "a"), ("a", "a"), ("b", "c")], positions=((0, 0), (0, 0), (0, 0)))
    assert np.isfinite(lines.segments).all()
    assert np.isfinite(lines.tips).all()


def test_a_subset_of_edges_has_the_same_lines_as_the_whole(make_scene):
    prepared = PreparedScene(make_scene("abc", [("a", "b"), ("a", "a"), ("b", "c"), ("c", "b")]))
    seen = project(prepared, np.array([[-1, 0], [1, 0], [0, 1]]), Camera(1.0, 400, 300), SIZE, 1.0)
    whole = edge_lines(prepared, seen, np.arange(4))
    for edge in range(4):
        alone = edge_lines(prepared, seen, np.array([edge]))
        assert np.allclose(alone.segments, whole.segments[whole.owners == edge])
