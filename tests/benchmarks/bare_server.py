"""The least that a server on the SDK can be: one tool over its own transport. Compared with at start-up."""

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

_TOOL = types.Tool(name="nothing", input_schema={"type": "object", "properties": {}})


async def list_tools(_context, _parameters):
    return types.ListToolsResult(tools=[_TOOL])


async def call_tool(_context, _parameters):
    return types.CallToolResult(content=[])


async def main():
    server = Server("bare", version="1.0.0", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
