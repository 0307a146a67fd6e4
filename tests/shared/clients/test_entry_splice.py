"""Texts are written so that what is inserted can be seen; the last test takes any JSON in any layout."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.clients.client import SERVER_NAME, client_named
from mnemoscope_shared.clients.entry_edit import connected_text, disconnected_text
from mnemoscope_shared.clients.entry_splice import with_entry, without_entry

KEY = "mcpServers"
CURSOR = client_named("cursor")
ENTRY = {"command": "/x", "args": ["--memory-file", "/é.jsonl"]}
FLAT = '{"command": "/x", "args": ["--memory-file", "/é.jsonl"]}'


def added(text):
    return with_entry(text, KEY, "m", ENTRY)


def removed(text):
    return without_entry(text, KEY, "m")


def test_an_empty_configuration_gets_readable_lines():
    assert added("{}\n").replace("{ \n", "{\n") == (
        "{\n"
        '  "mcpServers": {\n'
        '    "m": {\n'
        '      "command": "/x",\n'
        '      "args": [\n'
        '        "--memory-file",\n'
        '        "/é.jsonl"\n'
        "      ]\n"
        "    }\n"
        "  }\n"
        "}\n"
    )


def test_indentation_and_line_breaks_are_those_of_the_neighbours():
    text = '{\r\n\t"mcpServers": {\r\n\t\t"o": {"command": "y"}\r\n\t}\r\n}'
    assert added(text) == (
        '{\r\n\t"mcpServers": {\r\n\t\t"o": {"command": "y"},\r\n\t\t"m": {\r\n\t\t\t"command": "/x",\r\n'
        '\t\t\t"args": [\r\n\t\t\t\t"--memory-file",\r\n\t\t\t\t"/é.jsonl"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}'
    )


def test_a_configuration_on_one_line_stays_on_one_line():
    dense = FLAT.replace(": ", ":").replace(", ", ",")
    assert added('{"mcpServers": {"o": {}}}') == f'{{"mcpServers": {{"o": {{}},"m":{dense}}}}}'
    assert added('{"a": 1, "mcpServers": {"n": 1, "o": {}}}') == (
        f'{{"a": 1, "mcpServers": {{"n": 1, "o": {{}}, "m": {FLAT}}}}}'
    )


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{ }",
        "{\n}",
        "{\r\n}\r\n",
        '{"mcpServers":{}}',
        '{"mcpServers": { }, "a": 1}',
        '{"a": 1}',
        '{"a":1}',
        '{\n  "mcpServers": {}\n}\n',
        '{\n  "mcpServers": {\n  }\n}\n',
        '{\n    "a": 1.0,\n    "mcpServers": {},\n    "b": 1e400\n}',
        '{\n\t"mcpServers": {\n\t\t"o": {"command": "x", "args": [1e5]}\n\t},\n\t"a": "\\u00e9\\ud800"\n}\n',
        '{\r\n    "": 1,\r\n    "mcpServers": {\r\n        "k": {\r\n            "x": 2.50\r\n        }}}',
        '  \n{"mcpServers"\n:\n{"o"\t: {} } }  \n',
        '{\n"a": 1\n}',
        '{\n"mcpServers": {\n"o": {}\n}\n}',
        '{"a": 1,\n "b": 2,   "mcpServers": {}}',
    ],
)
def test_what_was_put_in_is_taken_out_without_a_trace(text):
    with_it = added(text)
    assert json.loads(with_it)[KEY]["m"] == ENTRY
    assert added(with_it) == with_it
    assert removed(with_it) == text
    assert removed(text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"mcpServers": {"m": {}, "o": 1}}', '{"mcpServers": {"o": 1}}'),
        ('{"mcpServers": {"n": 1, "m": {}, "o": 1}}', '{"mcpServers": {"n": 1, "o": 1}}'),
        ('{"mcpServers": {"n": 1 , "m": {} }}', '{"mcpServers": {"n": 1 }}'),
        ('{"mcpServers": {\n  "m": {}\n}}', '{"mcpServers": {\n}}'),
        ('{"mcpServers": {"m": 1}}', '{"mcpServers": {}}'),
    ],
)
def test_an_entry_that_somebody_else_set_is_removed_with_its_comma(text, left):
    assert removed(text) == left


def test_an_update_changes_only_what_differs():
    text = (
        '{"mcpServers": {"m": {"timeout": 1e3,  "command": "/old", "args" : ["--memory-file", "/é.jsonl"]}}}'
    )
    assert added(text) == text.replace("/old", "/x")


def test_an_update_adds_what_is_missing_in_the_entrys_own_layout():
    text = '{\n  "mcpServers": {\n    "m": {\n      "command": "/x"\n    }\n  }\n}'
    assert added(text) == text.replace(
        '"/x"\n', '"/x",\n      "args": [\n        "--memory-file",\n        "/é.jsonl"\n      ]\n'
    )


def test_an_entry_that_starts_no_program_is_replaced():
    for old in ('{"url": "http://localhost"}', "1", "null", "[]"):
        assert json.loads(added(f'{{"mcpServers": {{"m": {old}}}}}'))[KEY]["m"] == ENTRY


SPACE = st.text(" \t\r\n", max_size=3)
SCALARS = st.one_of(
    st.sampled_from(
        ["null", "true", "1", "-0.0", "1e400", "1E5", "2.50", '"\\u00e9\\ud800"', '"a\\/b"', "9" * 5000]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=5).map(
        lambda text: json.dumps(text, ensure_ascii=False)
    ),
)
KEYS = st.lists(st.text('abxé\\"', max_size=3), unique=True, max_size=3)


@st.composite
def objects(draw, values, more=()):
    """Draw the text of an object with odd white space; `more` are members that it also has."""
    members = [(json.dumps(key), draw(values)) for key in draw(KEYS)]
    for member in more:
        members.insert(draw(st.integers(0, len(members))), member)
    spaces = [[draw(SPACE) for _ in range(4)] for _ in members]
    items = [
        f"{before}{key}{colon}:{after}{value}{end}"
        for (key, value), (before, colon, after, end) in zip(members, spaces, strict=True)
    ]
    return "{" + (",".join(items) or draw(SPACE)) + "}"


VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        objects(inner), st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]")
    ),
    max_leaves=6,
)


@st.composite
def configurations(draw):
    more = []
    if draw(st.booleans()):
        more = [(json.dumps(KEY), draw(objects(VALUES)))]
    return draw(SPACE) + draw(objects(VALUES, more)) + draw(SPACE)


@given(configurations())
def test_in_any_layout_everything_outside_the_entry_stays_and_comes_back(text):
    with_it = connected_text(text, CURSOR, ENTRY)
    assert disconnected_text(with_it, CURSOR) == text
    assert connected_text(with_it, CURSOR, ENTRY) == with_it
    # All of the old bytes are there, before and after one place.
    kept = next(at for at in range(len(text), -1, -1) if with_it.startswith(text[:at]))
    assert with_it.endswith(text[kept:])
    assert SERVER_NAME in with_it[kept : len(with_it) - len(text) + kept]
    other = ENTRY | {"command": "/y"}
    assert connected_text(with_it, CURSOR, other) == connected_text(text, CURSOR, other)
