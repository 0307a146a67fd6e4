"""What a screen reader says about the graph."""

from collections.abc import Collection, Sequence

from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.focus import FocusArea
from mnemoscope_gui.canvas.label_text import displayable, shortened
from mnemoscope_gui.canvas.scene import Scene

LONGEST_SPOKEN_NAME = 120
MOST_SPOKEN_RELATIONS = 6
"""Of a node with more relations only the first are said, and how many more there are."""


def describe_graph(scene: Scene) -> str:
    """How much there is."""
    entities = int((~scene.is_ghost).sum())
    return (
        f"{_counted(entities, 'entity', 'entities')}, {_counted(scene.edge_count, 'relation', 'relations')}"
    )


def marks_of(emphasis: Emphasis, node: int) -> list[str]:
    """What the rings and badges of a node say."""
    marked = (
        ("new", emphasis.added),
        ("changed", emphasis.changed),
        ("pinned", emphasis.pinned),
    )
    return [mark for mark, nodes in marked if node in nodes]


def describe_node(scene: Scene, node: int, marks: Sequence[str] = ()) -> str:
    """Name, type, marks and number of relations, as "Alice, person, new, 4 relations"."""
    kind = "no entity of that name" if scene.is_ghost[node] else _spoken(scene.types[node])
    count = _counted(int(scene.degrees[node]), "relation", "relations")
    return ", ".join((_name(scene, node), kind, *marks, count))


def describe_node_and_neighbours(scene: Scene, node: int, marks: Sequence[str] = ()) -> str:
    """Where its relations lead too, as "Alice, person, 2 relations: works_at → Acme, knows ← Bob"."""
    described = describe_node(scene, node, marks)
    said = [describe_way(scene, *way) for way in ways_from(scene, node, MOST_SPOKEN_RELATIONS)]
    left = int(scene.degrees[node]) - len(said)
    if left:
        said.append(f"{left:,} more")
    return f"{described}: {', '.join(said)}" if said else described


def ways_from(scene: Scene, node: int, limit: int | None = None) -> list[tuple[str, int]]:
    """The first relations of a node as "works_at →" or "works_at ←", with the node at the other end."""
    ways = []
    for edge in scene.edges_at(node)[:limit].tolist():
        source, target = scene.edges[edge].tolist()
        arrow, other = ("→", target) if source == node else ("←", source)
        ways.append((f"{scene.relation_types[edge]} {arrow}", other))
    return ways


def describe_way(scene: Scene, relation: str, node: int) -> str:
    """One relation of a node, as "works_at → Acme"; `node` is its other end."""
    return f"{_spoken(relation)} {_name(scene, node)}"


def describe_selection(scene: Scene, nodes: Collection[int]) -> str:
    """The selected node, or how many are selected."""
    if len(nodes) == 1:
        return describe_node(scene, next(iter(nodes)))
    return f"{len(nodes)} entities selected"


def describe_focus(scene: Scene, area: FocusArea) -> str:
    """What is in focus and how far it reaches, as "Focus: Alice, 1 step"."""
    centre = min(area.centres)
    what = shortened(scene.name(centre)) if len(area.centres) == 1 else f"{len(area.centres)} entities"
    return f"Focus: {what}, {_counted(area.depth, 'step', 'steps')}"


def _name(scene: Scene, node: int) -> str:
    return shortened(scene.name(node), LONGEST_SPOKEN_NAME)


def _spoken(text: str) -> str:
    return displayable(text[:LONGEST_SPOKEN_NAME])


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
