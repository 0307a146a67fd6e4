"""The program `mnemoscope`: what the command line asks for, and the start of the window."""

import argparse
import gc
import logging
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

# The layout has one thread; more would only take turns with the window. To be set before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from mnemoscope_gui.command_line import PICTURE_SIZE, read_arguments
from mnemoscope_shared import __version__
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.locations import locate_memory_file

# The window gets its turn within half a millisecond while the layout runs; measured with 100,000 nodes.
_SWITCH_SECONDS = 0.0005


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    options = read_arguments(arguments)
    logging.basicConfig(format="mnemoscope: %(message)s", stream=sys.stderr)
    sys.setswitchinterval(_SWITCH_SECONDS)
    with tempfile.TemporaryDirectory(prefix="mnemoscope-") as folder:
        path, is_sample = _choose(options, Path(folder))
        try:
            if options.render is not None:
                return _render(path, options)
            return _run(path, options, is_sample=is_sample)
        except MnemoscopeError as error:
            logging.getLogger(__name__).error("%s", error)
            return 1


def _choose(options: argparse.Namespace, folder: Path) -> tuple[Path, bool]:
    """Return the file to open, and whether it is the sample: asked for, or for want of a memory."""
    from mnemoscope_gui.sample_memory import write_sample

    location = locate_memory_file(options.file, os.environ, Path.cwd(), sys.platform)
    path = Path(location.path)
    if options.demo or (options.file is None and not path.exists()):
        return write_sample(folder), True
    return path, False


def _render(path: Path, options: argparse.Namespace) -> int:
    from mnemoscope_gui.render import render_file

    render_file(
        path,
        options.render,
        dark=options.dark,
        size=options.size or PICTURE_SIZE,
        focus=options.focus,
        depth=options.depth or 1,
    )
    return 0


def _run(path: Path, options: argparse.Namespace, *, is_sample: bool) -> int:
    # What is imported stays: looking through it for garbage would take a tenth of the start.
    gc.disable()
    from PySide6.QtWidgets import QApplication

    from mnemoscope_gui.application import Application
    from mnemoscope_gui.icons import application_icon
    from mnemoscope_gui.settings import Settings
    from mnemoscope_gui.single_instance import SingleInstance

    gc.freeze()
    gc.enable()
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Mnemoscope")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("mnemoscope")
    app.setWindowIcon(application_icon())
    instance = SingleInstance(app)
    # A demonstration lives in a folder of this process, so no other can show it.
    if not options.demo and instance.hand_over(None if is_sample else path):
        return 0
    application = Application(app, Settings())
    application.faults.install()
    if not options.demo:
        instance.listen()
        instance.asked_to_open.connect(application.open_or_raise)
    if options.hidden:
        application.tray.hide_memory(path, is_sample=is_sample)
    else:
        application.open(path, is_sample=is_sample)
    application.tray.start()
    return app.exec()
