"""The licences of what a bundle holds: a text that lies in it, made from what really went in.

Python packages tell their licence in their own metadata. Libraries of the system that are copied come from
packages whose copyright files are taken where the system keeps them, as Debian does.
"""

import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, packages_distributions
from pathlib import Path, PurePath

_LICENCE_WORDS = ("licen", "copying", "notice", "copyright")
# The loader of each program is PyInstaller's own, though no module of it is in the tables.
_ALWAYS = ("pyinstaller",)
_OURS = "mnemoscope"
_RULE = "=" * 79

INTRODUCTION = """\
Mnemoscope is under the MIT licence; see LICENSE. This bundle also holds the work of others, each under a
licence of its own, listed here.

Qt and PySide6 are used under the GNU Lesser General Public License, version 3 (LGPL-3.0.txt, together with
GPL-3.0.txt, to which it refers). They are shared libraries of their own beside the programs, unchanged, as
their makers publish them: you may replace them by versions of your own, and take the programs apart to that
end. The Qt Company publishes their source beside each release, under the version named below. Qt brings ICU,
under the Unicode licence, and other works that its own documents list.

The part that starts each program is PyInstaller's, under the GPL with an exception that lets it be given
away together with programs under any licence.
"""


@dataclass(frozen=True, slots=True)
class Notice:
    """One work in the bundle.

    Attributes:
        name: what it is called, with its version.
        licence: its licence in a few words; may be empty.
        texts: the licence texts that it brings.
    """

    name: str
    licence: str
    texts: tuple[str, ...] = ()


def notice_file(notices: Iterable[Notice]) -> str:
    """Return the whole text: the introduction, a list of all works, then the texts."""
    ordered = sorted(notices, key=lambda notice: notice.name.lower())
    listing = [f"  {notice.name}" + (f" - {notice.licence}" if notice.licence else "") for notice in ordered]
    with_texts = [notice for notice in ordered if notice.texts]
    texts = [f"{_RULE}\n{notice.name}\n{_RULE}\n\n" + "\n\n".join(notice.texts) for notice in with_texts]
    return "\n".join((INTRODUCTION, *listing, "", *texts)) + "\n"


def distribution_names(modules: Iterable[str], providers: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the Python packages, without ours, that modules are from.

    Args:
        modules: names of modules, or of files in a bundle.
        providers: which packages bring a top-level module, as `packages_distributions` returns.
    """
    tops = {name.replace("\\", "/").split("/")[0].split(".")[0] for name in modules}
    found = {provider for top in tops for provider in providers.get(top, ())}
    return (found | set(_ALWAYS)) - {_OURS}


def notices_of(modules: Iterable[str], library_paths: Iterable[str]) -> list[Notice]:
    """Return a notice for each package and each library of the system in a bundle.

    Args:
        modules: names of the modules and of the files in the bundle.
        library_paths: where its shared libraries were taken from.
    """
    names = distribution_names(modules, packages_distributions())
    packages = [_of_distribution(Distribution.from_name(name)) for name in names]
    return [_of_python(), *packages, *_of_system_libraries(library_paths)]


def _of_python() -> Notice:
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    version = "Python {}.{}.{}".format(*sys.version_info[:3])
    return Notice(version, "PSF-2.0", (text.read_text("utf-8"),) if text.is_file() else ())


def _of_distribution(distribution: Distribution) -> Notice:
    files = [Path(str(file.locate())) for file in distribution.files or () if _is_licence(file)]
    texts = [file.read_text("utf-8", "replace").strip() for file in files if file.is_file()]
    name = f"{distribution.metadata['Name']} {distribution.version}"
    return Notice(name, _stated_licence(distribution), tuple(dict.fromkeys(texts)))


def _is_licence(file: PurePath) -> bool:
    name = file.name.lower()
    in_metadata = any(part.endswith(".dist-info") for part in file.parts)
    return in_metadata and file.suffix != ".py" and any(word in name for word in _LICENCE_WORDS)


def _stated_licence(distribution: Distribution) -> str:
    """Return what the metadata says, in the newer field or else in the older ones; at most a line."""
    for field in ("License-Expression", "License"):
        for text in distribution.metadata.get_all(field) or ():
            return str(text).strip().split("\n")[0]
    classifiers = distribution.metadata.get_all("Classifier") or ()
    return ", ".join(one.split(" :: ")[-1] for one in classifiers if one.startswith("License :: "))


def _of_system_libraries(paths: Iterable[str]) -> list[Notice]:
    """Return a notice for each package of the system that libraries are from, or else for the file."""
    environments = (sys.prefix, sys.base_prefix)
    from_system = {str(Path(path).resolve()) for path in paths}
    from_system = {path for path in from_system if path.startswith("/") and not path.startswith(environments)}
    packages = {_debian_package(path) or Path(path).name for path in from_system}
    return [_of_debian_package(package) for package in packages]


def _debian_package(path: str) -> str | None:
    try:
        command = ["dpkg-query", "--search", path]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return found.stdout.split(":")[0] if found.returncode == 0 else _without_usr(path)


def _without_usr(path: str) -> str | None:
    """Ask again by the older name of a file: /lib is /usr/lib now, but packages may still say /lib."""
    return _debian_package(path.removeprefix("/usr")) if path.startswith("/usr/lib") else None


def _of_debian_package(package: str) -> Notice:
    text = Path("/usr/share/doc") / package / "copyright"
    name = f"{package} (library of the system)"
    return Notice(name, "", (text.read_text("utf-8", "replace").strip(),) if text.is_file() else ())
