"""What the window sees while `lay_out` works, and how it stops and settles."""

from itertools import pairwise

import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.engine import lay_out


def _recorded(graph, **choices):
    frames = []
    positions = lay_out(graph.node_count, graph.edges, progress=frames.append, **choices)
    return positions, frames


@pytest.mark.parametrize("sample", ["social_graph", "community_graph", "forest_graph"])
def test_every_frame_shows_all_nodes_and_the_last_is_the_result(sample, request):
    graph = request.getfixturevalue(sample)

    positions, frames = _recorded(graph)

    assert len(frames) > 100
    for frame in frames:
        assert frame.shape == (graph.node_count, 2)
        assert frame.dtype == np.float32
        assert np.isfinite(frame).all()
    assert np.array_equal(frames[-1], positions)


@pytest.mark.parametrize("sample", ["community_graph", "forest_graph", "tree_graph"])
def test_whenever_it_is_stopped_every_node_has_a_place(sample, request):
    graph = request.getfixturevalue(sample)
    questions = 0

    def count():
        nonlocal questions
        questions += 1
        return False

    lay_out(graph.node_count, graph.edges, stopped=count)
    for last in {0, 1, 2, 3, 5, 8, 13, 21, 34, *range(40, questions, questions // 12), questions - 1}:
        answers = iter([False] * last)
        positions = lay_out(
            graph.node_count, graph.edges, stopped=lambda answers=answers: next(answers, True)
        )
        assert positions.shape == (graph.node_count, 2)
        assert np.isfinite(positions).all()


def test_frames_are_copies_that_the_receiver_may_keep(social_graph):
    _, frames = _recorded(social_graph)

    assert not any(np.shares_memory(first, second) for first, second in pairwise(frames))


@pytest.mark.parametrize("sample", ["social_graph", "community_graph", "forest_graph", "tree_graph"])
def test_no_frame_jumps(sample, request):
    graph = request.getfixturevalue(sample)

    _, frames = _recorded(graph)

    size = np.ptp(frames[-1], axis=0).max()
    steps = [np.linalg.norm(late - early, axis=1) for early, late in pairwise(frames)]
    assert max(np.median(step) for step in steps) <= 0.06 * size


@pytest.mark.parametrize("sample", ["social_graph", "community_graph", "tree_graph", "grid_graph"])
def test_the_first_frame_already_shows_the_shape(sample, request, stress):
    graph = request.getfixturevalue(sample)

    positions, frames = _recorded(graph)

    assert stress(frames[0], graph.edges) <= max(1.5 * stress(positions, graph.edges), 0.05)
    scale = np.ptp(frames[0], axis=0) / np.ptp(positions, axis=0)
    assert (scale > 0.35).all()
    assert (scale < 2.0).all()


@pytest.mark.parametrize("asked_before", [0, 1, 60])
def test_it_stops_within_two_ticks(community_graph, asked_before):
    frames, asked = [], []

    def stopped():
        asked.append(len(frames))
        return len(asked) > asked_before

    positions = lay_out(
        community_graph.node_count, community_graph.edges, progress=frames.append, stopped=stopped
    )

    assert len(frames) <= asked[asked_before] + 2
    assert np.isfinite(positions).all()
    assert np.array_equal(positions, frames[-1])


def test_settling_a_settled_picture_changes_little(social_graph, median_edge_length, picture_of):
    before = picture_of(social_graph)

    after, frames = _recorded(social_graph, start=before)

    moved = np.linalg.norm(after - before, axis=1) / median_edge_length(before, social_graph.edges)
    assert np.median(moved) <= 0.5
    assert len(frames) > 50


def test_settling_a_tangled_picture_unfolds_it(tree_graph, stress):
    tangled = np.random.default_rng(1).normal(size=(tree_graph.node_count, 2)).astype(np.float32)

    settled = lay_out(tree_graph.node_count, tree_graph.edges, start=tangled)

    assert stress(settled, tree_graph.edges) <= 0.6 * stress(tangled, tree_graph.edges)


def test_settling_parts_nodes_that_lie_on_one_another(social_graph, overlap_share):
    heap = np.zeros((social_graph.node_count, 2), dtype=np.float32)

    settled = lay_out(social_graph.node_count, social_graph.edges, start=heap)

    assert overlap_share(settled) <= 0.01


def test_settling_leaves_tidy_components_where_they_are(forest_graph, picture_of):
    before = picture_of(forest_graph)

    after = lay_out(forest_graph.node_count, forest_graph.edges, start=before)

    linked = np.unique(forest_graph.edges)
    moved = np.linalg.norm(after[linked] - before[linked], axis=1)
    assert np.median(moved) <= 0.05 * np.ptp(before, axis=0).max()


def test_nodes_without_a_start_begin_beside_their_neighbours(social_graph, median_edge_length, picture_of):
    start = picture_of(social_graph)
    start[-5:] = np.nan

    settled = lay_out(social_graph.node_count, social_graph.edges, start=start)

    assert np.isfinite(settled).all()
    assert np.linalg.norm(settled[-5:] - settled.mean(axis=0), axis=1).max() <= np.ptp(settled, axis=0).max()


def test_a_pinned_node_stays_where_it_is_in_every_frame(social_graph, picture_of):
    start = picture_of(social_graph)
    pinned = np.zeros(social_graph.node_count, dtype=bool)
    pinned[[3, 40]] = True
    start[3] += 5

    settled, frames = _recorded(social_graph, start=start, pinned=pinned)

    assert not np.allclose(settled[~pinned], start[~pinned])
    for frame in frames:
        assert np.array_equal(frame[pinned], start[pinned])


def test_a_pinned_isolated_node_stays_where_it_is(forest_graph, picture_of):
    start = picture_of(forest_graph)
    pinned = np.zeros(forest_graph.node_count, dtype=bool)
    pinned[-1] = True
    start[-1] = 1000, 2000

    settled = lay_out(forest_graph.node_count, forest_graph.edges, start=start, pinned=pinned)

    assert np.array_equal(settled[-1], start[-1])


def test_while_it_settles_isolated_nodes_stay_until_the_end(forest_graph, picture_of):
    start = picture_of(forest_graph)
    start[-1] += 40

    settled, frames = _recorded(forest_graph, start=start)

    assert np.array_equal(frames[0][-1], start[-1])
    assert not np.allclose(settled[-1], start[-1])
