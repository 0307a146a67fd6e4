"""What stands out on the canvas at the moment. It is drawn over the frame and never makes it stale."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.prepared_scene import PreparedScene

FADED_OPACITY = 0.2


@dataclass(frozen=True)
class Emphasis:
    """Nodes in states of their own; node numbers are those of the scene.

    Attributes:
        selected: the selection.
        hovered: the node under the pointer, and whose neighbourhood stays while the rest fades.
        focused: the node that the keyboard is on, shown while the canvas has the focus.
        highlighted: the hits of a search; None where nothing is searched.
        added, changed: not yet seen since the file changed.
        pinned: nodes that a person has put where they are.
        fade: how far the fading has gone, 0 to 1.
    """

    selected: frozenset[int] = frozenset()
    hovered: int | None = None
    focused: int | None = None
    highlighted: frozenset[int] | None = None
    added: frozenset[int] = frozenset()
    changed: frozenset[int] = frozenset()
    pinned: frozenset[int] = frozenset()
    fade: float = 1.0

    def among(self, nodes: NDArray[np.intp]) -> "Emphasis":
        """The same states, but only of `nodes`."""
        shown = frozenset(nodes.tolist())
        return replace(
            self,
            selected=self.selected & shown,
            focused=self.focused if self.focused in shown else None,
            added=self.added & shown,
            changed=self.changed & shown,
            pinned=self.pinned & shown,
        )

    def with_pinned(self, nodes: Iterable[int]) -> "Emphasis":
        """These nodes are pinned too."""
        return replace(self, pinned=self.pinned | frozenset(nodes))

    def only_shown(self, shown: NDArray[np.bool_]) -> "Emphasis":
        """Without selection, hover and keyboard on hidden nodes; marks of changes and pins stay."""
        return replace(
            self,
            selected=frozenset(node for node in self.selected if shown[node]),
            hovered=self.hovered if self.hovered is not None and shown[self.hovered] else None,
            focused=self.focused if self.focused is not None and shown[self.focused] else None,
        )

    def standing_out(self, prepared: PreparedScene) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
        """The nodes and drawn edges that do not fade, None where nothing fades."""
        if self.hovered is not None:
            hovered = np.array([self.hovered], np.intp)
            edges = prepared.drawn_edges_at(hovered)
            return prepared.with_ends(hovered, edges), edges
        if self.highlighted is not None:
            nodes = as_nodes(self.highlighted)
            return nodes, prepared.drawn_edges_among(nodes)
        return None


@lru_cache(maxsize=16)
def as_nodes(nodes: frozenset[int]) -> NDArray[np.intp]:
    """A set of nodes as an ascending array, which is not to be written to: frame after frame asks for it."""
    ascending = np.array(sorted(nodes), np.intp)
    ascending.flags.writeable = False
    return ascending
