"""Taking down how the canvas shows a memory, and showing it so again."""

from mnemoscope_gui.canvas.graph_filter import GraphFilter
from mnemoscope_gui.canvas.remembered import RememberedCamera
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.navigator.saved_views import SavedView


def view_of(view: GraphView, name: str) -> SavedView:
    """Return what the canvas shows now, as a view of that name."""
    state, area = view.state, view.focus_mode.area
    graph_filter, camera = state.graph_filter, RememberedCamera.of(view.flight.goal, state.size)
    x, y = camera.centre
    return SavedView(
        name,
        sorted(graph_filter.hidden_types),
        sorted(graph_filter.hidden_relation_types),
        focus=state.names(area.centres) if area is not None else [],
        depth=area.depth if area is not None else 1,
        camera=(camera.scale, float(x), float(y)),
    )


def show_view(view: GraphView, saved: SavedView) -> None:
    """Let the canvas show what it showed then; entities in focus that are gone meanwhile are passed over."""
    view.state.set_filter(GraphFilter(frozenset(saved.hidden_types), frozenset(saved.hidden_relation_types)))
    focus = view.focus_mode
    nodes = view.state.scene.nodes_named(saved.focus).tolist()
    if nodes:
        focus.focus_on(nodes)
        for _ in range(saved.depth - 1):
            focus.deepen()
    else:
        focus.end()
    if saved.camera is not None and (nodes or not saved.focus):
        scale, *middle = saved.camera
        view.flight.fly_to(RememberedCamera(scale, (middle[0], middle[1])).in_window(view.state.size))
