"""Makes scenes of snapshots: at once where they are small, else beside the window, always in order."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.canvas.scene import EntityRecord, RelationRecord, Scene, build_scene
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.errors import MnemoscopeError

AT_ONCE = 10_000
"""Up to so many entities and relations together make a scene within a frame."""


class SceneBuilder(QObject):
    """Hands over every scene on the main thread, in the order in which they were asked for.

    Signals:
        busy_changed(bool): scenes are being made beside the window, or none any more.
    """

    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker(self)
        self._worker.busy_changed.connect(self.busy_changed)

    @property
    def is_busy(self) -> bool:
        """Whether a scene is yet to come."""
        return self._worker.is_busy

    def build(
        self,
        entities: Sequence[EntityRecord],
        relations: Sequence[RelationRecord],
        slot_of_type: Callable[[str], int],
        done: Callable[[Scene], None],
        *,
        may_hold_up: bool = True,
    ) -> None:
        """Make a scene as `build_scene` does and give it to `done`; `slot_of_type` is asked on any thread.

        Where the window `may_hold_up` for a frame, `done` is called at once for a small one.
        """

        def make() -> Scene:
            scene = build_scene(entities, relations, slot_of_type)
            # Kept by the scene: the window asks for them at once.
            scene.node_of_key, scene.drawn_edges  # noqa: B018
            return scene

        is_small = len(entities) + len(relations) <= AT_ONCE
        if is_small and may_hold_up and not self.is_busy:
            done(make())
        else:
            self._worker.run(make, done, _cannot_fail)

    def stop(self) -> None:
        """Make no more scenes; those that are still to come are dropped."""
        self._worker.close(drops_queued=True)


def _cannot_fail(error: MnemoscopeError) -> None:
    """Making a scene raises no error of ours."""
    raise error
