"""What the properties of the programs' files say on Windows, in the form that PyInstaller reads."""

import re

_TEMPLATE = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004, fileType=0x1),
  kids=[
    StringFileInfo([
      StringTable('040904B0', [
        StringStruct('CompanyName', 'The Mnemoscope authors'),
        StringStruct('FileDescription', {description!r}),
        StringStruct('FileVersion', {version!r}),
        StringStruct('InternalName', {name!r}),
        StringStruct('LegalCopyright', 'MIT licence'),
        StringStruct('OriginalFilename', {file_name!r}),
        StringStruct('ProductName', 'Mnemoscope'),
        StringStruct('ProductVersion', {version!r})])]),
    VarFileInfo([VarStruct('Translation', [1033, 1200])])
  ]
)
"""


def version_file(name: str, description: str, version: str) -> str:
    """Return the text for one program; what follows the numbers of a version is in its text only."""
    release = re.match(r"[\d.]*", version)
    numbers = [int(number) for number in (release[0] if release else "").split(".") if number]
    four = tuple([*numbers, 0, 0, 0, 0][:4])
    return _TEMPLATE.format(
        numbers=four, description=description, version=version, name=name, file_name=f"{name}.exe"
    )
