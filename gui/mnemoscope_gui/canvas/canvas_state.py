"""What the canvas shows at the moment: scene, positions, camera and the states of nodes, with their signals.

Gestures and keys change it; the view paints it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.canvas import picking
from mnemoscope_gui.canvas.camera import Bounds, Camera, Point, bounds_of, fit, minimum_scale
from mnemoscope_gui.canvas.carry_over import (
    Positions,
    carried_emphasis,
    carried_positions,
    provisional_positions,
    renumbering,
)
from mnemoscope_gui.canvas.departed import DepartedNodes
from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.focus import FocusArea, carried_area, shown_nodes
from mnemoscope_gui.canvas.graph_filter import GraphFilter
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import Projection, project
from mnemoscope_gui.canvas.remembered import RememberedPicture
from mnemoscope_gui.canvas.scene import Scene, empty_scene


class CanvasState(QObject):
    """The one place where the canvas keeps what it shows.

    Attributes:
        prepared: the scene.
        has_scene: whether any scene has come yet, be it an empty one.
        positions: (n, 2) float32, edge lengths; None until the first layout has sent some.
        camera: what part of the plane is shown.
        size: of the canvas, logical px.
        focus_area: the part of the scene that is shown; None for all of it.
        graph_filter: the types that are not shown.
        emphasis: selection, hover and the other states of nodes.
        unsettled: nodes that the layout is still finding a place for.
        expected: where nodes are to be put that are yet to come, by name.
        camera_was_touched: whether a person has moved the camera since the first scene.
        remembered: how the graph looked when it was last left, for the first scene to follow.

    Signals:
        nodes_renumbered(object): in the next scene; a dictionary from old to new numbers of those that stay.
        scene_changed(), positions_changed(), camera_changed(), emphasis_changed(): repaint.
        selection_changed(): other nodes are selected.
        focus_changed(), filter_changed(): another part of the scene is shown.
    """

    nodes_renumbered = Signal(object)
    scene_changed = Signal()
    positions_changed = Signal()
    camera_changed = Signal()
    emphasis_changed = Signal()
    selection_changed = Signal()
    focus_changed = Signal()
    filter_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.prepared = PreparedScene(empty_scene())
        self.has_scene = False
        self.positions: Positions | None = None
        self.camera = Camera()
        self.size: Point = (1.0, 1.0)
        self.focus_area: FocusArea | None = None
        self.graph_filter = GraphFilter()
        self.emphasis = Emphasis()
        self.unsettled: frozenset[int] = frozenset()
        self.camera_was_touched = False
        self.expected: dict[str, Point] = {}
        self.remembered: RememberedPicture | None = None
        self._seen: Projection | None = None
        self._departed = DepartedNodes()

    @property
    def scene(self) -> Scene:
        """The graph that is shown."""
        return self.prepared.scene

    @property
    def seen(self) -> Projection:
        """Where everything is, in logical pixels."""
        if self._seen is None:
            positions = np.empty((0, 2)) if self.positions is None else self.positions
            shown = self.prepared if self.positions is not None else PreparedScene(empty_scene())
            self._seen = project(
                shown, positions, self.camera, (round(self.size[0]), round(self.size[1])), 1.0
            )
        return self._seen

    # Scene and positions

    def replace_scene(self, scene: Scene, renamed: Mapping[str, str]) -> Positions | None:
        """Show another scene; states and positions of nodes that stay are kept, under new names too.

        Returns the positions of the new scene's nodes, NaN for new ones; None where no old node stays.
        """
        self.has_scene = True
        remembered = self._take_up_remembered()
        new_node = renumbering(self.scene, scene, renamed)
        placed = self._carried_positions(scene, new_node)
        if self.positions is not None:
            stays = new_node.keys() | self.unsettled
            self._departed.note(self.scene, stays, self.positions, self.emphasis.pinned)
        pinned_again = self._departed.put_back(scene, placed)
        self._put_expected(scene, placed)
        carried = placed if np.isfinite(placed).any() else None
        had_focus = self.focus_area is not None
        self.focus_area = carried_area(self.focus_area, new_node)
        self.prepared = self._prepare(scene)
        self.positions = None if carried is None else provisional_positions(carried, scene)
        homeless = np.flatnonzero(np.isnan(placed[:, 0])).tolist()
        self.unsettled = frozenset(homeless if carried is not None else ())
        selected = self.emphasis.selected
        emphasis = carried_emphasis(self.emphasis, new_node)
        self.emphasis = emphasis.with_pinned(pinned_again).only_shown(self.shown)
        self._seen = None
        self.nodes_renumbered.emit(new_node)
        self.scene_changed.emit()
        if len(selected) != len(self.emphasis.selected):
            self.selection_changed.emit()
        if had_focus:
            self.focus_changed.emit()
        if carried is not None and remembered is not None and remembered.camera is not None:
            self.set_camera(remembered.camera.in_window(self.size))
        return carried

    def set_positions(self, positions: Positions) -> None:
        """Show nodes elsewhere; positions of another number of nodes are late ones and are left out."""
        if len(positions) == self.scene.node_count:
            self.positions = positions
            self._seen = None
            self.positions_changed.emit()

    def _take_up_remembered(self) -> RememberedPicture | None:
        """Begin from the picture that was left, so that the first scene follows it as any other would."""
        remembered, self.remembered = self.remembered, None
        if remembered is None or self.positions is not None:
            return None
        self.prepared = PreparedScene(remembered.scene())
        self.positions = remembered.positions
        self.emphasis = replace(self.emphasis, pinned=remembered.pinned)
        return remembered

    def _put_expected(self, scene: Scene, carried: Positions) -> None:
        for name in list(self.expected):
            node = scene.node_named(name)
            if node is not None:
                carried[node] = self.expected.pop(name)

    def _carried_positions(self, scene: Scene, new_node: dict[int, int]) -> Positions:
        if self.positions is None:
            return np.full((scene.node_count, 2), np.nan, np.float32)
        pinned = self.pinned_mask()
        carried = carried_positions(self.scene, scene, new_node, self.positions, pinned)
        carried[[new_node[node] for node in self.unsettled if node in new_node]] = np.nan
        return carried

    # Focus and filter

    @property
    def shown(self) -> NDArray[np.bool_]:
        """(n,) which nodes are shown at all."""
        return self.prepared.shown

    def set_focus_area(self, area: FocusArea | None) -> None:
        """Show only a part of the scene, or all of it; hidden nodes leave the selection."""
        if area != self.focus_area:
            self.focus_area = area
            self._show_other_part()
            self.focus_changed.emit()

    def set_filter(self, graph_filter: GraphFilter) -> None:
        """Hide other types; hidden nodes leave the selection and keep their places."""
        if graph_filter != self.graph_filter:
            self.graph_filter = graph_filter
            self._show_other_part()
            self.filter_changed.emit()

    def admit(self, nodes: Iterable[int]) -> None:
        """Show some nodes in addition to those in focus, whatever types are hidden."""
        nodes = list(nodes)
        if self.focus_area is not None:
            self.set_focus_area(self.focus_area.with_guests(nodes))
        if self.graph_filter.hides_anything:
            self.set_filter(self.graph_filter.with_guests(self.names(nodes)))

    def _show_other_part(self) -> None:
        self.prepared = self._prepare(self.scene)
        self._seen = None
        self.set_emphasis(self.emphasis.only_shown(self.shown))
        self.scene_changed.emit()

    def _prepare(self, scene: Scene) -> PreparedScene:
        shown = shown_nodes(scene, self.focus_area)
        if not self.graph_filter.hides_anything:
            return PreparedScene(scene, shown)
        shown &= self.graph_filter.shown_nodes(scene)
        return PreparedScene(scene, shown, self.graph_filter.shown_edges(scene))

    # Camera

    def set_camera(self, camera: Camera, *, touched: bool = True) -> None:
        """Look elsewhere; `touched` says that a person asked for it, which counts once there is a picture."""
        self.camera_was_touched |= touched and self.positions is not None
        if camera != self.camera:
            self.camera = camera
            self._seen = None
            self.camera_changed.emit()

    def resize(self, size: Point) -> None:
        """The canvas has another size; the middle of the picture stays in the middle."""
        old = self.size
        self.size = size
        self._seen = None
        self.set_camera(self.camera.panned((size[0] - old[0]) / 2, (size[1] - old[1]) / 2), touched=False)

    def zoom_at(self, point: Point, factor: float) -> None:
        """Zoom with the scene under `point` (px) staying where it is."""
        self.set_camera(self.camera.zoom_at(point, factor, self.minimum_scale()))

    def minimum_scale(self) -> float:
        """How far one may zoom out."""
        return minimum_scale(self.bounds(), self.size)

    def bounds(self, nodes: Iterable[int] | None = None) -> Bounds:
        """What `nodes`, or all nodes that are shown, take up of the scene."""
        if self.positions is None:
            return bounds_of(np.empty((0, 2)))
        if nodes is not None:
            return bounds_of(self.positions[list(nodes)])
        return bounds_of(self.positions if self.prepared.shows_all else self.positions[self.shown])

    def camera_for_all(self) -> Camera:
        """The camera that shows everything."""
        return fit(self.bounds(), self.size)

    # Picking

    def node_at(self, point: Point) -> int | None:
        """The node at a place on screen."""
        return picking.node_at(self.seen.x, self.seen.y, self.seen.radii, point)

    # States of nodes

    def set_emphasis(self, emphasis: Emphasis) -> None:
        """Let other nodes stand out. Nodes that are selected or hovered count as seen from then on."""
        touched = set(emphasis.selected)
        if emphasis.hovered is not None:
            touched.add(emphasis.hovered)
        emphasis = replace(emphasis, added=emphasis.added - touched, changed=emphasis.changed - touched)
        if emphasis == self.emphasis:
            return
        is_new_selection = emphasis.selected != self.emphasis.selected
        self.emphasis = emphasis
        self.emphasis_changed.emit()
        if is_new_selection:
            self.selection_changed.emit()

    def select(self, nodes: Iterable[int]) -> None:
        """Select exactly these nodes."""
        self.set_emphasis(replace(self.emphasis, selected=frozenset(nodes)))

    def toggle(self, node: int) -> None:
        """Take a node into the selection, or out of it."""
        self.select(self.emphasis.selected ^ {node})

    def highlight(self, nodes: Iterable[int] | None) -> None:
        """Let everything but these nodes fade; None ends it."""
        hits = None if nodes is None else frozenset(nodes)
        self.set_emphasis(replace(self.emphasis, highlighted=hits))

    def focus(self, node: int | None) -> None:
        """Put the keyboard on a node."""
        self.set_emphasis(replace(self.emphasis, focused=node))

    def pin(self, nodes: Iterable[int]) -> None:
        """Keep these nodes where a person put them."""
        self.set_emphasis(self.emphasis.with_pinned(nodes))

    def unpin(self, nodes: Iterable[int]) -> None:
        """Let these nodes move again."""
        self.set_emphasis(replace(self.emphasis, pinned=self.emphasis.pinned - frozenset(nodes)))

    def pinned_mask(self) -> NDArray[np.bool_]:
        """(n,) which nodes are pinned."""
        mask = np.zeros(self.scene.node_count, bool)
        mask[list(self.emphasis.pinned)] = True
        return mask

    def names(self, nodes: Iterable[int]) -> list[str]:
        """The names of nodes, in the order of the file, each once."""
        return list(dict.fromkeys(self.scene.name(node) for node in sorted(nodes)))
