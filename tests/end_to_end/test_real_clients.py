"""The server as real clients see it: the SDKs for Python and TypeScript, and the MCP Inspector."""

import json
import os
import queue
import subprocess
import threading
import warnings
from pathlib import Path

import anyio
import pytest
from benchmarks.npm_packages import install, node_command
from end_to_end.calls import CALLS, entity, our_command
from mcp import Client, StdioServerParameters
from mcp.client.subscriptions import ResourceUpdated
from mcp_types import Implementation, ResourceUpdatedNotification

RESOURCE = "memory://knowledge-graph"
TOOLS = [
    *("create_entities", "create_relations", "add_observations"),
    *("delete_entities", "delete_observations", "delete_relations"),
    *("read_graph", "search_nodes", "open_nodes"),
]
SECONDS = 30
TYPESCRIPT = {
    "1": ("@modelcontextprotocol/sdk", "1.32.2"),
    "2": ("@modelcontextprotocol/client", "2.4.0"),
}
# The newest that Node 20 runs, though it asks for more.
INSPECTOR = ("@modelcontextprotocol/inspector", "1.0.3")
PROGRAM = Path(__file__).with_name("typescript_client.mjs")


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.jsonl"


@pytest.fixture
def write(path, start_server):
    """Create an entity from another process; return the whole graph."""

    def write(name):
        other = start_server(path)
        other.call("create_entities", entities=[entity(name)])
        return other.call("read_graph")

    return write


def python_client(path, mode, **options):
    command, *arguments = our_command(path)
    server = StdioServerParameters(command=command, args=arguments)
    return Client(server, mode=mode, read_timeout_seconds=SECONDS, **options)


@pytest.mark.anyio
@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
async def test_the_python_client_calls_every_tool_and_reads_the_resource(path, mode, version):
    with anyio.fail_after(SECONDS):
        async with python_client(path, mode) as client:
            assert client.protocol_version == version
            assert client.server_info == Implementation(name="memory", version="1.0.0")
            assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
            for tool, arguments in CALLS:
                assert not (await client.call_tool(tool, arguments)).is_error
            assert [resource.uri for resource in (await client.list_resources()).resources] == [RESOURCE]
            contents = (await client.read_resource(RESOURCE)).contents
            graph = (await client.call_tool("read_graph", {})).structured_content
            assert json.loads(contents[0].text) == graph
            assert [one["name"] for one in graph["entities"]] == ["Ann", "Ben", "Dee"]


@pytest.mark.anyio
async def test_an_older_python_client_that_subscribed_is_told_of_what_another_process_writes(path, write):
    told = anyio.Event()

    async def handle(message):
        if isinstance(message, ResourceUpdatedNotification):
            assert str(message.params.uri) == RESOURCE
            told.set()

    with anyio.fail_after(SECONDS):
        async with python_client(path, "legacy", message_handler=handle) as client:
            with warnings.catch_warnings(action="ignore"):  # deprecated for newer clients
                await client.subscribe_resource(RESOURCE)
            graph = await anyio.to_thread.run_sync(write, "Zoe")
            await told.wait()
            contents = (await client.read_resource(RESOURCE)).contents
            assert json.loads(contents[0].text) == graph


@pytest.mark.anyio
async def test_a_newer_python_client_that_listens_is_told_of_what_another_process_writes(path, write):
    with anyio.fail_after(SECONDS):
        async with (
            python_client(path, "auto") as client,
            client.listen(resource_subscriptions=[RESOURCE]) as subscription,
        ):
            assert subscription.honored.resource_subscriptions == [RESOURCE]
            graph = await anyio.to_thread.run_sync(write, "Zoe")
            assert await anext(aiter(subscription)) == ResourceUpdated(uri=RESOURCE)
            contents = (await client.read_resource(RESOURCE)).contents
            assert json.loads(contents[0].text) == graph


@pytest.fixture(scope="session", params=TYPESCRIPT)
def typescript(request):
    """The generation of the TypeScript SDK and the folder of its package."""
    package = install(*TYPESCRIPT[request.param])
    if package is None:
        pytest.skip("{}@{} needs Node and npm, and could not be installed".format(*TYPESCRIPT[request.param]))
    return request.param, package


class TypeScriptClient:
    """The program that speaks for the TypeScript SDK; a context manager that ends it."""

    def __init__(self, generation, package, path):
        command = ["node", str(PROGRAM), str(package), generation, *our_command(path)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        self._said = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._read), threading.Thread(target=self._drain)]
        self._log = []

    def __enter__(self):
        self._process.stdin.write(json.dumps(CALLS))
        self._process.stdin.close()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait(SECONDS)
        for thread in self._threads:
            thread.join(SECONDS)
        self._process.stdout.close()
        self._process.stderr.close()

    def hear(self, key):
        """Return what it says next, which must be about this."""
        said = self._said.get(timeout=SECONDS)
        assert said is not None, "".join(self._log)
        assert [*said] == [key]
        return said[key]

    def end(self):
        """Wait until it has ended and return its status."""
        assert self._said.get(timeout=SECONDS) is None
        return self._process.wait(SECONDS)

    def _read(self):
        for line in self._process.stdout:
            self._said.put(json.loads(line))
        self._said.put(None)

    def _drain(self):
        self._log.extend(self._process.stderr)


def test_the_typescript_client_calls_every_tool_and_is_told_of_what_another_process_writes(
    typescript, path, write
):
    with TypeScriptClient(*typescript, path) as client:
        assert client.hear("server") == {"name": "memory", "version": "1.0.0"}
        changes = {"listChanged": True}
        assert client.hear("capabilities") == {"resources": {"subscribe": True} | changes, "tools": changes}
        assert client.hear("tools") == TOOLS
        results = [client.hear(tool) for tool, _ in CALLS]
        assert not any(result["failed"] for result in results)
        graph = results[-1]["structured"]
        assert client.hear("resources") == [RESOURCE]
        assert client.hear("resource") == graph
        assert client.hear("subscribed") is True
        written = write("Zoe")
        assert client.hear("updated") == RESOURCE
        assert client.hear("resource") == written
        assert client.end() == 0


@pytest.fixture(scope="session")
def inspector():
    """The command line of the MCP Inspector: a function from arguments to what it answers."""
    command = node_command(*INSPECTOR)
    if command is None:
        pytest.skip("{}@{} needs Node and npm, and could not be installed".format(*INSPECTOR))

    def ask(path, *arguments):
        done = subprocess.run(
            [*command, "--cli", *our_command(path), *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            env=os.environ | {"NO_COLOR": "1"},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask


def test_the_inspector_lists_the_tools_and_calls_one(inspector, path):
    assert [tool["name"] for tool in inspector(path, "--method", "tools/list")["tools"]] == TOOLS
    entities = [entity("Ann", "likes tea")]
    argument = f"entities={json.dumps(entities)}"
    answer = inspector(
        path, "--method", "tools/call", "--tool-name", "create_entities", "--tool-arg", argument
    )
    assert answer["structuredContent"] == {"entities": entities}
    assert json.loads(path.read_text(encoding="utf-8"))["name"] == "Ann"
