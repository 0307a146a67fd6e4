"""What is said about a graph as a whole, on graphs small enough to count by hand."""

import networkx as nx
import numpy as np
import pytest

from mnemoscope_gui import analysis
from mnemoscope_gui.canvas.scene import Scene, build_scene
from mnemoscope_gui.visual_encoding import LARGEST_WEIGHT, as_weights, community_slots
from mnemoscope_shared.model import Entity, Relation


def graph(edges: str, alone: str = "") -> Scene:
    """Make a scene from "AB BC": each letter an entity, each pair a relation."""
    pairs = edges.split()
    names = dict.fromkeys("".join(pairs) + alone)
    entities = [Entity(name, "thing", ()) for name in names]
    return build_scene(entities, [Relation(pair[0], pair[1], "knows") for pair in pairs], lambda _: 0)


def random_scene(node_count: int, edge_count: int) -> Scene:
    random = np.random.default_rng(1)
    ends = random.integers(0, node_count, (edge_count, 2)).tolist()
    entities = [Entity(str(node), "thing", ()) for node in range(node_count)]
    relations = [Relation(str(source), str(target), "knows") for source, target in ends]
    return build_scene(entities, relations, lambda _: 0)


def letters(scene: Scene, nodes) -> str:
    return "".join(scene.name(int(node)) for node in nodes)


def never() -> bool:
    return False


#   A - B - C - D     F - G     H
#    \______E__/
CHAIN = graph("AB BC CD EA ED FG", alone="H")


def test_a_shortest_path_goes_along_relations_in_either_direction():
    path = analysis.shortest_path(CHAIN, CHAIN.node_named("A"), CHAIN.node_named("D"))
    assert letters(CHAIN, path) == "AED"


def test_where_no_relation_leads_there_is_no_path():
    assert analysis.shortest_path(CHAIN, CHAIN.node_named("A"), CHAIN.node_named("H")) is None


def test_components_come_largest_first_with_single_nodes_last():
    assert [letters(CHAIN, nodes) for nodes in analysis.components(CHAIN)] == ["ABCDE", "FG", "H"]


def test_ghosts_belong_to_components():
    scene = build_scene([Entity("A", "thing", ())], [Relation("A", "Gone", "knows")], lambda _: 0)
    assert [len(nodes) for nodes in analysis.components(scene)] == [2]


def test_two_cliques_with_one_bridge_are_two_communities():
    scene = graph("AB AC AD BC BD CD EF EG EH FG FH GH DE")
    assert [letters(scene, nodes) for nodes in analysis.communities(scene, never)] == ["ABCD", "EFGH"]


def test_communities_of_a_large_graph_are_found_too():
    size, cliques = 8, 700
    names = [f"{clique} {number}" for clique in range(cliques) for number in range(size)]
    inside = [
        Relation(f"{clique} {one}", f"{clique} {other}", "knows")
        for clique in range(cliques)
        for one in range(size)
        for other in range(one)
    ]
    bridges = [Relation(f"{clique} 0", f"{clique + 1} 1", "knows") for clique in range(cliques - 1)]
    scene = build_scene([Entity(name, "thing", ()) for name in names], inside + bridges, lambda _: 0)
    assert scene.node_count > analysis.LOUVAIN_NODES
    of_node = np.empty(scene.node_count, int)
    for number, nodes in enumerate(analysis.communities(scene, never)):
        of_node[nodes] = number
    together = (of_node.reshape(cliques, size) == of_node.reshape(cliques, size)[:, :1]).all(axis=1)
    assert together.mean() > 0.95


def test_most_shortest_paths_lead_through_the_middle():
    scene = graph("AB BC CD DE")
    counts = analysis.betweenness(scene, lambda _: None, never)
    assert counts.tolist() == [0, 3, 4, 3, 0]


def test_betweenness_is_that_of_networkx():
    scene = random_scene(60, 120)
    expected = nx.betweenness_centrality(
        nx.Graph((source, target) for source, target in scene.edges.tolist() if source != target),
        normalized=False,
    )
    counts = analysis.betweenness(scene, lambda _: None, never)
    assert {node: counts[node] for node in expected} == pytest.approx(expected)


def test_a_large_graph_is_sampled_and_the_sample_finds_the_hub():
    count = analysis.EXACT_BETWEENNESS_NODES + 500
    entities = [Entity(str(node), "thing", ()) for node in range(count)]
    relations = [Relation("0", str(node), "knows") for node in range(1, count)]
    scene = build_scene(entities, relations, lambda _: 0)
    assert analysis.sample_size(scene) == analysis.SAMPLE < count
    shares: list[float] = []
    assert int(analysis.betweenness(scene, shares.append, never).argmax()) == 0
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_counting_shortest_paths_ends_when_it_is_stopped():
    shares: list[float] = []
    scene = random_scene(300, 600)
    assert analysis.betweenness(scene, shares.append, lambda: len(shares) >= 2) is None
    assert len(shares) == 2
    assert shares[-1] < 1


def test_pagerank_sums_to_one_and_is_that_of_its_definition():
    scene = random_scene(40, 60)
    rank = analysis.pagerank(scene)
    edges = [(source, target) for source, target in scene.edges.tolist() if source != target]
    matrix = np.zeros((40, 40))
    for source, target in edges:
        matrix[target, source] += 1
        matrix[source, target] += 1
    ways = matrix.sum(axis=0)
    matrix[:, ways > 0] /= ways[ways > 0]
    matrix[:, ways == 0] = 1 / 40
    exact = np.linalg.solve(np.eye(40) - 0.85 * matrix, np.full(40, 0.15 / 40))
    assert rank == pytest.approx(exact, abs=1e-8)
    assert rank.sum() == pytest.approx(1)


def test_an_empty_graph_has_nothing_to_say():
    scene = graph("")
    assert analysis.components(scene) == []
    assert analysis.communities(scene, never) == []
    assert len(analysis.pagerank(scene)) == len(analysis.betweenness(scene, lambda _: None, never)) == 0
    assert len(as_weights(np.zeros(0))) == 0


def test_figures_become_weights_from_nothing_to_the_largest_node():
    assert as_weights(np.array([0.2, 0.3, 0.4])).tolist() == pytest.approx(
        [0, LARGEST_WEIGHT / 2, LARGEST_WEIGHT]
    )
    assert len(set(as_weights(np.ones(3)).tolist())) == 1


def test_a_community_keeps_its_colour_when_another_becomes_the_largest():
    before = community_slots(CHAIN, [np.array([0, 1, 2]), np.array([3, 4]), np.array([7])], {})
    assert before.tolist() == [0, 0, 0, 1, 1, 8, 8, 8]
    previous = dict(zip(CHAIN.keys, before.tolist(), strict=True))
    after = community_slots(CHAIN, [np.array([3, 4, 5, 6]), np.array([0, 1, 2])], previous)
    assert after.tolist() == [0, 0, 0, 1, 1, 1, 1, 8]


def test_from_the_ninth_on_communities_are_grey():
    scene = graph("AB CD EF GH IJ KL MN OP QR")
    groups = [np.array([node, node + 1]) for node in range(0, 18, 2)]
    assert community_slots(scene, groups, {}).tolist()[-4:] == [7, 7, 8, 8]
