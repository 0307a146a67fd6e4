"""Every command of the window: its text, its keys, and where it stands in the menus."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from mnemoscope_gui.settings import SCHEMES, Scheme
from mnemoscope_gui.visual_encoding import ColourBy, SizeBy

_SCHEME_TEXTS: dict[Scheme, str] = {"system": "As the &system", "light": "&Light", "dark": "&Dark"}
_SIZE_TEXTS: dict[SizeBy, str] = {
    "degree": "Number of &relations",
    "betweenness": "&Betweenness (on shortest paths)",
    "pagerank": "&PageRank (near to important ones)",
}
_COLOUR_TEXTS: dict[ColourBy, str] = {"type": "&Type", "community": "&Community"}


class Actions:
    """The window's actions, by name; the window connects each to what it does."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self.open = self._action("&Open…", QKeySequence.StandardKey.Open)
        self.save = self._action("&Save", QKeySequence.StandardKey.Save)
        self.save_picture = self._action("Save &picture…")
        self.close = self._action("&Close window", QKeySequence.StandardKey.Close)
        self.quit = self._action("&Quit", "Ctrl+Q")
        self.undo = self._action("&Undo", QKeySequence.StandardKey.Undo)
        # Both spellings on every platform: people bring their habits with them.
        self.redo = self._action("&Redo", "Ctrl+Y", "Ctrl+Shift+Z")
        self.new_entity = self._action("New &entity…", "Ctrl+N")
        self.new_relation = self._action("New &relation…", "Ctrl+R")
        self.rename = self._action("Re&name…", "F2")
        self.delete = self._action("&Delete", QKeySequence.StandardKey.Delete)
        self.select_all = self._action("Select &all", QKeySequence.StandardKey.SelectAll)
        self.fit_all = self._action("&Fit all", "Ctrl+0")
        self.actual_size = self._action("&100 %", "Ctrl+1")
        self.zoom_in = self._action("Zoom &in", QKeySequence.StandardKey.ZoomIn)
        self.zoom_out = self._action("Zoom &out", QKeySequence.StandardKey.ZoomOut)
        self.frame_selection = self._action("Frame &selection", "F")
        self.focus = self._action("&Focus on the selection", "Ctrl+Shift+F")
        self.focus_deeper = self._action("One step &more")
        self.focus_less_deep = self._action("One step &less")
        self.show_neighbours = self._action("&Show its neighbours")
        self.hide_neighbours = self._action("&Hide its neighbours")
        self.end_focus = self._action("&End the focus")
        self.minimap = self._action("&Map of the graph")
        self.minimap.setCheckable(True)
        self.tidy = self._action("&Tidy")
        self.reset_layout = self._action("&Reset window layout")
        self.drawing = self._action("&Drawing…")
        self.shortest_path = self._action("Shortest &path between the two selected")
        self.components = self._action("&Components…")
        self.sizes = {by: self._choice(text) for by, text in _SIZE_TEXTS.items()}
        self.colours = {by: self._choice(text) for by, text in _COLOUR_TEXTS.items()}
        self.schemes = {scheme: self._choice(_SCHEME_TEXTS[scheme]) for scheme in SCHEMES}
        self.shortcuts = self._action("&Keyboard shortcuts", "F1")
        self.about = self._action("&About Mnemoscope")
        for choices in (self.sizes, self.colours, self.schemes):
            self._group(choices.values())

    def give_keys_to_canvas(self, canvas: QWidget) -> None:
        """Let keys that lists and fields use too act on the canvas only while it has the focus."""
        for action in (self.rename, self.delete, self.select_all, self.frame_selection):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            canvas.addAction(action)

    def everything(self) -> list[QAction]:
        """Return all actions."""
        single = [value for value in vars(self).values() if isinstance(value, QAction)]
        return [*single, *self.sizes.values(), *self.colours.values(), *self.schemes.values()]

    def fill_menus(self, bar: QMenuBar, dock_toggles: Sequence[QAction], recent_files: QMenu) -> None:
        """Put every action into the menu bar."""
        self._fill_file_menu(bar.addMenu("&File"), recent_files)
        _fill(
            bar.addMenu("&Edit"),
            [
                *(self.undo, self.redo, None, self.new_entity, self.new_relation),
                *(self.rename, self.delete, None, self.select_all),
            ],
        )
        view = bar.addMenu("&View")
        _fill(view, [self.fit_all, self.actual_size, self.frame_selection, self.zoom_in, self.zoom_out, None])
        _fill(view.addMenu("F&ocus"), self.of_focus())
        _fill(view.addMenu("&Colours"), list(self.schemes.values()))
        _fill(view, [None, *dock_toggles, self.minimap, self.reset_layout])
        self._fill_graph_menu(bar.addMenu("&Graph"))
        _fill(bar.addMenu("&Help"), [self.shortcuts, self.about])

    def _fill_file_menu(self, menu: QMenu, recent_files: QMenu) -> None:
        menu.addAction(self.open)
        menu.addMenu(recent_files)
        _fill(menu, [self.save, self.save_picture, None, self.close, self.quit])

    def _fill_graph_menu(self, menu: QMenu) -> None:
        _fill(menu, [self.tidy, self.drawing, None])
        _fill(menu.addMenu("&Size by"), list(self.sizes.values()))
        _fill(menu.addMenu("Colour &by"), list(self.colours.values()))
        _fill(menu, [None, self.shortest_path, self.components])

    def of_focus(self) -> list[QAction]:
        """Return the commands about the part of the graph that is shown."""
        depth = [self.focus, self.focus_deeper, self.focus_less_deep]
        return [*depth, self.show_neighbours, self.hide_neighbours, self.end_focus]

    def fill_toolbar(self, bar: QToolBar) -> None:
        """Put the most used actions into the toolbar."""
        for action in (self.undo, self.redo, None, self.new_entity, self.new_relation, self.delete, None):
            _add(bar, action)
        for action in (self.fit_all, self.zoom_in, self.zoom_out, self.tidy):
            _add(bar, action)

    def _action(self, text: str, *keys: QKeySequence.StandardKey | str) -> QAction:
        action = QAction(text, self._window)
        sequences = [QKeySequence(key) for key in keys]
        action.setShortcuts([sequence for sequence in sequences if not sequence.isEmpty()])
        return action

    def _choice(self, text: str) -> QAction:
        action = self._action(text)
        action.setCheckable(True)
        return action

    def _group(self, choices: Iterable[QAction]) -> None:
        """Of these exactly one is chosen, the first until another is."""
        group = QActionGroup(self._window)
        for action in choices:
            group.addAction(action)
        group.actions()[0].setChecked(True)


def _fill(menu: QMenu, actions: Sequence[QAction | None]) -> None:
    for action in actions:
        _add(menu, action)


def _add(place: QMenu | QToolBar, action: QAction | None) -> None:
    if action is None:
        place.addSeparator()
    else:
        place.addAction(action)
