"""The licences of what a bundle holds."""

import sys

from notices import Notice, distribution_names, notice_file, notices_of
from places import PACKAGING

PROVIDERS = {"numpy": ["numpy"], "PySide6": ["PySide6_Essentials"], "mnemoscope_gui": ["mnemoscope"]}


def test_packages_are_found_by_the_modules_and_files_that_are_in_the_bundle():
    modules = ["numpy.linalg", "PySide6/Qt/lib/libQt6Gui.so.6", "mnemoscope_gui.app", "json.decoder"]
    assert distribution_names(modules, PROVIDERS) == {"numpy", "PySide6_Essentials", "pyinstaller"}


def test_the_text_lists_every_work_by_name_and_then_brings_the_texts():
    text = notice_file([Notice("zebra 1", "MIT", ("All the text.",)), Notice("Ant 2", "")])
    assert text.index("  Ant 2\n") < text.index("  zebra 1 - MIT\n") < text.index("All the text.")


def test_the_text_tells_that_qt_is_under_the_lgpl_and_may_be_replaced():
    text = notice_file([])
    assert "GNU Lesser General Public License, version 3" in text
    assert "you may replace them" in text


def test_the_texts_that_it_names_are_there():
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (PACKAGING / "licences/LGPL-3.0.txt").read_text("utf-8")
    assert "GNU GENERAL PUBLIC LICENSE" in (PACKAGING / "licences/GPL-3.0.txt").read_text("utf-8")


def test_packages_bring_their_own_licence_texts():
    found = {notice.name.split()[0]: notice for notice in notices_of(["numpy.linalg"], [])}
    assert set(found) == {"Python", "numpy", "pyinstaller"}
    assert "BSD" in found["numpy"].licence
    assert found["numpy"].texts


def test_a_library_of_the_environment_is_no_library_of_the_system():
    names = [notice.name for notice in notices_of([], [f"{sys.prefix}/lib/libanything.so"])]
    assert not any("system" in name for name in names)
