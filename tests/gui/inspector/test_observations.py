"""Observations are reordered, split, moved, copied and pasted, with real keys and the real mouse."""

from collections.abc import Callable

from inspector_typing import open_editor
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope_gui.inspector.byline_delegate import MORE_ROLE, SHOWN_ROLE
from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.inspector.provenance_text import Byline
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import AddObservations, EntityObservations
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]
NO_KEY, CONTROL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


class DropFrom(QDropEvent):
    """A drop as it comes at the end of a drag; without a screen none can be made with the mouse."""

    def __init__(self, source: QWidget, place: QPoint) -> None:
        self._data = QMimeData()
        actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
        super().__init__(QPointF(place), actions, self._data, Qt.MouseButton.LeftButton, NO_KEY)
        self._source = source

    def source(self) -> QWidget:
        return self._source


def observations(window: MainWindow, name: str = "Alice") -> tuple[str, ...]:
    entity = window.session.snapshot.entity(name)
    return entity.observations if entity is not None else ()


def press(qtbot: QtBot, page: EntityPage, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_KEY) -> None:
    page.observations.list.setFocus()
    qtbot.keyClick(page.observations.list, key, modifiers)


def add(claude: MemoryFile, window: MainWindow, wait: Wait, *texts: str) -> None:
    claude.apply(AddObservations([EntityObservations("Alice", texts)]))
    wait(lambda: observations(window)[-len(texts) :] == texts)


def test_alt_and_an_arrow_move_an_observation(qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait):
    page.observations.list.setCurrentRow(1)
    press(qtbot, page, Qt.Key.Key_Up, ALT)
    wait(lambda: observations(window) == ("Works remotely", "Likes hiking"))
    assert page.observations.selected_texts == ["Works remotely"]
    press(qtbot, page, Qt.Key.Key_Down, ALT)
    wait(lambda: observations(window) == ("Likes hiking", "Works remotely"))


def test_the_first_observation_cannot_move_further_up(qtbot: QtBot, window: MainWindow, page: EntityPage):
    page.observations.list.setCurrentRow(0)
    press(qtbot, page, Qt.Key.Key_Up, ALT)
    assert not window.session.is_saving


def test_several_observations_move_together_and_stay_selected(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    add(claude, window, wait, "Third", "Fourth")
    page.observations.list.select_rows([1, 3])
    press(qtbot, page, Qt.Key.Key_Up, ALT)
    wait(lambda: observations(window) == ("Works remotely", "Fourth", "Likes hiking", "Third"))
    assert page.observations.selected_texts == ["Works remotely", "Fourth"]


def test_an_observation_is_dragged_to_another_place(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    items = page.observations.list
    items.setCurrentRow(0)
    below = items.visualItemRect(items.item(1)).bottomLeft() + QPoint(40, -1)
    drop = DropFrom(items, below)
    items.dropEvent(drop)
    assert drop.dropAction() == Qt.DropAction.CopyAction
    wait(lambda: observations(window) == ("Works remotely", "Likes hiking"))


def test_what_is_dragged_in_from_elsewhere_is_refused(window: MainWindow, page: EntityPage):
    items = page.observations.list
    items.setCurrentRow(0)
    items.dropEvent(DropFrom(window.graph, items.rect().center()))
    assert not window.session.is_saving


def test_control_and_enter_split_at_the_cursor(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    editor = open_editor(qtbot, page, 0)
    qtbot.keyClick(editor, Qt.Key.Key_Home)
    for _ in "Likes":
        qtbot.keyClick(editor, Qt.Key.Key_Right)
    qtbot.keyClick(editor, Qt.Key.Key_Return, CONTROL)
    wait(lambda: observations(window) == ("Likes", "hiking", "Works remotely"))


def test_a_split_counts_signs_beyond_the_basic_plane_once(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    add(claude, window, wait, "🎿🎿 skis a lot")
    editor = open_editor(qtbot, page, 2)
    qtbot.keyClick(editor, Qt.Key.Key_Home)
    for _ in "🎿🎿 skis":
        qtbot.keyClick(editor, Qt.Key.Key_Right)
    qtbot.keyClick(editor, Qt.Key.Key_Return, CONTROL)
    wait(lambda: observations(window)[2:] == ("🎿🎿 skis", "a lot"))


def test_each_line_becomes_an_observation(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    add(claude, window, wait, "One\nTwo\n\nThree")
    page.observations.list.setCurrentRow(2)
    window.actions_.split_observation.trigger()
    wait(lambda: observations(window)[2:] == ("One", "Two", "Three"))


def test_an_editor_that_is_left_unchanged_writes_nothing(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    add(claude, window, wait, "a space\u00a0that does not break \u2028 and one more line ")
    editor = open_editor(qtbot, page, 2)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert not window.session.is_saving
    assert page.observations.list.findChild(QPlainTextEdit) is None or not editor.isVisible()


def test_a_click_elsewhere_commits_what_is_typed(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    editor = open_editor(qtbot, page, 0)
    qtbot.keyClicks(editor, " a lot")
    qtbot.mouseClick(page.type_field, Qt.MouseButton.LeftButton)
    wait(lambda: observations(window) == ("Likes hiking a lot", "Works remotely"))


def test_the_editor_grows_with_its_text_and_its_row_with_it(qtbot: QtBot, page: EntityPage, wait: Wait):
    editor = open_editor(qtbot, page, 0)
    before = editor.height()
    for line in range(5):
        qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        qtbot.keyClicks(editor, f"line {line}")
    wait(lambda: editor.height() > before + 40)
    items = page.observations.list
    wait(lambda: items.visualItemRect(items.item(1)).top() >= editor.geometry().bottom())


def test_texts_are_copied_and_lines_pasted_as_observations(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    page.observations.list.selectAll()
    press(qtbot, page, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "Likes hiking\nWorks remotely"
    QApplication.clipboard().setText("Likes hiking\n\n  Has a dog \nHas a cat\nHas a dog")
    press(qtbot, page, Qt.Key.Key_V, CONTROL)
    wait(lambda: observations(window) == ("Likes hiking", "Works remotely", "Has a dog", "Has a cat"))


def test_every_command_about_observations_is_in_the_menu_of_the_list_with_its_key(
    window: MainWindow, page: EntityPage
):
    actions = page.observations.list.actions()
    assert actions == window.actions_.of_observations()
    assert all(not action.shortcut().isEmpty() for action in actions)
    assert page.observations.list.contextMenuPolicy() == Qt.ContextMenuPolicy.ActionsContextMenu


def test_commands_about_observations_are_off_where_none_is_selected(window: MainWindow, page: EntityPage):
    assert not window.actions_.move_observations.isEnabled()
    page.observations.list.setCurrentRow(0)
    assert window.actions_.move_observations.isEnabled()
    window.graph.view.select([])
    assert not window.actions_.move_observations.isEnabled()
    assert not window.actions_.paste_observations.isEnabled()


def test_a_huge_observation_is_cut_and_a_click_opens_it_whole(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    text = "word " * 40_000 + "end"
    add(claude, window, wait, text)
    items = page.observations.list
    item = items.item(2)
    assert len(item.data(SHOWN_ROLE)) < 700
    assert item.data(MORE_ROLE) == f"Show all {len(text):,} characters"
    items.scrollToItem(item)
    place = items.delegate.more_rectangle(items.visualItemRect(item), items.indexFromItem(item)).center()
    qtbot.mouseClick(items.viewport(), Qt.MouseButton.LeftButton, pos=place)
    wait(lambda: items.findChild(QPlainTextEdit) is not None)
    editor = items.delegate.editor
    assert editor.text == text
    qtbot.keyClicks(editor, "!")
    editor.selectAll()
    editor.copy()
    assert QApplication.clipboard().text() == f"{text}!"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: observations(window)[2] == f"{text}!")


def test_what_does_not_print_is_shown_by_signs_and_kept_as_it_is(
    window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    text = "<b>bold</b>\x07\u202eturned\nsecond line"
    add(claude, window, wait, text)
    item = page.observations.list.item(2)
    assert item.text() == text
    assert item.data(SHOWN_ROLE) == "<b>bold</b>\ufffdturned\nsecond line"


def test_control_z_takes_back_typing_first_and_then_the_last_edit(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    qtbot.keyClicks(page.observations.new_field, "Has a dog")
    qtbot.keyClick(page.observations.new_field, Qt.Key.Key_Return)
    wait(lambda: len(observations(window)) == 3)
    wait(lambda: window.actions_.undo.isEnabled())
    editor = open_editor(qtbot, page, 0)
    qtbot.keyClicks(editor, " x")
    qtbot.keySequence(editor, QKeySequence.StandardKey.Undo)
    assert editor.toPlainText() == "Likes hiking"
    assert len(observations(window)) == 3
    qtbot.keySequence(editor, QKeySequence.StandardKey.Undo)
    wait(lambda: len(observations(window)) == 2)


def test_news_about_writers_leave_the_cursor_of_an_open_editor_where_it_is(
    qtbot: QtBot, page: EntityPage, wait: Wait
):
    editor = open_editor(qtbot, page, 0)
    qtbot.keyClick(editor, Qt.Key.Key_Home)
    page.observations.show_bylines({"Likes hiking": Byline("Claude Desktop · today", "")})
    assert editor.textCursor().position() == 0


def test_a_command_from_the_menu_loses_nothing_that_is_being_typed(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    qtbot.keyClicks(open_editor(qtbot, page, 0), " a lot")
    window.actions_.move_observation_down.trigger()
    wait(lambda: observations(window) == ("Works remotely", "Likes hiking"))
    assert page.observations.list.item(1).data(SHOWN_ROLE) == "Likes hiking a lot"
