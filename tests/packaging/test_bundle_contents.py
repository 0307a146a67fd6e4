"""What of the files that PyInstaller finds goes into a bundle."""

import pytest
from bundle_contents import is_wanted, without_dangling_links, without_orphans

PLUGINS = "PySide6/Qt/plugins/"


@pytest.mark.parametrize(
    "name",
    [
        *(f"{PLUGINS}platforms/libq{platform}.so" for platform in ("wayland", "xcb", "offscreen")),
        f"{PLUGINS}platformthemes/libqxdgdesktopportal.so",
        f"{PLUGINS}platforminputcontexts/libibusplatforminputcontextplugin.so",
        f"{PLUGINS}wayland-shell-integration/libxdg-shell.so",
        f"{PLUGINS}imageformats/libqsvg.so",
        r"PySide6\plugins\platforms\qwindows.dll",
        r"PySide6\plugins\platforms\qoffscreen.dll",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "mnemoscope_gui/resources/mnemoscope.svg",
        "numpy.libs/libscipy_openblas64_-1.so",
        "numpy/_core/_multiarray_umath.cpython-311-x86_64-linux-gnu.so",
    ],
)
def test_what_a_window_needs_on_some_system_stays(name):
    assert is_wanted(name)


@pytest.mark.parametrize(
    "name",
    [
        *(f"{PLUGINS}platforms/libq{platform}.so" for platform in ("eglfs", "vnc", "minimal", "minimalegl")),
        f"{PLUGINS}platformthemes/libqgtk3.so",
        f"{PLUGINS}tls/libqopensslbackend.so",
        f"{PLUGINS}platforminputcontexts/libqtvirtualkeyboardplugin.so",
        r"PySide6\plugins\platforms\qminimal.dll",
        r"PySide6\plugins\platforms\qdirect2d.dll",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/opengl32sw.dll",
        "numpy/_core/_multiarray_tests.cpython-311-x86_64-linux-gnu.so",
    ],
)
def test_what_no_window_of_ours_needs_goes(name):
    assert not is_wanted(name)


ENTRIES = [
    ("libpython3.11.so.1.0", "/python", "BINARY"),
    ("libgtk-3.so.0", "/gtk", "BINARY"),
    ("libcairo.so.2", "/cairo", "BINARY"),
    ("libxkbcommon.so.0", "/xkb", "BINARY"),
    ("PySide6/QtGui.abi3.so", "/QtGui", "EXTENSION"),
    ("PySide6/Qt/lib/libQt6Gui.so.6", "/Qt6Gui", "BINARY"),
    ("libQt6Gui.so.6", "PySide6/Qt/lib/libQt6Gui.so.6", "SYMLINK"),
    ("numpy.libs/libgfortran.so.5", "/gfortran", "BINARY"),
]
LIBRARIES = {"/QtGui": ["libQt6Gui.so.6"], "/Qt6Gui": ["libxkbcommon.so.0"], "/gtk": ["libcairo.so.2"]}


def kept():
    return [entry[0] for entry in without_orphans(ENTRIES, lambda path: LIBRARIES.get(path, []))]


def test_libraries_that_only_a_dropped_plugin_asked_for_go():
    assert {"libgtk-3.so.0", "libcairo.so.2"}.isdisjoint(kept())


def test_libraries_that_something_asks_for_stay_with_the_links_to_them():
    assert {"libxkbcommon.so.0", "PySide6/Qt/lib/libQt6Gui.so.6", "libQt6Gui.so.6"} <= set(kept())


def test_python_and_what_packages_bring_for_themselves_stay():
    assert {"libpython3.11.so.1.0", "numpy.libs/libgfortran.so.5"} <= set(kept())


def test_links_to_files_that_went_go_too():
    links = [("libQt6Gui.so.6", "", "SYMLINK"), ("libQt6Qml.so.6", "", "SYMLINK"), ("base.txt", "", "DATA")]
    left = without_dangling_links(links, [("PySide6/Qt/lib/libQt6Gui.so.6", "", "BINARY")])
    assert [entry[0] for entry in left] == ["libQt6Gui.so.6", "base.txt"]
