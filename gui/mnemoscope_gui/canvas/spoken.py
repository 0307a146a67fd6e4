"""What a screen reader says about the graph."""

from collections.abc import Collection

from mnemoscope_gui.canvas.label_text import displayable
from mnemoscope_gui.canvas.scene import Scene

LONGEST_SPOKEN_NAME = 120


def describe_graph(scene: Scene) -> str:
    """How much there is."""
    entities = int((~scene.is_ghost).sum())
    return (
        f"{_counted(entities, 'entity', 'entities')}, {_counted(scene.edge_count, 'relation', 'relations')}"
    )


def describe_node(scene: Scene, node: int) -> str:
    """Name, type and number of relations, as "Alice, person, 4 relations"."""
    name = displayable(scene.name(node)[:LONGEST_SPOKEN_NAME])
    kind = "no entity of that name" if scene.is_ghost[node] else displayable(scene.types[node])
    return f"{name}, {kind}, {_counted(int(scene.degrees[node]), 'relation', 'relations')}"


def describe_selection(scene: Scene, nodes: Collection[int]) -> str:
    """The selected node, or how many are selected."""
    if len(nodes) == 1:
        return describe_node(scene, next(iter(nodes)))
    return f"{len(nodes)} entities selected"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
