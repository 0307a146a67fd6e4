"""What the server says of itself."""

import pytest
from mcp_types import Implementation

from mnemoscope_server.server import MemoryServer
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

pytestmark = pytest.mark.anyio

CAPABILITIES = {
    "tools": {"listChanged": True},
    "resources": {"listChanged": True, "subscribe": True},
}


def test_older_clients_are_told_name_version_and_capabilities(path):
    options = MemoryServer(MemoryFile(path, Writer("server"))).initialization_options()
    assert (options.server_name, options.server_version) == ("memory", "1.0.0")
    capabilities = options.capabilities.model_dump(by_alias=True, exclude_none=True)
    assert {name: content for name, content in capabilities.items() if content} == CAPABILITIES


async def test_newer_clients_are_told_the_same(connect, path):
    async with connect(path) as call:
        assert call.client.protocol_version == "2026-07-28"
        assert call.client.server_info == Implementation(name="memory", version="1.0.0")
        capabilities = call.client.server_capabilities
        assert capabilities.model_dump(by_alias=True, exclude_none=True) == CAPABILITIES
