"""`settle_additions`: people find what they know where they left it."""

import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.engine import LayoutOptions, lay_out, settle_additions


def _with_new_nodes(picture_of, graph, count, links, seed=5):
    """The graph with new nodes of `links` edges each, its old picture with rows of NaN, and the edges."""
    random = np.random.default_rng(seed)
    old = picture_of(graph)
    new = np.arange(graph.node_count, graph.node_count + count)
    near = random.choice(np.unique(graph.edges), count)
    neighbours = [
        near,
        *(graph.edges[random.integers(0, len(graph.edges), count), 1] for _ in range(links - 1)),
    ]
    edges = np.concatenate([graph.edges, *(np.column_stack([new, ends]) for ends in neighbours)])
    return old, np.concatenate([old, np.full((count, 2), np.nan, dtype=np.float32)]), edges


@pytest.mark.parametrize("sample", ["social_graph", "community_graph", "tree_graph", "forest_graph"])
@pytest.mark.parametrize("links", [1, 3])
def test_old_nodes_hardly_move(sample, links, request, median_edge_length, picture_of):
    graph = request.getfixturevalue(sample)
    old, positions, edges = _with_new_nodes(picture_of, graph, graph.node_count // 20, links)

    settled = settle_additions(positions, edges)

    moved = np.linalg.norm(settled[: len(old)] - old, axis=1) / median_edge_length(old, graph.edges)
    assert np.median(moved) <= 0.05
    assert np.percentile(moved, 95) <= 0.3


def test_a_new_node_comes_to_lie_beside_its_neighbour(social_graph, median_edge_length, picture_of):
    old, positions, edges = _with_new_nodes(picture_of, social_graph, 4, links=1)

    settled = settle_additions(positions, edges)

    new_edges = edges[len(social_graph.edges) :]
    assert np.isfinite(settled).all()
    assert median_edge_length(settled, new_edges) <= 1.5 * median_edge_length(old, social_graph.edges)


def test_new_nodes_lie_apart_from_the_old_ones(social_graph, overlap_share, picture_of):
    _, positions, edges = _with_new_nodes(picture_of, social_graph, 4, links=1)

    assert overlap_share(settle_additions(positions, edges)) <= 0.01


def test_a_chain_of_new_nodes_finds_places(social_graph, picture_of):
    old = picture_of(social_graph)
    count = social_graph.node_count
    chain = np.column_stack([np.arange(count - 1, count + 3), np.arange(count, count + 4)])
    positions = np.concatenate([old, np.full((4, 2), np.nan, dtype=np.float32)])

    settled = settle_additions(positions, np.concatenate([social_graph.edges, chain]))

    assert np.isfinite(settled).all()
    assert len(np.unique(settled, axis=0)) == len(settled)


def test_new_isolated_nodes_continue_the_block(forest_graph, picture_of):
    old = picture_of(forest_graph)
    positions = np.concatenate([old, np.full((6, 2), np.nan, dtype=np.float32)])

    settled = settle_additions(positions, forest_graph.edges)

    linked = np.unique(forest_graph.edges)
    assert np.array_equal(settled[: len(old)], old)
    assert settled[len(old) :, 1].min() > old[linked, 1].max()
    apart = np.linalg.norm(settled[:, None] - settled[None], axis=2) + 1e9 * np.eye(len(settled))
    assert apart[len(old) :].min() >= 0.6 * apart[: len(old), : len(old)].min()


def test_the_first_isolated_node_goes_beneath_the_picture(social_graph, picture_of):
    old = picture_of(social_graph)
    positions = np.concatenate([old, np.full((1, 2), np.nan, dtype=np.float32)])

    settled = settle_additions(positions, social_graph.edges)

    assert settled[-1, 1] > old[:, 1].max()
    assert old[:, 0].min() <= settled[-1, 0] <= old[:, 0].max()


def test_a_new_component_goes_beneath_the_picture(social_graph):
    count = social_graph.node_count
    old = lay_out(count, social_graph.edges)
    ring = count + np.array([[0, 1], [1, 2], [2, 0]])
    positions = np.concatenate([old, np.full((3, 2), np.nan, dtype=np.float32)])

    settled = settle_additions(positions, np.concatenate([social_graph.edges, ring]))

    assert np.array_equal(settled[:count], old)
    assert settled[count:, 1].min() > old[:, 1].max()
    assert len(np.unique(settled[count:], axis=0)) == 3


def test_pinned_nodes_do_not_move_at_all(social_graph, picture_of):
    old, positions, edges = _with_new_nodes(picture_of, social_graph, 6, links=3)
    pinned = np.zeros(len(positions), dtype=bool)
    pinned[: len(old)] = True

    settled = settle_additions(positions, edges, pinned=pinned)

    np.testing.assert_array_equal(settled[: len(old)], old)


def test_without_any_known_node_the_graph_is_laid_out_anew(social_graph):
    nowhere = np.full((social_graph.node_count, 2), np.nan, dtype=np.float32)
    options = LayoutOptions(seed=4)

    assert np.array_equal(
        settle_additions(nowhere, social_graph.edges, options=options),
        lay_out(social_graph.node_count, social_graph.edges, options=options),
    )


def test_nothing_new_leaves_everything_in_place(social_graph, picture_of):
    old = picture_of(social_graph)

    np.testing.assert_array_equal(settle_additions(old, social_graph.edges), old)


def test_progress_shows_all_nodes_and_it_stops_when_told(social_graph, picture_of):
    _, positions, edges = _with_new_nodes(picture_of, social_graph, 4, links=1)
    frames = []

    settled = settle_additions(positions, edges, progress=frames.append, stopped=lambda: len(frames) >= 5)

    assert len(frames) <= 7
    assert all(np.isfinite(frame).all() for frame in frames)
    assert np.array_equal(settled, frames[-1])
