"""Which memory file an entry of a client's configuration makes its server use."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from mnemoscope_shared.clients.docker_memory import container_file
from mnemoscope_shared.clients.package_folders import LOST_ON_UPDATE, is_inside_package
from mnemoscope_shared.clients.server_entry import Kind, ServerEntry, memory_flag, program_name
from mnemoscope_shared.locations import DEFAULT_NAME, MEMORY_FILE_VARIABLE, expand, home_folder

_OLDER_NAME = "memory.json"
_INSIDE = "It saves inside its own package, where the memory is lost when the package is updated."
_NODE_SCRIPTS = (".js", ".mjs", ".cjs")
_PYTHON_PROGRAMS = frozenset({"uvx", "uv", "pipx", "python", "python3"})


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """Where an entry's memory is.

    Attributes:
        path: the file; None where it is not known.
        is_certain: whether the entry itself names the file.
        inside_package: the names under which it may be in the reference server's package.
        note: what a person should know about it, a sentence; empty for nothing.
    """

    path: PurePath | None = None
    is_certain: bool = False
    inside_package: tuple[str, ...] = ()
    note: str = ""


def memory_place(
    entry: ServerEntry,
    kind: Kind,
    environment: Mapping[str, str],
    folder: PurePath | None,
    platform: str,
) -> MemoryPlace:
    """Return where the memory of an entry's server is.

    Args:
        entry: the entry.
        kind: what it starts, by `kind_of`.
        environment: the user's, for the variables in paths.
        folder: where the client starts the server; None where that is not known.
        platform: `sys.platform`.
    """
    places = _Places(environment, _working_folder(entry, environment, folder, platform), platform)
    if kind == "docker":
        return places.in_container(entry)
    chosen = memory_flag(entry) or entry.environment.get(MEMORY_FILE_VARIABLE)
    if kind == "reference":
        return places.of_reference(entry, chosen)
    return places.named(chosen) if chosen or kind == "mnemoscope" else MemoryPlace()


def _working_folder(
    entry: ServerEntry, environment: Mapping[str, str], folder: PurePath | None, platform: str
) -> PurePath | None:
    base = expand(entry.project, environment, platform) if entry.project else folder
    if not entry.folder:
        return base
    chosen = expand(entry.folder, _with_clients_variables(environment, base, platform), platform)
    return chosen if chosen.is_absolute() or base is None else base / chosen


@dataclass(frozen=True, slots=True)
class _Places:
    """Works out places for one user and working folder, see `memory_place`."""

    environment: Mapping[str, str]
    folder: PurePath | None
    platform: str

    def named(self, chosen: str | None) -> MemoryPlace:
        """Return the file that is named, or the default of a server that starts in the working folder."""
        path = self._expand(chosen or DEFAULT_NAME)
        if not path.is_absolute():
            if self.folder is None:
                return MemoryPlace(note=f"{path} is in whatever folder the client starts the server in.")
            path = self.folder / path
        return MemoryPlace(path, bool(chosen), note=LOST_ON_UPDATE if is_inside_package(path) else "")

    def of_reference(self, entry: ServerEntry, chosen: str | None) -> MemoryPlace:
        """Return the file of the reference server, to which relative paths start in its own package."""
        if chosen and not chosen.startswith("~") and self._expand(chosen).is_absolute():
            return self.named(chosen)
        if program_name(entry.command) in _PYTHON_PROGRAMS:
            return MemoryPlace(note="The entry does not say where the memory is.")
        scripts = (self._expand(word) for word in entry.arguments if word.endswith(_NODE_SCRIPTS))
        script = next((script for script in scripts if script.is_absolute()), None)
        if script is not None:
            return MemoryPlace(script.parent / (chosen or DEFAULT_NAME), bool(chosen), note=_INSIDE)
        return MemoryPlace(inside_package=(chosen,) if chosen else (DEFAULT_NAME, _OLDER_NAME), note=_INSIDE)

    def in_container(self, entry: ServerEntry) -> MemoryPlace:
        """Return the host's file behind a container's one, where there is one."""
        file = container_file(entry)
        if file.on_host is not None:
            return self.named(file.on_host)
        if file.mount is None:
            return MemoryPlace(note="The memory is inside the container and ends with it.")
        return MemoryPlace(
            note=f"The memory is {file.path.name} in the container volume {file.mount.source}, "
            "where only the container can open it."
        )

    def _expand(self, path: str) -> PurePath:
        variables = _with_clients_variables(self.environment, self.folder, self.platform)
        return expand(path, variables, self.platform)


def _with_clients_variables(
    environment: Mapping[str, str], folder: PurePath | None, platform: str
) -> dict[str, str]:
    """Add the names by which configurations know a variable, the home and the folder of the project."""
    more = {f"env:{name}": value for name, value in environment.items()}
    more["userHome"] = str(home_folder(environment, platform))
    if folder is not None:
        more["workspaceFolder"] = str(folder)
    return {**environment, **more}
