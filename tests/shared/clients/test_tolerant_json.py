import pytest

from mnemoscope_shared.clients.tolerant_json import read_tolerantly


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('// first\n{"a": 1, // why\n /* more\n lines */ "b": [1, 2,],}', {"a": 1, "b": [1, 2]}),
        (
            '{"a": "http://x // y", "b": "/* z */", "c": ",]"}',
            {"a": "http://x // y", "b": "/* z */", "c": ",]"},
        ),
        ('{"a": "x \\" // y", "b": [1,] /**/ }', {"a": 'x " // y', "b": [1]}),
        ('{"a": [1, // one\n ]}', {"a": [1]}),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ("", {}),
        (" \n", {}),
        ('{"a": 1e400, "b": "\\ud800"}', {"a": float("inf"), "b": "\ud800"}),
    ],
)
def test_what_clients_forgive_is_read(text, value):
    assert read_tolerantly(text.encode()) == value


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_marks_and_wide_encodings_are_read(encoding):
    assert read_tolerantly('{"é": [1,]}'.encode(encoding)) == {"é": [1]}


@pytest.mark.parametrize("data", [b"{", b"nonsense", b'{"a": NaN}', b"\xff", b"{'a': 1}", b'{"a": "\0"}'])
def test_what_is_no_json_at_all_is_refused(data):
    with pytest.raises(ValueError, match=r"\w"):
        read_tolerantly(data)


def test_endless_nesting_is_refused():
    with pytest.raises(RecursionError):
        read_tolerantly(b"[" * 1_000_000)
