import asyncio

import anyio
import anyio.lowlevel
import pytest

from mnemoscope_server.service import MemoryService
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

pytestmark = pytest.mark.anyio


async def test_calls_that_are_sent_without_waiting_are_handled_in_the_order_sent(call):
    names = [f"entity {number}" for number in range(30)]
    seen = {}

    async def create(name):
        await call.create(name)

    async def read(after):
        seen[after] = await call.names()

    async with anyio.create_task_group() as tasks:
        for name in names:
            tasks.start_soon(create, name)
            tasks.start_soon(read, name)
    assert seen == {name: names[: position + 1] for position, name in enumerate(names)}


async def test_a_call_that_the_client_gives_up_leaves_the_others_in_order(connect, path):
    async with connect(path, "legacy") as call:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call.create, "A")
            with anyio.CancelScope() as scope:
                scope.cancel()
                await call.create("given up")
            tasks.start_soon(call.create, "B")
        names = await call.names()
        assert [name for name in names if name != "given up"] == ["A", "B"]


class Creation:
    """Creates an entity while something else happens."""

    operation = label = "create"

    def __init__(self, name, meanwhile):
        self._edit = CreateEntities([Entity(name, "t", ())])
        self._meanwhile = meanwhile

    def apply(self, snapshot):
        self._meanwhile()
        return self._edit.apply(snapshot)


async def test_subscribers_hear_of_a_write_whose_caller_was_cancelled_meanwhile(path):
    service = MemoryService(MemoryFile(path, Writer("server")))
    loop, heard = asyncio.get_running_loop(), []

    async def hear(snapshot):
        await anyio.lowlevel.checkpoint()
        heard.append([entity.name for entity in snapshot.entities])

    service.on_change = hear
    with anyio.CancelScope() as scope:
        creation = Creation("A", lambda: loop.call_soon_threadsafe(scope.cancel))
        await service.write(creation, Writer("server"))
        await anyio.lowlevel.checkpoint()
    assert scope.cancelled_caught
    assert heard == [["A"]]
    await service.stop()


async def test_two_servers_over_one_file_lose_nothing(connect, path):
    names = [f"{number}" for number in range(20)]
    async with connect(path) as one, connect(path, "legacy") as other, anyio.create_task_group() as tasks:
        for name in names:
            tasks.start_soon(one.create, f"one {name}")
            tasks.start_soon(other.create, f"other {name}")
    async with connect(path) as call:
        kept = await call.names()
    assert [name for name in kept if name.startswith("one")] == [f"one {name}" for name in names]
    assert [name for name in kept if name.startswith("other")] == [f"other {name}" for name in names]
