"""Repulsion through the grid is compared with the exact sum over all pairs."""

import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.far_field import ForceGrid, grid_size
from mnemoscope_gui.canvas.layout.forces import CHARGE, Springs, exact_repulsion, near_repulsion, repulsion
from mnemoscope_gui.canvas.layout.graph import LayoutGraph


@pytest.fixture
def cloud():
    random = np.random.default_rng(2)
    return random.normal(size=(2, 600)).astype(np.float32) * 20, random.random(600).astype(np.float32) + 0.5


def _relative_error(approximate, exact):
    return np.linalg.norm(approximate - exact, axis=0) / np.linalg.norm(exact, axis=0)


def test_two_nodes_push_each_other_apart_along_their_line():
    positions = np.array([[0, 1], [0, 1]], dtype=np.float32)

    forces = exact_repulsion(positions, np.ones(2, dtype=np.float32))

    assert (forces[:, 0] < 0).all()
    np.testing.assert_allclose(forces[:, 0], -forces[:, 1])
    assert np.linalg.norm(forces[:, 0]) == pytest.approx(CHARGE * 2**-0.75, rel=0.02)


def test_the_grid_agrees_with_the_exact_far_field(cloud):
    positions, masses = cloud
    far_away = positions[:, :1] + np.array([[150], [90]], dtype=np.float32)
    everything = np.concatenate([positions, far_away], axis=1)
    weights = np.append(masses, np.float32(0))

    through_grid = ForceGrid(everything, weights, 64).forces_at(far_away) * CHARGE

    exact = exact_repulsion(everything, weights)[:, -1:]
    assert _relative_error(through_grid, exact) < 0.02


def test_repulsion_through_the_grid_agrees_with_the_exact_sum(cloud):
    positions, masses = cloud
    random = np.random.default_rng(3)

    mean = np.mean([repulsion(positions, masses, random) for _ in range(30)], axis=0)

    assert np.median(_relative_error(mean, exact_repulsion(positions, masses))) < 0.1


def test_a_heavier_node_pushes_harder(cloud):
    positions, masses = cloud

    plain, doubled = (ForceGrid(positions, masses * factor, 48).forces_on_masses() for factor in (1, 2))

    np.testing.assert_allclose(doubled, 2 * plain, rtol=1e-4, atol=1e-5)


def test_nodes_on_one_another_give_finite_forces():
    heap = np.zeros((2, 500), dtype=np.float32)

    assert np.isfinite(repulsion(heap, np.ones(500, dtype=np.float32), np.random.default_rng(0))).all()


def test_the_near_field_pushes_close_nodes_apart():
    positions = np.array([[0, 0.1, 9], [0, 0, 9]], dtype=np.float32)

    forces = near_repulsion(positions, np.ones(3, dtype=np.float32), 1.0, np.random.default_rng(0))

    assert forces[0, 0] < 0 < forces[0, 1]
    np.testing.assert_allclose(forces.sum(axis=1), 0, atol=1e-4)


@pytest.mark.parametrize(("nodes", "size"), [(1, 32), (10_000, 200), (100_000, 640), (10**7, 640)])
def test_the_grid_grows_with_the_root_of_the_nodes(nodes, size):
    assert grid_size(nodes) == pytest.approx(size, rel=0.03)
    assert grid_size(nodes) % 2 == 0


def test_a_spring_draws_long_ends_together_and_pushes_short_ones_apart():
    springs = Springs(LayoutGraph.from_edges(2, np.array([[0, 1]])))

    long = springs.pulls(np.array([[0, 3], [0, 0]], dtype=np.float32), 1.0)
    short = springs.pulls(np.array([[0, 0.5], [0, 0]], dtype=np.float32), 1.0)

    np.testing.assert_allclose(long, [[1, -1], [0, 0]], atol=1e-5)
    np.testing.assert_allclose(short, [[-0.25, 0.25], [0, 0]], atol=1e-5)


def test_a_leaf_moves_more_than_its_hub():
    star = LayoutGraph.from_edges(5, np.array([[0, 1], [0, 2], [0, 3], [0, 4]]))
    positions = np.array([[0, 5, 1, -1, 0], [0, 0, 0, 0, 1]], dtype=np.float32)

    pulls = Springs(star).pulls(positions, 1.0)

    assert abs(pulls[0, 1]) > 3 * abs(pulls[0, 0])
