"""A small panel for Linux, with a StatusNotifierWatcher and notifications: it shows nothing.

It does what it is told on its standard streams, in JSON lines: it writes `"ready"` first, then an answer to
each request, a list of a verb and its arguments.

    ["wait"]             wait for an icon; its title and status
    ["menu"]             open the menu; its labels, those of submenus as `Connect/Cursor…`
    ["click", LABEL]     choose an entry of the menu
    ["activate"]         click on the icon
    ["notification", S]  wait for a notification, S seconds at most; its title and text, or null
    ["gone"]             wait until the icon has gone
"""

import asyncio
import json
import sys
from contextlib import suppress

from dbus_fast import Message, MessageType, PropertyAccess, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

NAME = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
SECONDS = 20


class Watcher(ServiceInterface):
    """What programs register their icons with."""

    def __init__(self, items):
        super().__init__(NAME)
        self._items = items

    @dbus_method()
    def RegisterStatusNotifierItem(self, service: "s"):  # noqa: F821, N802
        self._items.put_nowait(service)

    @dbus_method()
    def RegisterStatusNotifierHost(self, service: "s"):  # noqa: F821, N802
        """There is one host, and it is this program."""

    @dbus_property(access=PropertyAccess.READ)
    def RegisteredStatusNotifierItems(self) -> "as":  # noqa: F722, N802
        return []

    @dbus_property(access=PropertyAccess.READ)
    def IsStatusNotifierHostRegistered(self) -> "b":  # noqa: F821, N802
        return True

    @dbus_property(access=PropertyAccess.READ)
    def ProtocolVersion(self) -> "i":  # noqa: F821, N802
        return 0

    @dbus_signal()
    def StatusNotifierHostRegistered(self):  # noqa: N802
        """Said once."""


class Notifications(ServiceInterface):
    """What programs show their notifications with."""

    def __init__(self, shown):
        super().__init__("org.freedesktop.Notifications")
        self._shown = shown

    @dbus_method()
    def GetCapabilities(self) -> "as":  # noqa: F722, N802
        return ["body"]

    @dbus_method()
    def Notify(  # noqa: N802
        self,
        name: "s",  # noqa: F821
        replaces: "u",  # noqa: F821
        icon: "s",  # noqa: F821
        summary: "s",  # noqa: F821
        body: "s",  # noqa: F821
        actions: "as",  # noqa: F722
        hints: "a{sv}",  # noqa: F722
        timeout: "i",  # noqa: F821
    ) -> "u":  # noqa: F821
        self._shown.put_nowait([summary, body])
        return 1


class Panel:
    """Carries out the requests."""

    def __init__(self, bus, items, shown):
        self._bus = bus
        self._items = items
        self._shown = shown
        self._item = ""

    async def answer(self, verb, *arguments):
        return await asyncio.wait_for(getattr(self, f"_{verb}")(*arguments), SECONDS)

    async def _wait(self):
        self._item = await self._items.get()
        properties = await self._properties()
        return {name: properties[name] for name in ("Id", "Title", "Status")}

    async def _menu(self):
        return list(await self._entries())

    async def _click(self, label):
        identifier = (await self._entries())[label]
        await self._call(
            await self._menu_path(), MENU, "Event", "isvu", identifier, "clicked", Variant("i", 0), 0
        )
        return label

    async def _activate(self):
        await self._call("/StatusNotifierItem", ITEM, "Activate", "ii", 10, 10)

    async def _gone(self):
        message = Message(
            destination="org.freedesktop.DBus",
            path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus",
            member="NameHasOwner",
            signature="s",
            body=[self._item],
        )
        while (await self._bus.call(message)).body[0]:
            message.serial = 0
            await asyncio.sleep(0.05)

    async def _notification(self, seconds):
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._shown.get(), float(seconds))

    async def _properties(self):
        interface = "org.freedesktop.DBus.Properties"
        (found,) = await self._call("/StatusNotifierItem", interface, "GetAll", "s", ITEM)
        return plain(found)

    async def _menu_path(self):
        return (await self._properties())["Menu"]

    async def _entries(self):
        """Let the program fill its menu, as panels do; return the identifiers by label."""
        path = await self._menu_path()
        await self._call(path, MENU, "AboutToShow", "i", 0)
        _, layout = plain(await self._call(path, MENU, "GetLayout", "iias", 0, -1, []))
        return dict(entries(layout))

    async def _call(self, path, interface, member, signature, *body):
        message = Message(self._item, path, interface, member, signature=signature, body=list(body))
        reply = await self._bus.call(message)
        if reply.message_type is MessageType.ERROR:
            raise RuntimeError(f"{member}: {reply.error_name} {reply.body}")
        return reply.body


def entries(node, prefix=""):
    """Yield the entries below a node of a menu, with the titles of submenus before theirs."""
    for identifier, properties, children in node[2]:
        label = properties.get("label", "").replace("_", "")
        if label:
            yield prefix + label, identifier
        yield from entries((identifier, properties, children), f"{prefix}{label}/")


def plain(value):
    """Return a value of D-Bus without the marks of its types."""
    if isinstance(value, Variant):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def say(value):
    print(json.dumps(value, default=str), flush=True)


async def main():
    items, shown = asyncio.Queue(), asyncio.Queue()
    bus = await MessageBus().connect()
    bus.export("/StatusNotifierWatcher", Watcher(items))
    bus.export("/org/freedesktop/Notifications", Notifications(shown))
    await bus.request_name("org.freedesktop.Notifications")
    await bus.request_name(NAME)
    say("ready")
    panel = Panel(bus, items, shown)
    while line := await asyncio.to_thread(sys.stdin.readline):
        say(await panel.answer(*json.loads(line)))


if __name__ == "__main__":
    asyncio.run(main())
