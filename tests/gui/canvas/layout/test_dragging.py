import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.dragging import LocalDrag
from mnemoscope_gui.canvas.layout.engine import LayoutOptions


@pytest.fixture(scope="module")
def picture(community_graph, picture_of):
    return picture_of(community_graph)


def _dragged(drag, start, target, ticks=40):
    for share in np.linspace(0, 1, ticks):
        drag.move_to(start + (target - start) * share)
        positions = drag.tick()
    return positions


def test_the_dragged_node_is_exactly_under_the_pointer(picture, community_graph):
    drag = LocalDrag(picture, community_graph.edges, [7])

    positions = _dragged(drag, picture[7], picture[7] + np.array([30, 10]))

    np.testing.assert_allclose(positions[7], picture[7] + np.array([30, 10]), rtol=1e-5)


def test_neighbours_follow(picture, community_graph, graph_distances):
    drag = LocalDrag(picture, community_graph.edges, [7])

    positions = _dragged(drag, picture[7], picture[7] + np.array([30, 0]))

    hops = graph_distances(community_graph.node_count, community_graph.edges)[7]
    towards = (positions - picture)[:, 0]
    assert towards[hops == 1].mean() > towards[hops == 2].mean() > towards[hops == 3].mean() > 0
    assert towards[hops == 1].mean() > 1


def test_nodes_more_than_three_hops_away_stay(picture, community_graph, graph_distances):
    drag = LocalDrag(picture, community_graph.edges, [7])

    positions = _dragged(drag, picture[7], picture[7] + np.array([30, 0]))

    hops = graph_distances(community_graph.node_count, community_graph.edges)[7]
    assert np.array_equal(positions[hops > 3], picture[hops > 3])


def test_nothing_moves_while_the_pointer_rests(picture, community_graph):
    drag = LocalDrag(picture, community_graph.edges, [7])

    for _ in range(20):
        positions = drag.tick()

    np.testing.assert_allclose(positions, picture, atol=1e-3)


def test_several_dragged_nodes_keep_their_form(picture, community_graph):
    dragged = [7, 12, 400]
    drag = LocalDrag(picture, community_graph.edges, dragged)

    positions = _dragged(drag, picture[7], picture[7] + np.array([5, -8]))

    shift = np.broadcast_to([5, -8], (3, 2))
    np.testing.assert_allclose(positions[dragged] - picture[dragged], shift, atol=1e-3)


def test_pinned_neighbours_do_not_follow(picture, community_graph):
    pinned = np.ones(community_graph.node_count, dtype=bool)
    pinned[7] = False
    drag = LocalDrag(picture, community_graph.edges, [7], pinned=pinned)

    positions = _dragged(drag, picture[7], picture[7] + np.array([30, 0]))

    assert np.array_equal(positions[pinned], picture[pinned])


def test_positions_are_in_layout_units(picture, community_graph):
    plain = LocalDrag(picture, community_graph.edges, [7])
    scaled = LocalDrag(picture * 50, community_graph.edges, [7], LayoutOptions(spacing=50))

    first = _dragged(plain, picture[7], picture[7] + np.array([20, 0]))
    second = _dragged(scaled, picture[7] * 50, picture[7] * 50 + np.array([1000, 0]))

    np.testing.assert_allclose(second, first * 50, rtol=1e-2, atol=1)


def test_a_hub_with_thousands_of_leaves_can_be_dragged():
    edges = np.column_stack([np.zeros(3000, dtype=np.intp), np.arange(1, 3001)])
    picture = np.random.default_rng(1).normal(size=(3001, 2)).astype(np.float32) * 20

    drag = LocalDrag(picture, edges, [0])
    positions = _dragged(drag, picture[0], picture[0] + 40, ticks=20)

    assert np.isfinite(positions).all()
    assert np.median((positions - picture)[1:, 0]) > 1


def test_a_node_without_edges_moves_alone():
    picture = np.array([[0, 0], [1, 0], [0, 3]], dtype=np.float32)
    drag = LocalDrag(picture, np.array([[0, 1]]), [2])

    drag.move_to((4, 4))

    np.testing.assert_allclose(drag.tick(), [[0, 0], [1, 0], [4, 4]])
