"""The file of the preferences, and what happens when it turns out damaged."""

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSettings

_ENCODED = ("@ByteArray(", "@Variant(")


def open_settings_file() -> tuple[QSettings, str | None]:
    """Return the person's preferences, and a sentence where they were damaged and had to be left aside.

    A damaged file is kept beside the new one, as `Mnemoscope.ini.damaged`.
    """
    store = _open()
    path = Path(store.fileName())
    if not _is_damaged(store, path):
        return store, None
    aside = path.with_name(f"{path.name}.damaged")
    with suppress(OSError):
        path.replace(aside)
    store.clear()
    return (
        _open(),
        f"The preferences could not be read, so the usual ones are used. They were kept as {aside}.",
    )


def _open() -> QSettings:
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Mnemoscope", "Mnemoscope")


def _is_damaged(store: QSettings, path: Path) -> bool:
    """Qt itself passes over most of what a crash or a full disk leaves behind."""
    try:
        content = path.read_bytes()
    except OSError:
        return False
    if store.status() != QSettings.Status.NoError or b"\0" in content:
        return True
    keys = store.allKeys()
    if content.strip() and not keys:
        return True
    return any(_is_cut_off(store.value(key)) for key in keys)


def _is_cut_off(value: object) -> bool:
    """Qt returns what it cannot decode as the text that it is."""
    return isinstance(value, str) and value.startswith(_ENCODED)
