"""Where each command stands: the menu bar holds all of them, the toolbar those used most."""

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from mnemoscope_gui.action_button import ActionButton
from mnemoscope_gui.actions import Actions


def fill_menu_bar(
    bar: QMenuBar, actions: Actions, dock_toggles: Sequence[QAction], recent_files: QMenu
) -> None:
    """Put every action into the menu bar."""
    _fill_file_menu(bar.addMenu("&File"), actions, recent_files)
    _fill_edit_menu(bar.addMenu("&Edit"), actions)
    _fill_view_menu(bar.addMenu("&View"), actions, dock_toggles)
    _fill_graph_menu(bar.addMenu("&Graph"), actions)
    _fill_memory_menu(bar.addMenu("&Memory"), actions)
    _fill_connect_menu(bar.addMenu("&Connect"), actions)
    _fill(bar.addMenu("&Help"), actions.shortcuts, actions.about)


def fill_toolbar(bar: QToolBar, actions: Actions, search_field: QWidget) -> None:
    """Put the search field and the most used actions into the toolbar."""
    _add_buttons(bar, actions.back, actions.forward)
    bar.addWidget(search_field)
    _add_buttons(bar, None, actions.undo, actions.redo, None)
    _add_buttons(bar, actions.new_entity, actions.new_relation, actions.delete, None)
    _add_buttons(bar, actions.fit_all, actions.tidy, None)
    _add_buttons(bar, *actions.pages.values())


def _fill_file_menu(menu: QMenu, actions: Actions, recent_files: QMenu) -> None:
    _fill(menu, actions.open)
    menu.addMenu(recent_files)
    _fill(menu, actions.find_memory, None, actions.save, actions.export, actions.save_picture, None)
    _fill(menu, actions.preferences, None, actions.close, actions.quit)


def _fill_edit_menu(menu: QMenu, actions: Actions) -> None:
    _fill(menu, actions.undo, actions.redo, None, actions.new_entity, actions.new_relation)
    _fill(menu, actions.rename, actions.delete, None)
    _fill(menu, actions.cut, actions.copy, actions.copy_json_lines, actions.paste, None)
    _fill(menu.addMenu("&Observations"), *actions.of_observations())
    _fill(menu, actions.select_all, None)
    _fill(menu, actions.find, actions.find_next, actions.find_previous, actions.palette, None)
    _fill(menu, actions.merge, actions.relate_entities)
    _fill(menu, actions.rename_entity_type, actions.rename_relation_type)


def _fill_view_menu(menu: QMenu, actions: Actions, dock_toggles: Sequence[QAction]) -> None:
    _fill(menu, *actions.pages.values())
    _fill(menu.addMenu("Sort table b&y"), *actions.sorts, None, actions.sort_by_current)
    _fill(menu, None, actions.back, actions.forward, None)
    _fill(menu, actions.fit_all, actions.actual_size, actions.frame_selection)
    _fill(menu, actions.zoom_in, actions.zoom_out, None)
    _fill(menu.addMenu("F&ocus"), *actions.of_focus())
    _fill(menu, actions.show_all_types, actions.save_view, None)
    _fill(menu.addMenu("&Colours"), *actions.schemes.values())
    _fill(menu, None, *dock_toggles, actions.minimap, actions.reset_layout)
    _fill(menu, None, actions.next_panel, actions.previous_panel)


def _fill_graph_menu(menu: QMenu, actions: Actions) -> None:
    _fill(menu, actions.tidy, actions.unpin, actions.drawing, None)
    _fill(menu.addMenu("&Size by"), *actions.sizes.values())
    _fill(menu.addMenu("Colour &by"), *actions.colours.values())
    _fill(menu, None, actions.shortest_path, actions.components)


def _fill_memory_menu(menu: QMenu, actions: Actions) -> None:
    _fill(menu, actions.show_changes, None)
    _fill(menu, actions.copy_to_memory, actions.move_to_memory, None, actions.merge_copy)


def _fill_connect_menu(menu: QMenu, actions: Actions) -> None:
    _fill(menu, actions.connect_assistants, actions.check_connection, None)
    _fill(menu, actions.copy_configuration, actions.copy_instructions, None)
    _fill(menu, actions.start_server, actions.stop_server, None)
    _fill(menu, actions.keep_in_tray, actions.start_at_login)


def _fill(menu: QMenu, *actions: QAction | None) -> None:
    """Append actions; None stands for a line between them."""
    for action in actions:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)


def _add_buttons(bar: QToolBar, *actions: QAction | None) -> None:
    """Append a button for each action; None stands for a line between them."""
    for action in actions:
        if action is None:
            bar.addSeparator()
        else:
            bar.addWidget(ActionButton(action, bar))
