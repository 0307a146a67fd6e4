"""The labels of whole pictures: none over another, none over a more important node, the right ones first."""

from itertools import combinations

import numpy as np
import pytest

from mnemoscope_gui.canvas.camera import Camera, bounds_of, fit
from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.label_metrics import LabelKind
from mnemoscope_gui.canvas.label_occupancy import overlaps
from mnemoscope_gui.canvas.labels import KeptLabels
from mnemoscope_gui.canvas.painter import GraphPainter
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = (900, 600)
NOTHING = Emphasis()
NAMES = (LabelKind.NAME, LabelKind.STRONG_NAME)


@pytest.fixture
def labels_of():
    """A function that paints a scene and gives its labels."""

    def paint(scene, positions, camera, emphasis=NOTHING, ratio=1.0):
        frame = Frame(round(SIZE[0] * ratio), round(SIZE[1] * ratio))
        painter = GraphPainter(Theme.light(), ratio)
        painter.set_scene(PreparedScene(scene))
        seen = painter.project(np.asarray(positions, np.float32), camera, frame.size)
        painter.paint_exact(frame, seen)
        painter.paint_emphasis(frame, seen, emphasis)
        return painter.paint_labels(frame, seen, emphasis, budget=60.0)

    return paint


@pytest.mark.parametrize("scale", [0.1, 0.5, 1.0, 1.5, 3.0])
@pytest.mark.parametrize(("seed", "nodes", "edges"), [(1, 30, 35), (2, 200, 400), (3, 1500, 3000)])
def test_no_label_overlaps_another(labels_of, random_scene, scale, seed, nodes, edges):
    scene, positions = random_scene(seed, nodes, edges)
    camera = Camera(scale).centred_on((0, 0), SIZE)
    for emphasis in (Emphasis(), Emphasis(hovered=0, selected=frozenset((0, 1, 2)))):
        labels = labels_of(scene, positions, camera, emphasis)
        assert labels
        rectangles = [label.rectangle for label in labels]
        assert not any(overlaps(*pair) for pair in combinations(rectangles, 2))


def test_a_small_graph_shows_all_names_and_the_verbs_of_its_relations(labels_of, make_scene):
    scene = make_scene("abc", [("a", "b", "likes"), ("b", "c", "knows")])
    labels = labels_of(scene, [[-2, 0], [0, 1], [2, 0]], Camera(1.0, 450, 300))
    assert {label.key.text for label in labels} == {"a", "b", "c", "likes", "knows"}


def test_labels_out_of_sight_take_no_room_from_those_in_sight(labels_of, random_scene):
    scene, positions = random_scene(2, 800, 2_400)
    labels = labels_of(scene, positions, Camera(3.0).centred_on((0, 0), SIZE))
    verbs = [label.rectangle for label in labels if label.key.kind is LabelKind.RELATION]
    assert verbs
    for left, top, right, bottom in verbs:
        assert 0 <= (left + right) / 2 <= SIZE[0]
        assert 0 <= (top + bottom) / 2 <= SIZE[1]


def test_a_first_observation_stands_beyond_its_name_also_above_a_node(labels_of, make_scene):
    # An edge leads steeply down, so the name stands above.
    scene = make_scene([("a", "thing", "seen"), "b"], [("a", "b")])
    labels = {label.key.text: label for label in labels_of(scene, [[0, -0.3], [0, 2]], Camera(2.5, 450, 300))}
    name, observation = labels["a"].rectangle, labels["seen"].rectangle
    assert name[3] < 300 - 0.3 * 2.5
    assert observation[3] <= name[1]


def test_an_overview_of_a_large_graph_shows_only_the_top_names(labels_of, random_scene):
    scene, positions = random_scene(5, 1000, 1500)
    labels = labels_of(scene, positions, fit(bounds_of(positions), SIZE))
    assert 0 < len(labels) <= 60
    assert all(label.key.kind in NAMES for label in labels)
    assert labels[0].owner == int(scene.degrees.argmax())


def test_first_observations_are_shown_from_twice_the_size(labels_of, make_scene):
    scene = make_scene([("Alice", "person", "likes tea")])
    below = labels_of(scene, [[0, 0]], Camera(1.9, 450, 300))
    above = labels_of(scene, [[0, 0]], Camera(2.1, 450, 300))
    assert [label.key.text for label in below] == ["Alice"]
    assert [label.key.text for label in above] == ["Alice", "likes tea"]


def test_relations_of_a_larger_graph_are_named_when_zoomed_in(labels_of, random_scene):
    scene, positions = random_scene(6, 60, 90)

    def verbs(scale, emphasis=NOTHING):
        labels = labels_of(scene, positions, Camera(scale).centred_on((0, 0), SIZE), emphasis)
        return [label for label in labels if label.key.kind is LabelKind.RELATION]

    assert not verbs(1.1)
    assert verbs(1.3)
    assert verbs(1.1, Emphasis(selected=frozenset((0,))))


def test_a_selected_node_is_named_first_and_in_bold(labels_of, make_scene):
    scene = make_scene("ab")
    labels = labels_of(scene, [[0, 0], [0, 0]], Camera(1.0, 450, 300), Emphasis(selected=frozenset((1,))))
    assert labels[0].owner == 1
    assert labels[0].key.kind is LabelKind.STRONG_NAME


def test_labels_away_from_the_hovered_neighbourhood_fade(labels_of, make_scene):
    scene = make_scene("abc", [("a", "b")])
    labels = labels_of(scene, [[-2, 0], [0, 0], [2, 0]], Camera(1.0, 450, 300), Emphasis(hovered=0))
    opacity = {label.key.text: label.opacity for label in labels if label.key.kind in NAMES}
    assert opacity == {"a": 1.0, "b": 1.0, "c": pytest.approx(0.2)}


def test_labels_have_the_same_logical_size_on_every_screen(labels_of, make_scene):
    scene = make_scene(["A name of some length"])
    one, two = (labels_of(scene, [[0, 0]], Camera(1.0, 450, 300), ratio=ratio)[0] for ratio in (1.0, 2.0))
    first, second = one.logical_rectangle(1.0), two.logical_rectangle(2.0)
    assert abs(first.width() - second.width()) < 8
    assert abs(first.center().x() - second.center().x()) < 2


def test_only_kept_nodes_are_named_while_things_move(random_scene):
    scene, positions = random_scene(4, 400, 600)
    painter, frame = GraphPainter(Theme.light()), Frame(*SIZE)
    painter.set_scene(PreparedScene(scene))
    seen = painter.project(positions, fit(bounds_of(positions), SIZE), SIZE)
    chosen = painter.paint_labels(frame, seen, NOTHING, budget=60.0)
    kept = KeptLabels.of(chosen[:10])
    again = painter.paint_labels(frame, seen, NOTHING, 60.0, kept)
    assert {label.owner for label in again} == set(kept.nodes)


def test_kept_labels_ride_with_their_nodes(make_scene):
    scene = make_scene(["A", "B"])
    painter, frame = GraphPainter(Theme.light()), Frame(*SIZE)
    painter.set_scene(PreparedScene(scene))

    def above(positions, kept=None):
        """Whether the name of B is above its node."""
        seen = painter.project(np.array(positions), Camera(1.0, 450, 300), SIZE)
        labels = painter.paint_labels(frame, seen, NOTHING, 60.0, kept)
        return next(label.rectangle[3] < seen.y[1] for label in labels if label.owner == 1), labels

    beside, labels = above([[0, 0.3], [0, 0]])
    assert beside
    apart = [[4, 0.3], [0, 0]]
    assert above(apart, KeptLabels.of(labels))[0]
    assert not above(apart)[0]
