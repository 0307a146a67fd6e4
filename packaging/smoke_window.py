"""Whether a bundled window paints: on a screen, and without one into a picture."""

import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from shown_window import show_window
from smoke_server import assert_calm

_SECONDS = 120
_SECONDS_TO_STAY = 15
_SECONDS_TO_END = 10
# Text and curves have soft edges: a window that shows them has many more.
_COLOURS = 50
_PICTURE_BYTES = 10_000


def check_window(program: Path, environment: Mapping[str, str], picture: Path) -> None:
    """Open the sample on a screen that nobody sees, and take a picture.

    Raises:
        AssertionError: nothing is painted, or the program complains or ends.
    """
    shown = show_window([str(program), "--demo"], environment, picture)
    assert_calm(shown.log, program)
    assert shown.status is None, f"the window's program ended by itself, with {shown.status}: {shown.log}"
    assert shown.colours >= _COLOURS, f"only {shown.colours} colours on the screen: {shown.log}"
    print(f"   first paint after {shown.paint_seconds:.2f} s, {shown.colours} colours: {picture}")


def check_start(program: Path, environment: Mapping[str, str], log: Path) -> None:
    """Open the sample where nobody can look at the screen: the program stays, and does not complain.

    Raises:
        AssertionError: it complains or ends.
    """
    with log.open("wb") as errors:
        window = subprocess.Popen(
            [str(program), "--demo"], env=dict(environment), stdout=errors, stderr=errors
        )
        with suppress(subprocess.TimeoutExpired):
            window.wait(_SECONDS_TO_STAY)
        status = window.poll()
        window.terminate()
        window.wait(_SECONDS_TO_END)
    written = log.read_text("utf-8", "replace")
    assert_calm(written, program)
    assert status is None, f"the window's program ended by itself, with {status}: {written}"


def check_picture(program: Path, environment: Mapping[str, str], picture: Path) -> None:
    """Draw the sample without a screen.

    Raises:
        AssertionError: there is no picture, or a blank one.
    """
    picture.unlink(missing_ok=True)
    command = [str(program), "--demo", "--render", str(picture)]
    ended = subprocess.run(command, env=dict(environment), capture_output=True, timeout=_SECONDS, check=False)
    assert_calm(ended.stderr.decode("utf-8", "replace"), program)
    assert ended.returncode == 0, f"--render ended with {ended.returncode}: {ended.stderr!r}"
    assert picture.stat().st_size > _PICTURE_BYTES, f"the picture has {picture.stat().st_size} bytes"
