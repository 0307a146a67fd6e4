"""Random frames for the server: valid calls, wrong ones of every kind, and damaged ones."""

import copy
import json

from damage import cut, damaged

MEGABYTES = "n" * 10_000_000
MANY = 100_000
# One of so many frames is huge: it takes a second or so.
_HUGE_EVERY = 400
# Python reads about 1,000 levels; how many exactly depends on who asks.
_TOO_DEEP = (5_000, 100_000)

_NAMES = [
    *("Ann", "Ben", "Cy", "", " ", "a b", "ä", "😀", "\ud800", "x\udfff", "\0", "\u2028", "\x85", "\n"),
    *("null", "__proto__", "constructor", "'; --", "../..", "%s%n", "l" * 3000),
]
_ODD_VALUES = [
    *(None, True, False, 0, -1, 1.5, 2**53, 2**64, -(2**70), 10**400, 1e308, float("nan"), float("inf")),
    *("", "x", "\ud800", [], [None], [[]], {}, {"a": 1}, [{}], {"name": None}),
]
_METHODS = [
    *("ping", "initialize", "server/discover", "tools/list", "tools/call", "resources/list"),
    *("resources/read", "resources/subscribe", "resources/unsubscribe", "subscriptions/listen"),
    *("resources/templates/list", "prompts/list", "prompts/get", "completion/complete", "tasks/list"),
    *("logging/setLevel", "notifications/initialized", "notifications/cancelled"),
    *("notifications/progress", "notifications/roots/list_changed", "no/such/method", "", "\ud800"),
]
_KEYS = [
    *("uri", "name", "arguments", "cursor", "requestId", "progressToken", "level", "protocolVersion"),
    *("notifications", "capabilities", "clientInfo", "_meta", "ref", "argument", "reason"),
]
_URIS = ["memory://knowledge-graph", "memory://other", "", "file:///etc/passwd", "\ud800"]
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "fuzzer", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class RandomFrames:
    """An endless supply of frames, the same ones for the same source of chance.

    `schemas` holds the input schemas of the tools by name.
    """

    def __init__(self, random, schemas, is_modern):
        self._random = random
        self._schemas = schemas
        self._is_modern = is_modern
        self._number = 0

    def next(self):
        """Return bytes that end with a newline; they may be several frames or none."""
        if self._random.randrange(_HUGE_EVERY) == 0:
            return self._encoded(self._huge_call())
        makers = [
            *(self._call, self._call, self._wrong_call, self._wrong_call, self._wrong_call),
            *(self._other_method, self._wrong_envelope, self._deep, self._damaged, self._damaged),
            *(self._cut, self._noise),
        ]
        return self._random.choice(makers)()

    def _call(self):
        return self._encoded(self._call_message())

    def _wrong_call(self):
        message = self._call_message()
        parameters = message["params"]
        if self._random.random() < 0.1:
            parameters["name"] = self._random.choice([*_NAMES, *_ODD_VALUES])
        if self._random.random() < 0.1:
            parameters["arguments"] = self._random.choice(_ODD_VALUES)
        else:
            self._spoil(parameters["arguments"])
        return self._encoded(message)

    def _other_method(self):
        keys = self._random.sample(_KEYS, self._random.randint(0, 4))
        parameters = {key: self._random.choice([*_URIS, *_ODD_VALUES]) for key in keys}
        return self._encoded(self._request(self._random.choice(_METHODS), parameters))

    def _wrong_envelope(self):
        message = self._call_message()
        for _ in range(self._random.randint(1, 2)):
            self._spoil(message)
        return self._encoded([message] if self._random.random() < 0.1 else message)

    def _deep(self):
        depth = self._random.choice([50, 200, 500, *_TOO_DEEP])
        opening, closing = self._random.choice([("[", "]"), ('{"a":', "}")])
        text = json.dumps(self._call_message() | {"deep": "HERE"})
        place = self._random.choice(['"HERE"', '"arguments": {', '"Ann"'])
        deep = opening * depth + "1" + closing * depth
        replacement = f'{place}"deep": {deep}, ' if place.endswith("{") else deep
        return text.replace(place, replacement, 1).encode() + b"\n"

    def _damaged(self):
        return damaged(self._call()[:-1], self._random) + b"\n"

    def _cut(self):
        return cut(self._call()[:-1], self._random) + b"\n"

    def _noise(self):
        return self._random.randbytes(self._random.choice([1, 10, 1000])) + b"\n"

    def _huge_call(self):
        tool = self._random.choice([*self._schemas])
        arguments = self._value(self._schemas[tool])
        key = next(iter(arguments), None)
        if key is None or self._random.random() < 0.1:
            return self._tool_call(tool, arguments | {MEGABYTES: MEGABYTES})
        item = self._value(self._schemas[tool]["properties"][key])
        if isinstance(item, str):
            return self._tool_call(tool, {key: MEGABYTES})
        items = self._schemas[tool]["properties"][key]["items"]
        return self._tool_call(tool, {key: self._huge_items(items)})

    def _huge_items(self, schema):
        if self._random.random() < 0.5:
            return [self._filled(schema, MEGABYTES, 1)]
        if schema["type"] == "object" and self._random.random() < 0.5:
            return [self._filled(schema, self._random.choice(["Ann", "many"]), MANY)]
        name = self._random.choice(["Ann", "many {}"])
        return [self._filled(schema, name.format(number), 1) for number in range(MANY)]

    def _filled(self, schema, text, count):
        if schema["type"] == "string":
            return text
        if schema["type"] == "array":
            return [f"{text[:20]} {number}" for number in range(count)]
        return {key: self._filled(part, text, count) for key, part in schema["properties"].items()}

    def _call_message(self):
        tool = self._random.choice([*self._schemas])
        return self._tool_call(tool, self._value(self._schemas[tool]))

    def _tool_call(self, tool, arguments):
        return self._request("tools/call", {"name": tool, "arguments": arguments})

    def _request(self, method, parameters):
        self._number += 1
        request_id = self._random.choice([self._number, f"id {self._number}"])
        if self._random.random() < (0.95 if self._is_modern else 0.05):
            parameters = parameters | {"_meta": copy.deepcopy(ENVELOPE)}
        return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": parameters}

    def _value(self, schema):
        if schema["type"] == "string":
            return self._random.choice(_NAMES)
        if schema["type"] == "array":
            return [self._value(schema["items"]) for _ in range(self._random.randint(0, 3))]
        return {key: self._value(part) for key, part in schema.get("properties", {}).items()}

    def _spoil(self, value):
        """Remove or replace something somewhere in an object or array."""
        keys = [*value] if isinstance(value, dict) else [*range(len(value))]
        if not keys:
            return
        key = self._random.choice(keys)
        if isinstance(value[key], dict | list) and value[key] and self._random.random() < 0.7:
            self._spoil(value[key])
        elif self._random.random() < 0.2:
            del value[key]
        else:
            value[key] = copy.deepcopy(self._random.choice(_ODD_VALUES))

    def _encoded(self, message):
        return (
            json.dumps(message, ensure_ascii=self._random.random() < 0.5).encode("utf-8", "surrogatepass")
            + b"\n"
        )
