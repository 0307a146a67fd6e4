"""`lay_out` as the window uses it: figures of the picture, never coordinates."""

import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.engine import LayoutOptions, lay_out, settle_additions

NO_EDGES = np.zeros((0, 2), dtype=np.intp)


def _complete(count: int) -> np.ndarray:
    return np.argwhere(np.tri(count, k=-1) > 0)


def _star(leaves: int) -> np.ndarray:
    return np.column_stack([np.zeros(leaves, dtype=np.intp), np.arange(1, leaves + 1)])


@pytest.mark.parametrize(
    ("node_count", "edges"),
    [
        pytest.param(0, NO_EDGES, id="no node"),
        pytest.param(1, NO_EDGES, id="one node"),
        pytest.param(7, NO_EDGES, id="no edge"),
        pytest.param(3, np.array([[0, 0], [2, 2]]), id="self-loops alone"),
        pytest.param(2, np.array([[0, 1], [1, 0], [0, 1]]), id="parallel edges"),
        pytest.param(300, _complete(300), id="complete"),
        pytest.param(10_001, _star(10_000), id="star"),
        pytest.param(400, np.column_stack([np.arange(399), np.arange(1, 400)]), id="path"),
        pytest.param(1200, np.arange(1200).reshape(-1, 2), id="pairs"),
    ],
)
def test_every_graph_gets_finite_places_apart_from_each_other(node_count, edges):
    positions = lay_out(node_count, edges)

    assert positions.shape == (node_count, 2)
    assert positions.dtype == np.float32
    assert np.isfinite(positions).all()
    assert len(np.unique(positions, axis=0)) == node_count


def test_edges_to_unknown_nodes_are_refused():
    with pytest.raises(ValueError, match="outside 0 to 2"):
        lay_out(3, np.array([[0, 3]]))


def test_pins_without_positions_are_refused():
    with pytest.raises(ValueError, match="start"):
        lay_out(2, np.array([[0, 1]]), pinned=np.array([True, False]))


@pytest.mark.parametrize("shape", [(3, 2), (2, 3), (2,)])
def test_a_start_of_the_wrong_shape_is_refused(shape):
    with pytest.raises(ValueError, match="shape"):
        lay_out(2, np.array([[0, 1]]), start=np.zeros(shape, dtype=np.float32))


@pytest.mark.parametrize("choice", [{"spacing": 0}, {"spacing": -1}, {"community_separation": -0.1}])
def test_options_without_meaning_are_refused(choice):
    with pytest.raises(ValueError, match="must be"):
        LayoutOptions(**choice)


def test_the_same_seed_gives_the_same_picture(community_graph):
    first, second = (
        lay_out(community_graph.node_count, community_graph.edges, options=LayoutOptions(seed=3))
        for _ in range(2)
    )

    assert np.array_equal(first, second)


def test_another_seed_gives_another_picture(social_graph):
    first, second = (
        lay_out(social_graph.node_count, social_graph.edges, options=LayoutOptions(seed=seed))
        for seed in (1, 2)
    )

    assert not np.allclose(first, second)


def test_the_order_and_direction_of_edges_do_not_matter(social_graph):
    shuffled = np.random.default_rng(0).permutation(social_graph.edges)[:, ::-1]

    assert np.array_equal(
        lay_out(social_graph.node_count, social_graph.edges), lay_out(social_graph.node_count, shuffled)
    )


def test_spacing_scales_the_picture(social_graph, picture_of):
    plain = picture_of(social_graph)
    wide = lay_out(social_graph.node_count, social_graph.edges, options=LayoutOptions(spacing=40))

    np.testing.assert_allclose(wide, plain * 40, rtol=1e-5)


@pytest.mark.parametrize(
    ("sample", "highest"),
    [("social_graph", 0.2), ("community_graph", 0.21), ("tree_graph", 0.17), ("grid_graph", 0.05)],
)
def test_distances_in_the_picture_follow_those_in_the_graph(
    sample, highest, request, stress, overlap_share, picture_of
):
    graph = request.getfixturevalue(sample)

    positions = picture_of(graph)

    assert stress(positions, graph.edges) <= highest
    assert overlap_share(positions) <= 0.01


def test_a_grid_unfolds(grid_graph, procrustes_error, picture_of):
    positions = picture_of(grid_graph)

    assert procrustes_error(positions, grid_graph.true_positions) <= 0.01


def test_communities_come_out_as_groups(community_graph, purity, picture_of):
    positions = picture_of(community_graph)

    assert purity(positions, community_graph.communities) >= 0.8


def test_weaker_springs_between_communities_set_them_farther_apart(community_graph, purity):
    apart, together = (
        purity(
            lay_out(
                community_graph.node_count,
                community_graph.edges,
                options=LayoutOptions(community_separation=separation),
            ),
            community_graph.communities,
        )
        for separation in (0.2, 1.0)
    )

    assert apart > together


def test_a_small_graph_fills_a_wide_window(social_graph, picture_of):
    width, height = np.ptp(picture_of(social_graph), axis=0)

    assert 1.2 <= width / height <= 2.2


def test_in_a_small_graph_nodes_leave_room_for_their_names(social_graph, picture_of):
    positions = picture_of(social_graph)
    in_window = positions * (1000 / np.ptp(positions[:, 0]))

    apart = np.abs(in_window[:, None] - in_window[None])
    np.fill_diagonal(apart[:, :, 0], np.inf)
    covered = ((apart[:, :, 0] < 50) & (apart[:, :, 1] < 20)).any(axis=1)

    assert covered.mean() <= 0.1


def test_components_and_isolated_nodes_share_one_wide_picture(forest_graph, picture_of):
    positions = picture_of(forest_graph)

    width, height = np.ptp(positions, axis=0)
    assert 1.1 <= width / height <= 2.3


def test_isolated_nodes_form_rows_beneath_everything_else(forest_graph, picture_of):
    positions = picture_of(forest_graph)

    linked = np.zeros(forest_graph.node_count, dtype=bool)
    linked[forest_graph.edges] = True
    isolated = positions[~linked]
    assert isolated[:, 1].min() > positions[linked, 1].max()
    rows = np.unique(isolated[:, 1].round(3))
    assert len(rows) <= 3
    assert np.ptp(np.diff(rows)) < 1e-2 if len(rows) > 2 else True


def test_the_boxes_of_components_do_not_overlap(forest_graph, picture_of):
    positions = picture_of(forest_graph)

    first, boxes = 0, []
    for ring in range(30):
        members = positions[first : first + 2 + ring % 5]
        boxes.append((members.min(axis=0), members.max(axis=0)))
        first += 2 + ring % 5
    for index, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[:index]:
            assert (low > other_high).any() or (other_low > high).any()


@pytest.mark.parametrize("seed", range(15))
def test_any_graph_with_any_start_and_pins_gets_finite_places(seed):
    random = np.random.default_rng(seed)
    node_count = int(random.choice([1, 2, 3, 5, 12, 60, 220]))
    edges = random.integers(0, node_count, (int(random.integers(0, 2 * node_count)), 2))
    start = random.normal(size=(node_count, 2)).astype(np.float32) * 10
    start[random.random(node_count) < 0.3] = np.nan
    pinned = (random.random(node_count) < 0.2) & np.isfinite(start).all(axis=1)

    settled = lay_out(node_count, edges, start=start, pinned=pinned)
    added = settle_additions(start, edges, pinned=pinned)

    for positions in (settled, added):
        assert np.isfinite(positions).all()
        np.testing.assert_array_equal(positions[pinned], start[pinned])


def test_a_start_without_any_known_node_is_no_start(social_graph, picture_of):
    nowhere = np.full((social_graph.node_count, 2), np.nan, dtype=np.float32)

    positions = lay_out(social_graph.node_count, social_graph.edges, start=nowhere)

    assert np.array_equal(positions, picture_of(social_graph))


@pytest.mark.parametrize("seed", range(40))
def test_any_graph_of_small_pieces_is_laid_out(seed):
    """Pieces of all forms beside each other: pairs, chains, triangles, stars, isolated nodes."""
    random = np.random.default_rng(seed)
    node_count = int(random.integers(2, 60))
    edges = random.integers(0, node_count, (int(random.integers(0, node_count)), 2))

    positions = lay_out(node_count, edges)

    assert positions.shape == (node_count, 2)
    assert np.isfinite(positions).all()
