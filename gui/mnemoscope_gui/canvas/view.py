"""The graph canvas as the window uses it: scenes, layout, camera and the states of nodes, all by name."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStyle, QWidget

from mnemoscope_gui.canvas.accessible_events import AccessibleEvents
from mnemoscope_gui.canvas.camera import Camera, Point
from mnemoscope_gui.canvas.canvas_widget import CanvasWidget
from mnemoscope_gui.canvas.carry_over import Positions
from mnemoscope_gui.canvas.layout.options import LayoutOptions
from mnemoscope_gui.canvas.remembered import RememberedCamera, RememberedPicture, remember
from mnemoscope_gui.canvas.scene import Scene
from mnemoscope_gui.canvas.scene_builder import SceneBuilder
from mnemoscope_gui.canvas.simulation import LayoutThread
from mnemoscope_gui.theme import Theme


class GraphView(CanvasWidget):
    """The canvas.

    Attributes:
        layout_thread: lays out the scene; its `options` count from the next layout on.
        scene_builder: makes scenes, large ones beside the window.

    Signals:
        settled(): the layout has come to rest. The others are those of `CanvasWidget`.
    """

    settled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        presenter = self.presenter
        self.layout_thread = LayoutThread(self, lambda: presenter.painting_seconds, presenter.is_painted)
        self.scene_builder = SceneBuilder(self)
        self.layout_thread.positions_changed.connect(self._take_positions)
        self.layout_thread.settled.connect(self._come_to_rest)
        self.pointer.drag_began.connect(self._give_up_layout)
        self.drag.ended.connect(self._settle_unsettled)
        self._is_unfinished = False
        self._is_tidying = False
        self._gliding_to: Positions | None = None
        self.accessible_events = AccessibleEvents(self)
        milliseconds = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        self.animation_duration_scale = 1.0 if milliseconds else 0.0

    # Scene and layout

    def set_scene(
        self, scene: Scene, *, animate: bool = True, renamed: Mapping[str, str] | None = None
    ) -> None:
        """Show a graph: the first is laid out; later, old nodes stay and new ones grow beside them.

        `renamed` leads from old names to new ones: a renamed node stays where it is.
        """
        was_tidying, goal = self._is_tidying, self._gliding_to
        self._stop_runs()
        if goal is not None:
            self.state.set_positions(goal)
        self.keyboard.forget()
        is_first = self.state.positions is None
        carried = self.state.replace_scene(scene, renamed or {})
        animate = animate and self.animation_duration_scale > 0
        if carried is None:
            if scene.node_count:
                self.flight.stop()
                self.state.camera_was_touched = False
            self._lay_out_anew(None, animate=animate)
        elif self._is_unfinished or (is_first and _is_mostly_new(carried)):
            self._lay_out_anew(carried, animate=animate)
        elif was_tidying and self.state.positions is not None:
            self._glide_to_fresh_layout(self.state.positions, animate=animate)
        elif np.isnan(carried).any():
            self._settle_unsettled(animate=animate)
        else:
            if is_first:
                self._follow_layout()
                self.presenter.come_to_rest()
            self.settled.emit()

    def picture_to_remember(self) -> RememberedPicture | None:
        """How the graph looks now; None while there is none, or a first layout that is not done."""
        state = self.state
        if state.positions is None or not state.scene.node_count or self._is_unfinished:
            return None
        is_chosen = state.camera_was_touched and state.focus_area is None
        return remember(
            state.scene,
            state.positions,
            pinned=state.emphasis.pinned,
            without_place=state.unsettled,
            camera=RememberedCamera.of(self.flight.goal, state.size) if is_chosen else None,
        )

    def expect(self, name: str, place: Point) -> None:
        """Put the node of this name, once it comes, where the person wants it, in scene units."""
        self.state.expected[name] = place

    @property
    def layout_options(self) -> LayoutOptions:
        """Seed, spacing and separation of communities, from the next layout or drag on."""
        return self.layout_thread.options

    @layout_options.setter
    def layout_options(self, options: LayoutOptions) -> None:
        self.layout_thread.options = options
        self.drag.options = options

    def lay_out_with(self, options: LayoutOptions) -> None:
        """Show the graph as other options want it, nodes gliding to their places."""
        before = self.layout_options
        self.layout_options = options
        if replace(options, spacing=before.spacing) != before or self._is_unfinished:
            self.tidy()
        elif options.spacing != before.spacing:
            self._spread(options.spacing / before.spacing)

    def tidy(self) -> None:
        """Lay out everything anew; nodes glide to their places, pinned ones stay."""
        positions, scene = self.state.positions, self.state.scene
        if positions is None or not scene.node_count:
            return
        self._stop_moving_nodes()
        self.flight.stop()
        self.state.camera_was_touched = False
        animate = self.animation_duration_scale > 0
        if self.state.emphasis.pinned:
            self._lay_out_anew(positions, animate=animate)
        else:
            self._glide_to_fresh_layout(positions, animate=animate)

    def _glide_to_fresh_layout(self, positions: Positions, *, animate: bool) -> None:
        self._is_tidying = True
        self.layout_thread.tidy(self.state.scene, positions, animate=animate)

    def _spread(self, ratio: float) -> None:
        """Draw the same picture at another distance between nodes; the zoom stays, so that people see it."""
        positions, state = self.state.positions, self.state
        if positions is None or not len(positions):
            return
        x, y = state.camera.to_scene((state.size[0] / 2, state.size[1] / 2))
        # A slider moves on before the last glide has ended.
        wanted = positions if self._gliding_to is None else self._gliding_to
        self._stop_moving_nodes()
        self._gliding_to = wanted * np.float32(ratio)
        self.layout_thread.glide(positions, self._gliding_to, animate=self.animation_duration_scale > 0)
        self.flight.fly_to(Camera(state.camera.scale).centred_on((x * ratio, y * ratio), state.size))

    def stop(self) -> None:
        """End every thread and timer of the canvas; to be called before the window goes."""
        self.scene_builder.stop()
        self._stop_moving_nodes()
        self.flight.stop()
        self.pulse.stop()
        self.presenter.stop()

    def _lay_out_anew(self, start: Positions | None, *, animate: bool) -> None:
        pinned = None if start is None else self.state.pinned_mask()
        self._is_unfinished = True
        self.layout_thread.lay_out_anew(self.state.scene, start=start, pinned=pinned, animate=animate)

    def _settle_unsettled(self, *, animate: bool = True) -> None:
        """Find places for nodes that have none, once nothing is dragged any more."""
        positions, unsettled = self.state.positions, sorted(self.state.unsettled)
        if positions is None or not unsettled or self.drag.is_active:
            return
        start = positions.copy()
        start[unsettled] = np.nan
        self.layout_thread.settle_additions(
            self.state.scene,
            start,
            pinned=self.state.pinned_mask(),
            animate=animate and self.animation_duration_scale > 0,
        )

    def _stop_moving_nodes(self) -> None:
        """The camera may go on: it looks at the same place in any scene."""
        self._stop_runs()
        self.hover.clear()
        self.pointer.cancel()

    def _stop_runs(self) -> None:
        self._is_tidying, self._gliding_to = False, None
        self.layout_thread.stop()
        self.drag.stop()

    def _take_positions(self, positions: Positions) -> None:
        self.state.set_positions(positions)
        self._follow_layout()

    def _come_to_rest(self) -> None:
        if self._is_unfinished:
            self._is_unfinished = False
            self.presenter.come_to_rest()
        self._is_tidying, self._gliding_to = False, None
        self.state.unsettled = frozenset()
        self.settled.emit()

    def _give_up_layout(self) -> None:
        """A person takes hold of a node: what is not done stays as it is."""
        if self.layout_thread.is_running:
            self.layout_thread.stop()
            self._come_to_rest()

    def _follow_layout(self) -> None:
        """Keep everything in sight until a person moves the camera."""
        if not self.state.camera_was_touched:
            self.state.set_camera(self.state.camera_for_all(), touched=False)

    # Selection and other states of nodes

    def select(self, names: Iterable[str]) -> None:
        """Select exactly the nodes of these names; unknown names are passed over.

        Where all of them are hidden outside of the focus, they are shown too; else only those in it count.
        """
        nodes = self.state.scene.nodes_named(names)
        shown = nodes[self.state.shown[nodes]]
        if len(nodes) and not len(shown):
            self.focus_mode.admit(nodes.tolist())
            shown = nodes
        self.state.select(shown.tolist())

    def set_highlight(self, names: Iterable[str] | None) -> None:
        """Let everything but the nodes of these names fade; None ends it."""
        self.state.highlight(None if names is None else self.state.scene.nodes_named(names).tolist())

    def mark_changed(self, names: Iterable[str], *, added: Iterable[str] = (), pulses: bool = True) -> None:
        """Give nodes a ring and badge until a person hovers over or selects them; added ones pulse twice."""
        scene, emphasis = self.state.scene, self.state.emphasis
        grown = scene.nodes_named(added).tolist()
        new = emphasis.added | frozenset(grown)
        changed = emphasis.changed | frozenset(scene.nodes_named(names).tolist())
        self.state.set_emphasis(replace(emphasis, added=new, changed=changed - new))
        self.pulse.start(grown if pulses else ())

    def names_off_screen(self, names: Iterable[str]) -> list[str]:
        """Which of these names have no node in sight."""
        if self.state.positions is None:
            return []
        nodes = self.state.scene.nodes_named(names)
        return self.state.names(np.setdiff1d(nodes, self.state.seen.in_sight(nodes)).tolist())

    # Camera

    def reveal(self, name: str) -> None:
        """Fly to the node of that name, if there is one; where it is hidden, it is shown too."""
        node = self.state.scene.node_named(name)
        if node is not None:
            if not self.state.shown[node]:
                self.focus_mode.admit((node,))
            self.flight.reveal(node)

    # Look

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self.presenter.theme

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours at once."""
        self.presenter.set_theme(theme)

    @property
    def animation_duration_scale(self) -> float:
        """1, or 0 for reduced motion."""
        return self.flight.duration_scale

    @animation_duration_scale.setter
    def animation_duration_scale(self, scale: float) -> None:
        self.flight.duration_scale = scale
        self.hover.duration_scale = scale
        self.pulse.duration_scale = scale

    def label_rectangles(self) -> list[QRectF]:
        """Where the labels of the last picture are, logical pixels."""
        return self.presenter.label_rectangles()

    # The widget

    def sizeHint(self) -> QSize:
        """As large as there is room for, within reason."""
        return QSize(960, 640)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep everything in sight, or, once a person moved the camera, the middle in the middle."""
        super().resizeEvent(event)
        self._follow_layout()


def _is_mostly_new(positions: Positions) -> bool:
    return bool(np.isnan(positions[:, 0]).mean() > 0.5)
