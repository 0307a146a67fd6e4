"""Our server beside the reference server: same answers to the same calls, and one file between them."""

from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from benchmarks.npm_packages import node_command
from end_to_end.calls import CALLS, entity, our_command, relation
from mcp import Client, MCPError, StdioServerParameters

REFERENCE = ("@modelcontextprotocol/server-memory", "2026.8.31")
SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples"
RESOURCE = "memory://knowledge-graph"
SECONDS = 60

pytestmark = pytest.mark.anyio

KNOWN = [
    ("create_entities", {"entities": [entity("Ann", "likes tea"), entity("Ben Lee", "bald")]}),
    ("create_relations", {"relations": [relation("Ann", "knows", "Ben Lee")]}),
]
# What ours says more about than the reference, in a second text.
NOTED = [
    ("create_entities", {"entities": [entity("Ann", "likes coffee"), entity("Cy")]}),
    ("create_relations", {"relations": [relation("Ann", "knows", "Nobody")]}),
    ("delete_entities", {"entityNames": ["Nobody"]}),
    ("delete_relations", {"relations": [relation("Ann", "hates", "Ben Lee")]}),
    (
        "delete_observations",
        {
            "deletions": [
                {"entityName": "Ann", "observations": ["likes gin"]},
                {"entityName": "Nobody", "observations": ["x"]},
            ]
        },
    ),
    ("open_nodes", {"names": ["ann", "Ben Lee"]}),
    ("search_nodes", {"query": "tea Ann"}),
]
REFUSED = [
    ("add_observations", {"observations": [{"entityName": "Nobody", "contents": ["x"]}]}),
    (
        "add_observations",
        {
            "observations": [
                {"entityName": "Ann", "contents": ["never written"]},
                {"entityName": "No “body”", "contents": []},
            ]
        },
    ),
    ("forget_everything", {}),
    ("", {"entities": []}),
]
WRONG = [
    ("create_entities", {}, "entities"),
    ("create_entities", {"entities": [{"name": "A", "entityType": "t"}]}, "entities[0].observations"),
    ("create_relations", {"relations": "none"}, "relations"),
    ("search_nodes", {"query": None}, "query"),
    ("open_nodes", {"names": ["Ann", 1]}, "names[1]"),
]


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session")
def reference():
    """The command of the reference server."""
    command = node_command(*REFERENCE)
    if command is None:
        pytest.skip("{}@{} needs Node and npm, and could not be installed".format(*REFERENCE))
    return command


class Pair:
    """A client of each server, in the era that both speak, and the files behind them."""

    def __init__(self, ours, theirs, our_file, their_file):
        self.ours, self.theirs = ours, theirs
        self.our_file, self.their_file = our_file, their_file

    async def call(self, tool, arguments):
        """Call a tool of both; return both results."""
        return await self.ours.call_tool(tool, arguments), await self.theirs.call_tool(tool, arguments)

    async def prepare(self):
        for call in KNOWN:
            await self.call(*call)

    def files_are_equal(self):
        """Whether both files hold the same bytes; only ours ends its last line."""
        return self.our_file.read_bytes() == self.their_file.read_bytes() + b"\n"


@asynccontextmanager
async def pair_over(reference, our_file, their_file):
    """Run both servers, each over its file; it may be the same one."""
    own = our_command(our_file)
    ours = StdioServerParameters(command=own[0], args=own[1:])
    environment = {"MEMORY_FILE_PATH": str(their_file)}
    theirs = StdioServerParameters(command=reference[0], args=reference[1:], env=environment)
    with anyio.fail_after(SECONDS):
        async with Client(ours, mode="legacy") as one, Client(theirs, mode="legacy") as other:
            yield Pair(one, other, our_file, their_file)


@pytest.fixture
async def pair(reference, tmp_path, anyio_backend):
    async with pair_over(reference, tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl") as both:
        yield both


def plain(result):
    """Return a result as it is on the wire."""
    return result.model_dump(by_alias=True, exclude_none=True, exclude={"meta"})


async def test_the_same_calls_get_the_same_answers_and_make_the_same_file(pair):
    for tool, arguments in CALLS:
        ours, theirs = await pair.call(tool, arguments)
        assert plain(ours) == plain(theirs), (tool, arguments)
        assert not theirs.is_error
    assert pair.files_are_equal()


async def test_where_the_reference_is_silent_only_a_note_and_skipped_are_added(pair):
    await pair.prepare()
    for tool, arguments in NOTED:
        ours, theirs = await pair.call(tool, arguments)
        assert (len(ours.content), len(theirs.content)) == (2, 1), (tool, arguments)
        ours.content.pop()
        ours.structured_content.pop("skipped", None)
        assert plain(ours) == plain(theirs), (tool, arguments)
    assert pair.files_are_equal()


async def test_what_cannot_be_done_is_refused_in_the_same_words(pair):
    await pair.prepare()
    for tool, arguments in REFUSED:
        ours, theirs = await pair.call(tool, arguments)
        assert theirs.is_error, (tool, arguments)
        assert plain(ours) == plain(theirs), (tool, arguments)
    with pytest.raises(MCPError) as theirs:
        await pair.theirs.read_resource("memory://other")
    with pytest.raises(MCPError) as ours:
        await pair.ours.read_resource("memory://other")
    assert ours.value.error == theirs.value.error
    assert pair.files_are_equal()


async def test_wrong_arguments_are_refused_by_both_and_their_field_is_named(pair):
    await pair.prepare()
    for tool, arguments, field in WRONG:
        for result in await pair.call(tool, arguments):
            assert result.is_error, (tool, arguments)
            assert field in result.content[0].text
    assert pair.files_are_equal()


async def test_tools_resources_and_capabilities_are_the_same(pair):
    assert plain(pair.ours.server_capabilities) == plain(pair.theirs.server_capabilities)
    ours, theirs = [plain(await client.list_tools())["tools"] for client in (pair.ours, pair.theirs)]
    for tool in theirs:
        tool.pop("execution", None)
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            schema.pop("$schema", None)
    assert ours[0]["outputSchema"]["properties"].pop("skipped")
    assert ours == theirs
    await pair.prepare()
    for ask in (Client.list_resources, lambda client: client.read_resource(RESOURCE)):
        ours, theirs = plain(await ask(pair.ours)), plain(await ask(pair.theirs))
        assert ours == theirs


async def test_one_file_may_be_written_by_both_in_turn(reference, tmp_path):
    path = tmp_path / "memory.jsonl"
    async with pair_over(reference, path, path) as pair:
        for turn, (tool, arguments) in enumerate(CALLS):
            writer = (pair.ours, pair.theirs)[turn % 2]
            assert not (await writer.call_tool(tool, arguments)).is_error
            ours, theirs = await pair.call("read_graph", {})
            assert plain(ours) == plain(theirs), (tool, arguments)
        assert [one["name"] for one in ours.structured_content["entities"]] == ["Ann", "Ben", "Dee"]


@pytest.mark.parametrize("name", ["crlf", "extra-fields", "marker-line", "mixed-dangling"])
async def test_a_sample_is_read_the_same_before_and_after_an_edit_of_ours_and_of_theirs(
    reference, tmp_path, name
):
    path = copy_of(f"{name}.jsonl", tmp_path)
    async with pair_over(reference, path, path) as pair:
        ours, theirs = await pair.call("read_graph", {})
        assert plain(ours) == plain(theirs)
        first = ours.structured_content["entities"][0]["name"]
        for fact, writer in (("one", pair.ours), ("two", pair.theirs)):
            addition = {"entityName": first, "contents": [fact]}
            assert not (await writer.call_tool("add_observations", {"observations": [addition]})).is_error
            ours, theirs = await pair.call("read_graph", {})
            assert plain(ours) == plain(theirs)
            assert fact in ours.structured_content["entities"][0]["observations"]


async def test_beside_relations_that_the_reference_cannot_read_it_reads_what_ours_wrote(reference, tmp_path):
    path = copy_of("other-relation-keys.jsonl", tmp_path)
    async with pair_over(reference, path, path) as pair:
        assert not (await pair.ours.call_tool("create_entities", {"entities": [entity("Zoe")]})).is_error
        graph = (await pair.ours.call_tool("read_graph", {})).structured_content
        names = [one["name"] for one in graph["entities"]]
        theirs = await pair.theirs.call_tool("open_nodes", {"names": names})
        assert theirs.structured_content["entities"] == graph["entities"]
        assert names[-1] == "Zoe"


def copy_of(name, folder):
    sample = SAMPLES / name
    if not sample.exists():
        pytest.skip(f"the sample files are not at {SAMPLES}")
    path = folder / "memory.jsonl"
    path.write_bytes(sample.read_bytes())
    return path
