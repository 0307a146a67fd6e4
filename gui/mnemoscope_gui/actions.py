"""Every command of the window: its text and its keys."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.settings import SCHEMES, Page, Scheme
from mnemoscope_gui.visual_encoding import ColourBy, SizeBy

_SCHEME_TEXTS: dict[Scheme, str] = {"system": "As the &system", "light": "&Light", "dark": "&Dark"}
_SIZE_TEXTS: dict[SizeBy, str] = {
    "degree": "Number of &relations",
    "betweenness": "&Betweenness (on shortest paths)",
    "pagerank": "&PageRank (near to important ones)",
}
_PAGE_TEXTS: dict[Page, tuple[str, str]] = {
    "graph": ("Show as &graph", "Graph"),
    "table": ("Show as t&able", "Table"),
}
_PAGE_KEY = "Ctrl+L"
_SORT_TEXTS = ("&Name", "&Type", "&Observations", "&Relations", "To&kens", "&Last change")
_COLOUR_TEXTS: dict[ColourBy, str] = {"type": "&Type", "community": "&Community"}


class Actions:
    """The window's actions, by name; the window connects each to what it does."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._add_file_actions()
        self._add_edit_actions()
        self._add_observation_actions()
        self._add_view_actions()
        self._add_page_actions()
        self._add_finding_actions()
        self._add_graph_actions()
        self._add_assistant_actions()
        self._add_help_actions()
        for choices in (self.sizes, self.colours, self.schemes, self.pages):
            self._group(choices.values())

    def _add_file_actions(self) -> None:
        self.open = self._action("&Open…", QKeySequence.StandardKey.Open)
        self.find_memory = self._action("&Find my memory file…")
        self.copy_to_memory = self._action("&Copy to another memory…")
        self.move_to_memory = self._action("&Move to another memory…")
        self.merge_copy = self._action("Merge a con&flict copy…")
        self.save = self._action("&Save", QKeySequence.StandardKey.Save)
        self.export = self._action("&Export…", "Ctrl+E")
        self.save_picture = self._action("Save &picture…")
        self.close = self._action("&Close window", QKeySequence.StandardKey.Close)
        self.quit = self._action("&Quit", "Ctrl+Q")

    def _add_edit_actions(self) -> None:
        self.undo = self._action("&Undo", QKeySequence.StandardKey.Undo)
        # Both spellings on every platform: people bring their habits with them.
        self.redo = self._action("&Redo", "Ctrl+Y", "Ctrl+Shift+Z")
        self.new_entity = self._action("New &entity…", "Ctrl+N")
        self.new_relation = self._action("New &relation…", "Ctrl+R")
        self.rename = self._action("Re&name…", "F2")
        self.delete = self._action("&Delete", QKeySequence.StandardKey.Delete)
        self.copy = self._action("&Copy", QKeySequence.StandardKey.Copy)
        self.copy_json_lines = self._action("Copy as &JSON Lines")
        self.cut = self._action("Cu&t", QKeySequence.StandardKey.Cut)
        self.paste = self._action("&Paste", QKeySequence.StandardKey.Paste)
        self.merge = self._action("&Merge the selected…", "Ctrl+Shift+M")
        self.relate_entities = self._action("Re&late the selected…")
        self.rename_entity_type = self._action("Rename a &type of entities…")
        self.rename_relation_type = self._action("Rename a type of re&lations…")

    def _add_observation_actions(self) -> None:
        self.edit_observation = self._action("&Edit the observation", "Return", "Enter")
        self.split_observation = self._action("Split the observation into &lines", "Ctrl+Shift+Return")
        self.move_observation_up = self._action("Move the observation &up", "Alt+Up")
        self.move_observation_down = self._action("Move the observation &down", "Alt+Down")
        self.move_observations = self._action("&Move observations to another entity…", "Ctrl+Shift+V")
        self.copy_observations = self._action("&Copy observations to another entity…", "Ctrl+Shift+C")
        self.copy_observation_texts = self._action(
            "Copy observations as &text", QKeySequence.StandardKey.Copy
        )
        self.paste_observations = self._action("&Paste lines as observations", QKeySequence.StandardKey.Paste)
        self.delete_observations = self._action("Delete ob&servations", QKeySequence.StandardKey.Delete)

    def _add_view_actions(self) -> None:
        # Some platforms have no key for it.
        self.preferences = self._action("Pre&ferences…", "Ctrl+,")
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

    def _add_page_actions(self) -> None:
        self.pages = {page: self._choice(text) for page, (text, _) in _PAGE_TEXTS.items()}
        for page, (_, short) in _PAGE_TEXTS.items():
            self.pages[page].setIconText(short)
        self.sorts = [self._action(text) for text in _SORT_TEXTS]
        self.sort_by_current = self._action("The column with the &keyboard", "Ctrl+Shift+L")
        self.minimap = self._action("&Map of the graph")
        self.minimap.setCheckable(True)

    def _add_finding_actions(self) -> None:
        self.find = self._action("&Find…", QKeySequence.StandardKey.Find)
        # F3 on every platform: some have another key for it besides.
        self.find_next = self._action("Find &next", "F3")
        self.find_previous = self._action("Find pre&vious", "Shift+F3")
        self.palette = self._action("Command &palette…", "Ctrl+K")
        self.back = self._action("&Back", QKeySequence.StandardKey.Back)
        self.forward = self._action("F&orward", QKeySequence.StandardKey.Forward)
        self.back.setIconText("‹")
        self.forward.setIconText("›")
        self.show_all_types = self._action("Show &hidden types")
        self.save_view = self._action("Sa&ve this view…")

    def _add_graph_actions(self) -> None:
        self.tidy = self._action("&Tidy")
        self.unpin = self._action("&Unpin the selected", "P")
        self.next_panel = self._action("&Next panel", "F6")
        self.previous_panel = self._action("&Previous panel", "Shift+F6")
        self.reset_layout = self._action("&Reset window layout")
        self.drawing = self._action("&Drawing…")
        self.shortest_path = self._action("Shortest &path between the two selected")
        self.components = self._action("&Components…")
        self.sizes = {by: self._choice(text) for by, text in _SIZE_TEXTS.items()}
        self.colours = {by: self._choice(text) for by, text in _COLOUR_TEXTS.items()}
        self.schemes = {scheme: self._choice(_SCHEME_TEXTS[scheme]) for scheme in SCHEMES}

    def _add_assistant_actions(self) -> None:
        self.connect_assistants = self._action("&Connect assistants…")
        self.check_connection = self._action("C&heck the connection…")
        self.copy_configuration = self._action("Copy con&figuration")
        self.copy_instructions = self._action("Copy &instructions for the assistant")
        self.start_server = self._action("&Start server…")
        self.stop_server = self._action("S&top server")
        self.show_changes = self._action("&What changed")
        self.keep_in_tray = self._choice("&Keep in the tray")
        self.start_at_login = self._choice("Start at &login")

    def _add_help_actions(self) -> None:
        self.shortcuts = self._action("&Keyboard shortcuts", "F1")
        self.about = self._action("&About Mnemoscope")

    def give_keys_to_canvas(self, canvas: QWidget) -> None:
        """Let keys that lists and fields use too act on the canvas only while it has the focus."""
        for action in (self.rename, self.select_all, self.frame_selection, self.unpin, *self.of_clipboard()):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            canvas.addAction(action)

    def show_page(self, page: Page) -> None:
        """Mark the page that is shown; the key leads to the other, and only what acts on this one is on."""
        for one, action in self.pages.items():
            action.setChecked(one == page)
            action.setShortcut(QKeySequence() if one == page else QKeySequence(_PAGE_KEY))
        for action in (self.fit_all, self.actual_size, self.zoom_in, self.zoom_out, self.tidy):
            action.setEnabled(page == "graph")
        for action in (*self.sorts, self.sort_by_current):
            action.setEnabled(page == "table")

    def everything(self) -> list[QAction]:
        """Return all actions."""
        single = [value for value in vars(self).values() if isinstance(value, QAction)]
        choices = (self.sizes, self.colours, self.schemes, self.pages)
        return [*single, *self.sorts, *(action for group in choices for action in group.values())]

    def of_clipboard(self) -> list[QAction]:
        """Return the commands whose keys mean something else in a text field."""
        return [self.delete, self.cut, self.copy, self.paste]

    def of_observations(self) -> list[QAction]:
        """Return the commands about the observations that are selected in the inspector."""
        places = [self.move_observation_up, self.move_observation_down]
        others = [self.move_observations, self.copy_observations]
        texts = [self.copy_observation_texts, self.paste_observations, self.delete_observations]
        return [self.edit_observation, self.split_observation, *places, *others, *texts]

    def of_focus(self) -> list[QAction]:
        """Return the commands about the part of the graph that is shown."""
        depth = [self.focus, self.focus_deeper, self.focus_less_deep]
        return [*depth, self.show_neighbours, self.hide_neighbours, self.end_focus]

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


def action_title(action: QAction) -> str:
    """Return the text of an action as people read it: no mnemonic, no dots."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("….")
