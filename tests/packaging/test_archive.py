"""The file in which a bundle is given away."""

import tarfile
import zipfile

import pytest
from archive import write_archive


@pytest.fixture
def bundle(tmp_path):
    folder = tmp_path / "made here" / "mnemoscope"
    folder.mkdir(parents=True)
    (folder / "program").write_text("#!/bin/sh\n")
    (folder / "program").chmod(0o755)
    (folder / "link").symlink_to("program")
    return folder


def test_on_linux_it_keeps_modes_and_links_and_tells_nothing_of_who_made_it(bundle, tmp_path):
    packed = write_archive(bundle, tmp_path / "out" / "mnemoscope-1.2-linux", "linux")
    assert packed.name == "mnemoscope-1.2-linux.tar.xz"
    with tarfile.open(packed) as archive:
        members = {member.name: member for member in archive.getmembers()}
    assert set(members) == {"mnemoscope", "mnemoscope/program", "mnemoscope/link"}
    assert members["mnemoscope/program"].mode == 0o755
    assert members["mnemoscope/link"].linkname == "program"
    assert {(one.uid, one.gid, one.uname, one.gname) for one in members.values()} == {(0, 0, "root", "root")}


def test_on_windows_it_is_a_zip_file_with_one_folder(bundle, tmp_path):
    packed = write_archive(bundle, tmp_path / "mnemoscope-1.2-windows", "win32")
    assert packed.name == "mnemoscope-1.2-windows.zip"
    assert {name.split("/")[0] for name in zipfile.ZipFile(packed).namelist()} == {"mnemoscope"}
