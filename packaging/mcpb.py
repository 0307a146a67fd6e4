"""The server as an extension for Claude Desktop: an .mcpb file, which people open to install it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from places import BUILD, PARTS, ROOT, SERVER, SERVER_BUNDLE, program_file, project_version

_STAGE = BUILD / "mcpb"
_ICON_SIZE = 512
_MISSING = (
    "The extension needs the tool mcpb: run `npm install --no-save @anthropic-ai/mcpb` in the project's "
    "folder, or pass --without-mcpb."
)


def manifest(version: str, platform: str, tools: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the manifest of the extension (MCPB manifest 0.3).

    Args:
        version: of the extension.
        platform: `sys.platform` of the computers that it is for.
        tools: names and descriptions.
    """
    entry_point = f"server/{program_file(SERVER, platform)}"
    return {
        "manifest_version": "0.3",
        "name": "mnemoscope",
        "display_name": "Mnemoscope memory",
        "version": version,
        "description": "A memory for Claude in one file on your disk, which you can see and correct.",
        "long_description": (
            "A knowledge graph of entities, relations and observations, kept in one file of your choice. "
            "Claude reads and writes it; the window of Mnemoscope shows it and lets you correct it. "
            "The file of the reference memory server can be used as it is."
        ),
        "author": {"name": "The Mnemoscope authors"},
        "license": "MIT",
        "keywords": ["memory", "knowledge-graph"],
        "icon": "icon.png",
        "server": {
            "type": "binary",
            "entry_point": entry_point,
            "mcp_config": {
                "command": f"${{__dirname}}/{entry_point}",
                "args": ["--memory-file", "${user_config.memory_file}"],
            },
        },
        "tools": [{"name": name, "description": description} for name, description in tools],
        "compatibility": {"platforms": [platform]},
        "user_config": {
            "memory_file": {
                "type": "file",
                "title": "Memory file",
                "description": "Where the memory is kept, a .jsonl file; it is made if there is none yet.",
                "required": True,
                "default": "${HOME}/memory.jsonl",
            }
        },
    }


def make_extension(target: Path) -> Path:
    """Check and pack the extension from the frozen server; return the file.

    Raises:
        SystemExit: the tool is missing.
        CalledProcessError: the tool refuses the manifest.
    """
    shutil.rmtree(_STAGE, ignore_errors=True)
    # Links are no part of an extension: what they lead to is.
    shutil.copytree(SERVER_BUNDLE, _STAGE / "server", symlinks=False)
    shutil.copyfile(PARTS / "icons" / f"{_ICON_SIZE}.png", _STAGE / "icon.png")
    shutil.copyfile(ROOT / "LICENSE", _STAGE / "LICENSE")
    content = manifest(project_version(), sys.platform, server_tools())
    (_STAGE / "manifest.json").write_text(json.dumps(content, indent=2), encoding="utf-8")
    run_tool("validate", str(_STAGE / "manifest.json"))
    run_tool("pack", str(_STAGE), str(target))
    return target


def unpack_extension(extension: Path, folder: Path) -> Path:
    """Unpack an extension as a client does; return the server's program."""
    run_tool("unpack", str(extension), str(folder))
    content = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return folder / str(content["server"]["entry_point"])


def server_tools() -> list[tuple[str, str]]:
    """Return name and description of each tool that the server offers."""
    from mnemoscope_server.tools import toolset

    offered = toolset(strict_relations=False, read_only=False).values()
    return [(tool.definition.name, str(tool.definition.description)) for tool in offered]


def run_tool(*arguments: str) -> None:
    """Run the tool for extensions, from the search path or the project's `node_modules`."""
    places = os.pathsep.join((str(ROOT / "node_modules" / ".bin"), os.environ.get("PATH", "")))
    tool = shutil.which("mcpb", path=places)
    if tool is None:
        sys.exit(_MISSING)
    subprocess.run([tool, *arguments], stdout=subprocess.DEVNULL, check=True)
