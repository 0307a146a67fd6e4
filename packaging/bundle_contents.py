"""What of PyInstaller's findings goes into the bundle.

An entry is (name in the bundle, path of the file, kind), as in PyInstaller's tables of contents.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath

Entry = tuple[str, str, str]

EXCLUDED = (
    *("tkinter", "_tkinter", "unittest", "doctest", "pydoc_data", "sqlite3", "setuptools", "_distutils_hack"),
    *("pip", "pytest", "_pytest", "hypothesis", "IPython", "PIL", "pandas", "matplotlib", "scipy", "numba"),
    *("lxml", "pydot", "pygraphviz", "sympy", "mypy", "uv", "hatchling", "rich", "pygments", "typer"),
    *("uvloop", "httptools", "websockets", "wsproto", "trio", "curio", "watchgod", "gunicorn"),
    *("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtTest", "PySide6.QtQml", "PySide6.QtQuick"),
)
"""Modules of the environment that would come along and that neither program uses."""

EXCLUDED_FROM_WINDOW = ("mcp", "mcp_types", "pydantic", "uvicorn", "starlette", "cryptography")
EXCLUDED_FROM_SERVER = ("PySide6", "shiboken6", "numpy", "networkx", "mnemoscope_gui")

# Wayland, X11, offscreen and the desktop portal stay; what is for kiosks, servers and other toolkits goes.
_UNWANTED = re.compile(
    "|".join(
        (
            r"/translations/",  # the window speaks English
            r"/qml/",
            r"plugins/(networkinformation|tls|generic|egldeviceintegrations|qmltooling|sqldrivers|printsupport)/",
            r"plugins/(wayland-graphics-integration-server|vectorimageformats|qmllint|designer)/",
            r"plugins/platforms/(lib)?q(eglfs|linuxfb|minimal|minimalegl|vkkhrdisplay|vnc|direct2d)\b",
            r"plugins/platforminputcontexts/(lib)?qtvirtualkeyboard",
            r"plugins/wayland-shell-integration/lib(fullscreen|ivi|qt-shell|wl-shell)",
            r"plugins/wayland-graphics-integration-client/lib(dmabuf|drm|vulkan)",
            r"plugins/imageformats/(lib)?q(pdf|tga|tiff|wbmp|webp|icns|gif)",
            r"plugins/platformthemes/libqgtk3",
            r"Qt6?(EglFS|Qml|Quick|Pdf|VirtualKeyboard)",
            r"opengl32sw\.dll",
            r"numpy/.*_(tests|simd)\.",
        )
    )
)
# Next to Python or to Qt's own libraries; what lies deeper belongs to a package, which may load it by name.
_LIBRARY = re.compile(r"(PySide6/Qt/lib/)?lib[^/]*\.so(\.|$)")


def is_wanted(name: str) -> bool:
    """Whether the file of this name in the bundle is of use to either program."""
    return not _UNWANTED.search(name.replace("\\", "/"))


def wanted(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that are of use."""
    return [entry for entry in entries if is_wanted(entry[0])]


def without_orphans(entries: Sequence[Entry], libraries_of: Callable[[str], Iterable[str]]) -> list[Entry]:
    """Return the entries without shared libraries that nothing else in the bundle asks for, in their order.

    Libraries that only a dropped plugin needed are in the tables still: they go here. A mark-and-sweep over
    the names that files ask the loader for.

    Args:
        entries: of a Linux bundle.
        libraries_of: from a path to the file names that its loader will look for.
    """
    named = defaultdict(list)
    for index, entry in enumerate(entries):
        named[PurePath(entry[0]).name].append(index)
    to_follow = [index for index, entry in enumerate(entries) if not _serves_others(entry)]
    kept = set(to_follow)
    while to_follow:
        _, path, kind = entries[to_follow.pop()]
        asked_for = () if kind == "SYMLINK" else libraries_of(path)
        found = {index for name in asked_for for index in named[PurePath(name).name]} - kept
        kept |= found
        to_follow.extend(found)
    return [entry for index, entry in enumerate(entries) if index in kept]


def without_dangling_links(entries: Iterable[Entry], present: Iterable[Entry]) -> list[Entry]:
    """Return the entries without links to files that are not among those present."""
    names = {PurePath(entry[0]).name for entry in present}
    return [entry for entry in entries if entry[2] != "SYMLINK" or PurePath(entry[0]).name in names]


def _serves_others(entry: Entry) -> bool:
    name = entry[0].replace("\\", "/")
    return _LIBRARY.match(name) is not None and "libpython" not in name
