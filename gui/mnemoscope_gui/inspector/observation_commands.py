"""The commands about the selected observations, for the menu bar and for the list's own menu."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.inspector.inspector import Inspector
from mnemoscope_gui.inspector.target_dialog import TargetDialog
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.observation_corrections import CopyObservations, MoveObservations
from mnemoscope_shared.wording import counted


class ObservationCommands(QObject):
    """Connects the actions to the list of observations; their keys act only with the keyboard in it."""

    def __init__(
        self, session: GraphSession, inspector: Inspector, actions: Actions, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session = session
        self._inspector = inspector
        self._page = inspector.entity_page
        self._list = inspector.entity_page.observations
        self._actions = actions
        self._window = window
        self._connect()
        self._list.selection_changed.connect(self._enable)
        inspector.currentChanged.connect(self._enable)
        self._enable()

    def _connect(self) -> None:
        actions, observations = self._actions, self._list
        handlers: dict[str, Callable[[], object]] = {
            "edit_observation": lambda: observations.list.edit_row(observations.list.currentRow()),
            "split_observation": observations.split_into_lines,
            "move_observation_up": lambda: observations.move_selected(-1),
            "move_observation_down": lambda: observations.move_selected(1),
            "move_observations": self._ask_where_to_move,
            "copy_observations": self._ask_where_to_copy,
            "copy_observation_texts": self._copy_texts,
            "paste_observations": self._paste,
            "delete_observations": observations.remove_selected,
        }
        for name, handler in handlers.items():
            getattr(actions, name).triggered.connect(without_arguments(handler))
        for action in actions.of_observations():
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            observations.list.addAction(action)
        observations.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _enable(self) -> None:
        is_shown = self._inspector.currentWidget() is self._page
        has_selection = is_shown and bool(self._list.selected_texts)
        for action in self._actions.of_observations():
            action.setEnabled(has_selection)
        self._actions.paste_observations.setEnabled(is_shown and self._list.isEnabled())

    def _ask_where_to_move(self) -> None:
        texts, source = self._list.selected_texts, self._page.name
        self._ask(
            f"Move {_counted(texts)}",
            "Move",
            lambda target: self._session.apply(MoveObservations(source, target, texts)),
        )

    def _ask_where_to_copy(self) -> None:
        texts, source = self._list.selected_texts, self._page.name
        self._ask(
            f"Copy {_counted(texts)}",
            "Copy",
            lambda target: self._session.apply(CopyObservations(source, target, texts)),
        )

    def _ask(self, title: str, verb: str, done: Callable[[str], None]) -> None:
        names = self._session.snapshot.lines_by_name
        dialog = TargetDialog(title, verb, names, self._page.name, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(True)
        dialog.accepted.connect(lambda: done(dialog.target()))
        dialog.open()

    def _copy_texts(self) -> None:
        QApplication.clipboard().setText("\n".join(self._list.selected_texts))

    def _paste(self) -> None:
        self._list.add_lines(QApplication.clipboard().text())


def _counted(texts: Sequence[str]) -> str:
    return counted(len(texts), "observation", "observations")
