"""The icon files that are made from the one drawing."""

import struct

import pytest
from icons import ICNS_TYPES, ICO_SIZES, PNG_SIZES, icns_file, ico_file, write_icons
from places import ICON_DRAWING
from PySide6.QtGui import QImage

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def icons(tmp_path_factory, qapp):
    folder = tmp_path_factory.mktemp("icons")
    write_icons(ICON_DRAWING, folder)
    return folder


def pictures_of_ico(content):
    """Read the sides and PNG files of an .ico, as Microsoft's documents describe it."""
    zero, kind, count = struct.unpack_from("<HHH", content)
    assert (zero, kind) == (0, 1)
    entries = [struct.unpack_from("<BBBBHHII", content, 6 + 16 * index) for index in range(count)]
    return {entry[0] or 256: content[entry[7] : entry[7] + entry[6]] for entry in entries}


def parts_of_icns(content):
    """Read the types and contents of an .icns."""
    magic, length = struct.unpack_from(">4sI", content)
    assert (magic, length) == (b"icns", len(content))
    parts, offset = {}, 8
    while offset < length:
        kind, size = struct.unpack_from(">4sI", content, offset)
        parts[kind] = content[offset + 8 : offset + size]
        offset += size
    return parts


def test_there_is_a_picture_of_each_size_that_a_linux_desktop_asks_for(icons):
    sides = {side: QImage(str(icons / f"{side}.png")).width() for side in PNG_SIZES}
    assert sides == {side: side for side in PNG_SIZES}


def test_the_icon_for_windows_holds_each_size_as_a_png(icons):
    pictures = pictures_of_ico((icons / "mnemoscope.ico").read_bytes())
    assert {side: QImage.fromData(png).width() for side, png in pictures.items()} == {
        side: side for side in ICO_SIZES
    }


def test_qt_reads_the_icon_for_windows(icons):
    assert not QImage(str(icons / "mnemoscope.ico")).isNull()


def test_the_icon_for_macos_holds_each_type_in_its_size(icons):
    parts = parts_of_icns((icons / "mnemoscope.icns").read_bytes())
    assert {kind: QImage.fromData(png).width() for kind, png in parts.items()} == ICNS_TYPES


def test_the_drawing_fills_the_picture_and_leaves_its_corners_clear(icons):
    picture = QImage(str(icons / "256.png"))
    assert picture.pixelColor(128, 20).alpha() == 255
    assert picture.pixelColor(0, 0).alpha() == 0


def test_a_picture_of_256_px_is_written_as_none_in_the_icon_for_windows():
    assert ico_file({256: PNG})[6:8] == b"\0\0"


def test_types_without_a_picture_are_left_out_of_the_icon_for_macos():
    assert list(parts_of_icns(icns_file({128: PNG}))) == [b"ic07"]


@pytest.mark.qt_log_ignore("Cannot read file")
def test_a_drawing_that_is_none_is_refused(tmp_path, qapp):
    drawing = tmp_path / "no drawing.svg"
    drawing.write_text("nothing")
    with pytest.raises(ValueError, match="no drawing that Qt can read"):
        write_icons(drawing, tmp_path)
