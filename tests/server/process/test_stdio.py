"""The protocol over the standard streams of a real process."""

import json
import os

from mcp_types import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR


def text(message):
    return message["result"]["content"][0]["text"]


def by_id(messages):
    return {message["id"]: message for message in messages if "id" in message}


def append_entity(path):
    """Add an entity as a careful program does: nobody sees the file half written."""
    temporary = path.with_name("temporary")
    temporary.write_text(
        path.read_text() + '{"type":"entity","name":"C","entityType":"t","observations":[]}\n'
    )
    temporary.replace(path)


def test_calls_sent_without_waiting_are_all_kept_in_order_and_answered_after_the_end_of_input(
    start, path, requests
):
    server = start()
    names = [f"entity {number}" for number in range(30)]
    server.send(*requests.opening, *(requests.create(name, name) for name in names))
    server.send(json.dumps(requests.call("read", "read_graph")).encode())
    messages, status = server.finish()
    answers = by_id(messages)
    assert status == 0
    assert len(messages) == len(answers) == 31 + (not requests.is_modern)
    entities = answers["read"]["result"]["structuredContent"]["entities"]
    assert [entity["name"] for entity in entities] == names
    assert [json.loads(line)["name"] for line in path.read_text().splitlines()] == names


def test_frames_that_are_no_messages_are_answered_and_the_server_goes_on(start, older):
    server = start()
    server.send(*older.opening, b"nonsense\n", b"\n", b"  \r\n", b'{"jsonrpc":"2.0","id":7}\n')
    server.send(
        b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"read_graph","arguments":null}}\n'
    )
    server.send(
        older("nine", "no/such/method"), older(10, "tools/call"), older(11, "resources/read", uri="x")
    )
    messages, status = server.finish()
    answers = by_id(messages)
    assert status == 0
    assert answers[None]["error"]["code"] == PARSE_ERROR
    assert answers[7]["error"]["code"] == INVALID_REQUEST
    assert json.loads(text(answers[8])) == {"entities": [], "relations": []}
    assert answers["nine"]["error"]["code"] == -32601
    assert answers[10]["error"]["code"] == answers[11]["error"]["code"] == INVALID_PARAMS
    assert len(messages) == 7


def test_lone_surrogates_and_megabytes_pass_both_ways(start, older):
    server = start()
    entity = {"name": "half \ud83d", "entityType": "t", "observations": ["x" * 1000] * 5000}
    server.send(*older.opening, older.call(1, "create_entities", entities=[entity]))
    server.send(older.call(2, "search_nodes", query="\ud83d"))
    messages, status = server.finish()
    answers = by_id(messages)
    assert status == 0
    assert answers[1]["result"]["structuredContent"]["entities"] == [entity]
    assert json.loads(text(answers[2])) == answers[2]["result"]["structuredContent"]
    assert answers[2]["result"]["structuredContent"]["entities"] == [entity]


def test_a_call_that_the_client_cancelled_is_not_waited_for(start, older):
    server = start()
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
    server.send(*older.opening, older.create(1, "A"), older.create(2, "B"), cancelled, older.create(3, "C"))
    messages, status = server.finish()
    assert status == 0
    assert {"initialize", 1, 3} <= set(by_id(messages))


def every_tool(requests):
    """Return calls of every tool, and wrong ones, in an order in which most of them have something to do."""
    alice = {"name": "Alice", "entityType": "person", "observations": ["likes tea", "half \ud83d"]}
    knows = {"from": "Alice", "to": "Bob", "relationType": "knows"}
    calls = [
        ("read_graph", {}),
        ("create_entities", {"entities": [alice, alice]}),
        ("create_relations", {"relations": [knows]}),
        ("add_observations", {"observations": [{"entityName": "Alice", "contents": ["likes tea", "é"]}]}),
        ("add_observations", {"observations": [{"entityName": "Nobody", "contents": []}]}),
        ("search_nodes", {"query": "TEA"}),
        ("open_nodes", {"names": ["Alice", "Alicia"]}),
        ("open_nodes", {"names": "Alice"}),
        ("no_such_tool", {}),
        ("delete_observations", {"deletions": [{"entityName": "Alice", "observations": ["é", "ü"]}]}),
        ("delete_relations", {"relations": [knows]}),
        ("delete_entities", {"entityNames": ["Alice", "Bob"]}),
        ("read_graph", {}),
    ]
    return [requests.call(number, tool, **arguments) for number, (tool, arguments) in enumerate(calls)]


def answers_one_by_one(server, requests, calls):
    server.send(*requests.opening)
    if requests.opening:
        server.receive()
    answers = []
    for call in calls:
        server.send(call)
        answers.append(server.receive())
    return answers


def test_calls_that_need_not_pass_the_sdk_are_answered_as_those_that_do(start, requests):
    directly, through_the_sdk = start("--memory-file", "one.jsonl"), start("--memory-file", "other.jsonl")
    calls = every_tool(requests)
    unusual = [call | {"params": call["params"] | {"unknown": 1}} for call in calls]
    expected = answers_one_by_one(through_the_sdk, requests, unusual)
    assert answers_one_by_one(directly, requests, calls) == expected
    assert directly.finish() == through_the_sdk.finish() == ([], 0)


def test_calls_stay_in_order_whichever_way_they_take(start, older):
    server = start()
    server.send(*older.opening, older.create(0, "0"))
    assert [server.receive()["id"] for _ in range(2)] == ["initialize", 0]
    for number in range(1, 20):
        resource = older(f"resource {number}", "resources/read", uri="memory://knowledge-graph")
        server.send(older.create(number, f"{number}"), resource, older.call(f"read {number}", "read_graph"))
        server.send(older.create(f"late {number}", f"late {number}"))
    messages, status = server.finish()
    assert status == 0
    answers = by_id(messages)
    names = ["0"]
    for number in range(1, 20):
        names.append(f"{number}")
        in_resource = json.loads(answers[f"resource {number}"]["result"]["contents"][0]["text"])
        for graph in (in_resource, json.loads(text(answers[f"read {number}"]))):
            assert [entity["name"] for entity in graph["entities"]] == names
        names.append(f"late {number}")


def test_a_call_sent_with_a_subscription_does_not_overtake_it(start, newer):
    server = start()
    server.send(newer.create(0, "0"))
    assert server.receive()["id"] == 0
    subscription = {"resourceSubscriptions": ["memory://knowledge-graph"]}
    server.send(newer("sub", "subscriptions/listen", notifications=subscription), newer.create(1, "1"))
    messages = [server.receive() for _ in range(3)]
    assert messages[0]["method"] == "notifications/subscriptions/acknowledged"
    assert "notifications/resources/updated" in {message.get("method") for message in messages}
    _, status = server.finish()
    assert status == 0


def test_when_the_client_stops_reading_between_calls_the_server_ends(start, older):
    reader, writer = os.pipe()
    server = start(stdout=writer)
    os.close(writer)
    server.send(*older.opening, older.create(1, "A"))
    seen = b""
    while b'"id":1' not in seen:
        seen += os.read(reader, 1 << 16)
    os.close(reader)
    server.send(*(older.create(number, f"{number}") for number in range(2, 9)))
    assert server.wait() == 0
    assert "Traceback" not in server.log


def test_when_nobody_reads_the_answers_the_server_ends(start, older):
    reader, writer = os.pipe()
    os.close(reader)
    server = start(stdout=writer)
    os.close(writer)
    server.send(*older.opening)
    assert server.wait() == 0
    assert "Traceback" not in server.log


def test_an_older_client_is_told_of_changes_by_anyone_once_each(start, path, older):
    server = start()
    updated = {
        "jsonrpc": "2.0",
        "method": "notifications/resources/updated",
        "params": {"uri": "memory://knowledge-graph"},
    }
    server.send(*older.opening, older("sub", "resources/subscribe", uri="memory://knowledge-graph"))
    assert [server.receive()["id"] for _ in range(2)] == ["initialize", "sub"]
    server.send(older.create(1, "A"), older.create(2, "A"), older.create(3, "B"))
    messages = [server.receive() for _ in range(5)]
    assert messages.count(updated) == 2
    append_entity(path)
    assert server.receive() == updated
    server.send(older("unsub", "resources/unsubscribe", uri="memory://knowledge-graph"), older.create(4, "D"))
    assert server.receive() == {"jsonrpc": "2.0", "id": "unsub", "result": {}}
    messages, status = server.finish()
    assert [message["id"] for message in messages] == [4]
    assert status == 0


def test_a_newer_client_is_told_of_changes_by_anyone_once_each_until_it_ends(start, path, newer):
    server = start()
    subscription = {"resourceSubscriptions": ["memory://knowledge-graph"]}
    server.send(newer("sub", "subscriptions/listen", notifications=subscription))
    acknowledged = server.receive()
    assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
    server.send(newer.create(1, "A"), newer.create(2, "A"), newer.create(3, "B"))
    messages = [server.receive() for _ in range(5)]
    updates = [message for message in messages if message.get("method") == "notifications/resources/updated"]
    assert len(updates) == 2
    assert updates[0]["params"]["_meta"] == {"io.modelcontextprotocol/subscriptionId": "sub"}
    append_entity(path)
    assert server.receive()["method"] == "notifications/resources/updated"
    (ended,), status = server.finish()
    assert ended["id"] == "sub"
    assert "error" not in ended
    assert status == 0


def test_a_subscription_that_comes_last_does_not_keep_the_server_from_ending(start, newer):
    server = start()
    subscription = {"resourceSubscriptions": ["memory://knowledge-graph"]}
    server.send(newer("sub", "subscriptions/listen", notifications=subscription))
    messages, status = server.finish()
    assert [message["id"] for message in messages if "id" in message] == ["sub"]
    assert status == 0
