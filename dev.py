#!/usr/bin/env python3
"""Set Mnemoscope up in `.venv` beside this file, then run or check it. It needs Python 3.11 or newer.

    python3 dev.py run [ARGS]     open the window; without ARGS on the sample graph
    python3 dev.py serve [ARGS]   run the memory server on standard input and output
    python3 dev.py test [ARGS]    run every check; with ARGS only pytest, with these arguments
    python3 dev.py lock [ARGS]    make requirements.lock anew; --upgrade takes the newest versions

Only the standard library, and only syntax that Python 3.6 can parse: an older Python gets a sentence, not a
SyntaxError. Set-up speaks on standard error, because the server's standard output is a protocol.
"""

import ctypes
import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs this file may have an older Python
    sys.exit(
        "Mnemoscope needs Python 3.11 or newer; this is Python {}.{}. "
        "Run this file with a newer one, for example: python3.12 dev.py run".format(*sys.version_info[:2])
    )

ROOT = pathlib.Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / "requirements.lock"
PROJECT = ROOT / "pyproject.toml"
SAMPLE_PICTURE = ROOT / "pictures" / "demo.png"
PIP = (str(PYTHON), "-P", "-m", "pip", "install", "--disable-pip-version-check")
UV = (str(PYTHON), "-P", "-m", "uv", "pip", "install", "--python", str(PYTHON))

CHECKS: Sequence[tuple[str, Sequence[str]]] = (
    ("ruff check", ("-m", "ruff", "check")),
    ("ruff format --check", ("-m", "ruff", "format", "--check")),
    ("mypy", ("-m", "mypy")),
    ("lint-imports", ("-c", "from importlinter.cli import lint_imports_command as check; check()")),
    ("pytest", ("-m", "pytest", "-n", str(min(os.cpu_count() or 1, 8)), "--dist", "loadfile")),
)


class SystemLibrary(NamedTuple):
    """A shared library of the operating system that Qt loads, and the packages that bring it."""

    file_name: str
    debian: str
    fedora: str


# What the Qt wheels name as needed and do not bring along; what these pull in themselves is left out.
QT_LIBRARIES = (
    SystemLibrary("libEGL.so.1", "libegl1", "libglvnd-egl"),
    SystemLibrary("libGL.so.1", "libgl1", "libglvnd-glx"),
    SystemLibrary("libdbus-1.so.3", "libdbus-1-3", "dbus-libs"),
    SystemLibrary("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
    SystemLibrary("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
    SystemLibrary("libgssapi_krb5.so.2", "libgssapi-krb5-2", "krb5-libs"),
    SystemLibrary("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
)
X11_LIBRARIES = (
    SystemLibrary("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
    SystemLibrary("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
    SystemLibrary("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
    SystemLibrary("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
    SystemLibrary("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
)


def run(arguments: Sequence[str]) -> int:
    """Open the window; where there is no screen, draw the graph into a picture and say where it is."""
    screen = has_screen(os.environ, sys.platform)
    require_libraries(needed_libraries(os.environ, sys.platform))
    set_up()
    if screen:
        return hand_over("-m", "mnemoscope_gui", *(arguments or ("--demo",)))
    if "--render" in arguments:
        return start("-m", "mnemoscope_gui", *arguments)
    SAMPLE_PICTURE.parent.mkdir(exist_ok=True)
    code = start("-m", "mnemoscope_gui", "--render", str(SAMPLE_PICTURE), *(arguments or ("--demo",)))
    if code == 0:
        say(f"There is no screen here, so the graph is drawn in {SAMPLE_PICTURE}")
    return code


def serve(arguments: Sequence[str]) -> int:
    """Run the memory server; standard input and output belong to its client from the first byte."""
    set_up()
    return hand_over("-m", "mnemoscope_server", *arguments)


def test(arguments: Sequence[str]) -> int:
    """Run every check, or only pytest with `arguments`; the first failure's exit code, 0 without one."""
    require_libraries(QT_LIBRARIES if sys.platform.startswith("linux") else ())
    set_up()
    checks = [("pytest", ("-m", "pytest", *arguments))] if arguments else CHECKS
    return next(filter(None, [check(title, command) for title, command in checks]), 0)


def check(title: str, command: Sequence[str]) -> int:
    """Announce and run one check from the project's folder."""
    say(f"== {title}")
    return start(*command, folder=ROOT)


def lock(arguments: Sequence[str]) -> int:
    """Write `requirements.lock` from `pyproject.toml`: every platform, every file's hash, no address."""
    make_venv()
    if not install_uv():
        sys.exit(
            "Only uv can make the lock, and it could not be installed. Check the connection, then try again."
        )
    options = "--all-extras --universal --generate-hashes --no-emit-index-url --no-emit-find-links --quiet"
    command = ("-m", "uv", "pip", "compile", PROJECT.name, *options.split(), "--python", str(PYTHON))
    outcome = ("--python-version", "3.11", "--output-file", LOCK.name)
    return start(
        *command, *outcome, "--custom-compile-command", "python dev.py lock", *arguments, folder=ROOT
    )


def set_up() -> None:
    """Bring `.venv` to what the lock and the project ask for; at once when it is there already."""
    make_venv()
    wanted = fingerprint(LOCK.read_bytes(), PROJECT.read_bytes())
    stamp = VENV / "installed"
    if is_stamped(stamp, wanted):
        return
    say("Installing the packages of requirements.lock into .venv; the first time this takes a minute or two.")
    if not install_everything():
        sys.exit("The packages could not be installed; the reason is above. Put it right, then try again.")
    stamp.write_text(wanted, encoding="utf-8")


def make_venv() -> None:
    """Make `.venv`, or make it anew where another Python or another folder made it or nobody finished it."""
    wanted = fingerprint(sys.base_prefix, sys.implementation.cache_tag, sysconfig.get_platform(), str(VENV))
    stamp = VENV / "made"
    if PYTHON.exists() and is_stamped(stamp, wanted):
        return
    require_venv_module()
    say("Making .venv")
    # A virtual environment's own Python cannot replace that environment everywhere: take the one below it.
    python = getattr(sys, "_base_executable", sys.executable)
    if set_up_step(python, "-m", "venv", "--clear", str(VENV)):
        sys.exit("Making .venv failed; the reason is above. Free some space or delete .venv, then try again.")
    stamp.write_text(wanted, encoding="utf-8")


def require_venv_module() -> None:
    """End with a sentence where the system's Python comes without what makes virtual environments."""
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        sys.exit(
            "This Python cannot make virtual environments: its venv or ensurepip module is missing.\n"
            "  Debian, Ubuntu: sudo apt install python3-venv\nThen run the same command again."
        )


def install_everything() -> bool:
    """Install the lock, then the project itself (editable, no network); whether that worked.

    uv is several times faster than pip; pip serves where there is no uv or it does not get through.
    """
    quiet = () if sys.stderr.isatty() else ("--quiet",)
    locked = (*quiet, "--require-hashes", "-r", str(LOCK))
    project = ("--quiet", "--no-deps", "--no-build-isolation", "-e", ".")
    if install_uv() and not (set_up_step(*UV, *locked) or set_up_step(*UV, *project)):
        return True
    say("uv does not get through here; pip takes its place and needs a little longer.")
    return not (set_up_step(*PIP, *locked) or set_up_step(*PIP, *project))


def install_uv() -> bool:
    """Install uv into `.venv` with the version and hashes of the lock; whether it is there now."""
    if not set_up_step(str(PYTHON), "-P", "-c", "import uv; uv.find_uv_bin()", quiet=True):
        return True
    text = LOCK.read_text(encoding="utf-8") if LOCK.exists() else ""
    requirements = VENV / "uv-requirements.txt"
    requirements.write_text(locked_requirement(text, "uv") or "uv\n", encoding="utf-8")
    return set_up_step(*PIP, "--quiet", "-r", str(requirements)) == 0


def locked_requirement(lock_text: str, name: str) -> str:
    """Cut one package's pin and hashes out of a lock; empty when the package is not in it."""
    lines = lock_text.splitlines()
    first = next((number for number, line in enumerate(lines) if line.startswith(name + "==")), None)
    if first is None:
        return ""
    last = next(number for number in range(first, len(lines)) if not lines[number].endswith("\\"))
    return "\n".join(lines[first : last + 1]) + "\n"


def fingerprint(*parts: str | bytes | None) -> str:
    """Hash `parts`; two different lists of parts never look alike."""
    return hashlib.sha256(repr(parts).encode("utf-8")).hexdigest()


def is_stamped(stamp: pathlib.Path, wanted: str) -> bool:
    """Whether the step that writes `stamp` last was completed for `wanted`."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a window can be shown: always, except on a Linux without X11 and Wayland."""
    return not platform.startswith("linux") or any(map(environment.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def needed_libraries(environment: Mapping[str, str], platform: str) -> Sequence[SystemLibrary]:
    """List what Qt takes from the system for a window, or for a picture where there is no screen."""
    if not platform.startswith("linux"):
        return ()
    if environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        return QT_LIBRARIES + X11_LIBRARIES
    return QT_LIBRARIES


def is_missing(library: SystemLibrary) -> bool:
    """Whether the system's loader cannot load `library`."""
    try:
        ctypes.CDLL(library.file_name)
    except OSError:
        return True
    return False


def missing_message(missing: Sequence[SystemLibrary]) -> str:
    """Name what is missing and the command that brings it."""
    return (
        f"Qt needs libraries that this system does not have: {', '.join(one.file_name for one in missing)}\n"
        f"  Debian, Ubuntu: sudo apt install {' '.join(one.debian for one in missing)}\n"
        f"  Fedora: sudo dnf install {' '.join(one.fedora for one in missing)}\n"
        "Then run the same command again."
    )


def require_libraries(libraries: Sequence[SystemLibrary]) -> None:
    """End with the names of the packages to install when some of `libraries` are missing."""
    missing = list(filter(is_missing, libraries))
    if missing:
        sys.exit(missing_message(missing))


def child_environment(environment: Mapping[str, str], platform: str) -> dict[str, str]:
    """Copy the environment for our own programs: no foreign Python in it, one thread for linear algebra."""
    foreign = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")
    child = {name: value for name, value in environment.items() if name not in foreign}
    child.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not has_screen(environment, platform):
        child.setdefault("QT_QPA_PLATFORM", "offscreen")
    return child


def start(*arguments: str, folder: pathlib.Path | None = None) -> int:
    """Run the environment's Python, keeping the current folder out of its imports (-P); its exit code."""
    environment = child_environment(os.environ, sys.platform)
    return subprocess.call([str(PYTHON), "-P", *arguments], env=environment, cwd=folder)


def hand_over(*arguments: str) -> int:
    """Become the environment's Python, so that signals reach it; Windows cannot, and waits for it."""
    if os.name != "nt":
        command = [str(PYTHON), "-P", *arguments]
        os.execve(command[0], command, child_environment(os.environ, sys.platform))
    return start(*arguments)


def set_up_step(*command: str, quiet: bool = False) -> int:
    """Run one step of the set-up from the project's folder, its output on standard error; its exit code."""
    environment = child_environment(os.environ, sys.platform)
    output = subprocess.DEVNULL if quiet else sys.stderr
    return subprocess.call(
        command, env=environment, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output
    )


def say(sentence: str) -> None:
    """Tell the person something, on standard error."""
    print(sentence, file=sys.stderr, flush=True)


VERBS: Mapping[str, Callable[[Sequence[str]], int]] = {"run": run, "serve": serve, "test": test, "lock": lock}


def main(arguments: Sequence[str]) -> int:
    """Do what the first argument names; 2 and the usage when it names nothing we know."""
    if not arguments or arguments[0] not in VERBS:
        say(__doc__ or "")
        return 0 if set(arguments) & {"-h", "--help"} else 2
    try:
        return VERBS[arguments[0]](arguments[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
