"""The file in which a bundle is given away: .tar.xz, or .zip on Windows and macOS."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path


def write_archive(folder: Path, target: Path, platform: str = sys.platform) -> Path:
    """Pack a folder under its own name; return the file, which is `target` with an ending."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if platform == "win32":
        return Path(shutil.make_archive(str(target), "zip", folder.parent, folder.name))
    if platform == "darwin":
        packed = target.with_name(f"{target.name}.zip")
        # The system's own tool: it keeps the signature, links and all.
        subprocess.run(["ditto", "-c", "-k", "--keepParent", str(folder), str(packed)], check=True)
        return packed
    packed = target.with_name(f"{target.name}.tar.xz")
    # A higher preset takes much more time and memory for a percent.
    with tarfile.open(packed, "w:xz", preset=6) as archive:
        archive.add(folder, folder.name, filter=_without_owner)
    return packed


def _without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Leave out who made it: that is of this computer only."""
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    return member
