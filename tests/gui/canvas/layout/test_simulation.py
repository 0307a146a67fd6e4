import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.cooling import Cooling
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.scaling import balanced_scales
from mnemoscope_gui.canvas.layout.simulation import TOP_SPEED, ForceSimulation


@pytest.fixture
def ring():
    """A ring of 12 nodes and where they start."""
    graph = LayoutGraph.from_edges(12, np.column_stack([np.arange(12), (np.arange(12) + 1) % 12]))
    return graph, np.random.default_rng(1).normal(size=(2, 12)).astype(np.float32)


def _cooled(simulation, ticks=150):
    for alpha in Cooling(ticks, 1.0, 0.005):
        simulation.tick(alpha)
    return simulation.positions


def test_a_ring_becomes_round(ring):
    graph, start = ring

    positions = _cooled(ForceSimulation(graph, start), ticks=400)

    radii = np.linalg.norm(positions - positions.mean(axis=1, keepdims=True), axis=0)
    assert radii.std() < 0.1 * radii.mean()


def test_a_pinned_node_stays_where_it_is(ring):
    graph, start = ring
    pinned = np.arange(12) == 4

    positions = _cooled(ForceSimulation(graph, start, pinned=pinned))

    assert np.array_equal(positions[:, 4], start[:, 4])
    assert not np.isclose(positions[:, ~pinned], start[:, ~pinned]).any()


def test_a_node_without_mobility_stays_and_one_of_little_moves_little(ring):
    graph, start = ring
    mobility = np.ones(12, dtype=np.float32)
    mobility[:2] = 0, 0.01

    positions = _cooled(ForceSimulation(graph, start, mobility=mobility))

    moved = np.linalg.norm(positions - start, axis=0)
    assert moved[0] == 0
    assert moved[1] < 0.2 * np.median(moved)


def test_components_do_not_drift_away_from_each_other():
    graph = LayoutGraph.from_edges(4, np.array([[0, 1], [2, 3]]))
    start = np.array([[0, 1, 4, 5], [0, 0, 0, 0]], dtype=np.float32)

    positions = _cooled(ForceSimulation(graph, start, components=np.array([0, 0, 1, 1])))

    np.testing.assert_allclose(positions[0].reshape(2, 2).mean(axis=1), [0.5, 4.5], atol=1e-3)


def test_no_node_is_faster_than_the_top_speed():
    graph = LayoutGraph.from_edges(2, np.array([[0, 1]]))
    simulation = ForceSimulation(graph, np.array([[0, 500], [0, 0]], dtype=np.float32))

    simulation.tick(1.0)

    assert np.abs(simulation.positions - [[0, 500], [0, 0]]).max() <= TOP_SPEED + 1e-4


def test_the_start_given_is_not_changed(ring):
    graph, start = ring
    before = start.copy()

    _cooled(ForceSimulation(graph, start))

    assert np.array_equal(start, before)


def test_cooling_falls_from_the_first_to_the_last_temperature():
    alphas = list(Cooling(50, 1.0, 0.005))

    assert len(alphas) == 50
    assert alphas[0] == pytest.approx(1.0)
    assert alphas[-1] == pytest.approx(0.005)
    assert alphas == sorted(alphas, reverse=True)


def test_the_balanced_scale_is_the_size_at_which_forces_rest(ring):
    graph, start = ring
    settled = _cooled(ForceSimulation(graph, start), ticks=400)
    one = np.zeros(12, dtype=np.intp)

    assert balanced_scales(graph, settled, one)[0] == pytest.approx(1, abs=0.03)
    assert balanced_scales(graph, settled * 4, one)[0] == pytest.approx(0.25, abs=0.02)
