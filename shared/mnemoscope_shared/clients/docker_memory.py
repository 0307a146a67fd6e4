"""Which file of this computer a memory server in a container writes, as its mounts say."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

from mnemoscope_shared.clients.server_entry import ServerEntry

_VARIABLE = "MEMORY_FILE_PATH"
# Of the reference server's image.
_FOLDER = PurePosixPath("/app/dist")
_SHORT = {"-v": "--volume", "-e": "--env"}
_FOLDER_OF_THE_HOST = re.compile(r"[/\\~.$%]|[A-Za-z]:[/\\]")


@dataclass(frozen=True, slots=True)
class Mount:
    """What of the host a container sees.

    Attributes:
        source: a folder or file of the host, or the name of a volume.
        target: where it is in the container.
    """

    source: str
    target: PurePosixPath

    @property
    def is_volume(self) -> bool:
        """Whether the source is a volume, which only the container engine can open."""
        return _FOLDER_OF_THE_HOST.match(self.source) is None


@dataclass(frozen=True, slots=True)
class ContainerFile:
    """A memory file as a container sees it.

    Attributes:
        path: where it is in the container.
        mount: the mount that holds it; None where it ends with the container.
    """

    path: PurePosixPath
    mount: Mount | None

    @property
    def on_host(self) -> str | None:
        """The host's path of it, as spelled in the entry; None where the host has none."""
        if self.mount is None or self.mount.is_volume:
            return None
        rest = self.path.relative_to(self.mount.target)
        return "/".join([self.mount.source.rstrip("/\\"), *rest.parts])


def container_file(entry: ServerEntry) -> ContainerFile:
    """Return the memory file of a server that `docker run` starts."""
    options = list(_options(entry.arguments))
    variables = dict(value.partition("=")[::2] for name, value in options if name == "--env")
    chosen = variables.get(_VARIABLE) or entry.environment.get(_VARIABLE) or "memory.jsonl"
    path = _FOLDER / chosen
    mounts = [mount for name, value in options if (mount := _mount(name, value)) is not None]
    around = [mount for mount in mounts if path.is_relative_to(mount.target)]
    return ContainerFile(path, max(around, key=lambda mount: len(mount.target.parts), default=None))


def _options(arguments: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the options that have a value, by their long names."""
    for word, following in pairwise((*arguments, "")):
        name, equals, value = word.partition("=")
        if name.startswith("-"):
            yield _SHORT.get(name, name), value if equals else following


def _mount(name: str, value: str) -> Mount | None:
    if name == "--volume":
        parts = value.split(":")
        if not parts[-1].startswith("/"):  # options, such as `ro`
            parts.pop()
        return Mount(":".join(parts[:-1]), PurePosixPath(parts[-1])) if len(parts) > 1 else None
    if name == "--mount":
        fields = dict(one.partition("=")[::2] for one in value.split(","))
        source = fields.get("source") or fields.get("src")
        target = fields.get("target") or fields.get("dst") or fields.get("destination")
        return Mount(source, PurePosixPath(target)) if source and target else None
    return None
