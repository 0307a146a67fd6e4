"""Configurations as found in the wild, and worse: changed in one place, or refused and left alone."""

import json

import pytest

from mnemoscope_shared.clients.client import client_named
from mnemoscope_shared.clients.configuration_file import change_configuration
from mnemoscope_shared.clients.entry_edit import connected_text, disconnected_text
from mnemoscope_shared.errors import ConfigurationRefused

CURSOR = client_named("cursor")
SETTINGS = {"command": "/x", "args": []}
ADVICE = "Do this."
SNIPPET = "paste this"
MARK = b"\xef\xbb\xbf"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "mcp.json"


def connect(path):
    return change_configuration(path, lambda text: connected_text(text, CURSOR, SETTINGS), ADVICE, SNIPPET)


def disconnect(path):
    return change_configuration(path, lambda text: disconnected_text(text, CURSOR), ADVICE)


ACCEPTED = {
    "empty object": b"{}",
    "windows line ends": b'{\r\n  "a": 1\r\n}\r\n',
    "byte order mark": b'\xef\xbb\xbf{\r\n  "a": 1\r\n}',
    "tabs": b'{\n\t"mcpServers": {\n\t\t"o": {}\n\t}\n}\n',
    "no final newline": b'{\n  "a": 1\n}',
    "final newlines": b'{"a": 1}\n\n\n',
    "a number beyond floats": b'{"a": 1e400, "b": 123456789012345678901234567890, "c": 1.50}',
    "lone surrogates": b'{"a": "\\ud800", "b": "\\udc00x"}',
    "what looks like comments": b'{"a": "http://x // y", "b": "/* z */,}"}',
    "other servers": b'{"mcpServers": {"a": {"command": "x"}, "memory": {}}, "z": [1, {"q": 2}]}',
    "nesting": b'{"a": ' + b"[" * 500 + b"]" * 500 + b"}",
    "large": b'{"a": "' + b"x" * 3_000_000 + b'"}',
}
REFUSED = {
    "line comments": (b'{\n  // mine\n  "a": 1\n}', "comments or trailing commas (line 2, column 3)"),
    "block comments": (b"/* mine */ {}", "comments or trailing commas"),
    "trailing commas": (b'{"a": [1, 2,], }', "comments or trailing commas (line 1, column 13)"),
    "a key twice": (b'{"a": {"b": 1, "b": 2}}', "the key “b” twice"),
    "our key twice": (b'{"mcpServers": {}, "mcpServers": {}}', "the key “mcpServers” twice"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "it is UTF-16"),
    "UTF-16 without a mark": ('{"a": 1}'.encode("utf-16-le"), "it is UTF-16"),
    "another encoding": (b'{"a": "\xe9"}', "it is not UTF-8 text"),
    "surrogates as bytes": (b'{"a": "\xed\xa0\x80"}', "it is not UTF-8 text"),
    "an array on top": (b"[]", "does not hold one object"),
    "a text on top": (b'"a"', "does not hold one object"),
    "two values": (b"{} {}", "not valid JSON (line 1, column 4)"),
    "cut off": (b'{"a": 1', "not valid JSON (line 1, column 8)"),
    "NUL": (b'{"a": "\0"}', "not valid JSON (line 1, column 8)"),
    "NUL bytes after a crash": (b"\0" * 100, "not valid JSON"),
    "NaN": (b'{"a": NaN}', "not valid JSON (NaN or Infinity)"),
    "endless nesting": (b'{"a": ' + b"[" * 300_000 + b"]" * 300_000 + b"}", "nested too deeply"),
    "servers in an array": (b'{"mcpServers": []}', "“mcpServers” in it is not an object"),
    "no servers": (b'{"mcpServers": null}', "“mcpServers” in it is not an object"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_only_our_entry_comes_into_a_file_and_goes_again(path, name):
    data = ACCEPTED[name]
    path.write_bytes(data)
    changed = connect(path)
    assert changed.is_changed
    assert changed.backup.read_bytes() == data
    assert json.loads(path.read_bytes().removeprefix(MARK))["mcpServers"]["mnemoscope"] == SETTINGS
    assert path.read_bytes().startswith(MARK) == data.startswith(MARK)
    assert disconnect(path).is_changed
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_edited_safely_is_refused_with_the_snippet(path, name):
    data, why = REFUSED[name]
    path.write_bytes(data)
    with pytest.raises(ConfigurationRefused) as refusal:
        connect(path)
    assert why in str(refusal.value)
    assert str(refusal.value).startswith(f"{path} was not changed: ")
    assert str(refusal.value).endswith(". Do this.")
    assert refusal.value.snippet == SNIPPET
    assert path.read_bytes() == data
    assert [*path.parent.iterdir()] == [path]
