"""GraphML and GEXF, written by NetworkX, which is loaded when it is needed first."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from mnemoscope_shared.model import Entity, Relation

if TYPE_CHECKING:
    import networkx  # type: ignore[import-untyped,unused-ignore]

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graphml(entities: Sequence[Entity], relations: Sequence[Relation]) -> bytes:
    """Return a GraphML document: a node for each entity, an edge for each relation."""
    from networkx import generate_graphml

    return _document(generate_graphml, entities, relations)


def gexf(entities: Sequence[Entity], relations: Sequence[Relation]) -> bytes:
    """Return a GEXF document, as Gephi reads it."""
    from networkx import generate_gexf

    return _document(generate_gexf, entities, relations)


def _document(
    generate: Callable[["networkx.MultiDiGraph"], Iterable[str]],
    entities: Sequence[Entity],
    relations: Sequence[Relation],
) -> bytes:
    return ("\n".join(generate(_graph(entities, relations))) + "\n").encode()


def _graph(entities: Sequence[Entity], relations: Sequence[Relation]) -> "networkx.MultiDiGraph":
    """Return the graph; of several entities of one name, relations mean the first."""
    from networkx import MultiDiGraph

    graph = MultiDiGraph()
    nodes: dict[str, str] = {}
    for number, entity in enumerate(entities):
        node = f"n{number}"
        nodes.setdefault(entity.name, node)
        facts = _in_xml("\n".join(entity.observations))
        graph.add_node(node, label=_in_xml(entity.name), type=_in_xml(entity.entity_type), observations=facts)
    for relation in relations:
        source, target = (_node(graph, nodes, end) for end in (relation.source, relation.target))
        graph.add_edge(source, target, label=_in_xml(relation.relation_type))
    return graph


def _node(graph: "networkx.MultiDiGraph", nodes: dict[str, str], name: str) -> str:
    """Return the node of a name; an end that no entity has gets one of its own."""
    if name not in nodes:
        nodes[name] = f"n{len(graph)}"
        graph.add_node(nodes[name], label=_in_xml(name), type="", observations="")
    return nodes[name]


def _in_xml(text: str) -> str:
    """Return a text without the characters that no XML document can hold."""
    return _NOT_IN_XML.sub("\ufffd", text)
