"""A running server can be seen by others: its client, its file, its last write."""

from mnemoscope_shared.store.presence import running_servers


def test_a_server_is_seen_from_its_start_to_its_end_and_says_for_whom_it_wrote(start, requests, tmp_path):
    state = tmp_path / "state"
    server = start(environment={"XDG_STATE_HOME": str(state)})
    server.send(*requests.opening, requests("list", "tools/list"))
    while server.receive()["id"] != "list":
        pass
    [silent] = running_servers(state / "mnemoscope")
    assert (silent.file, silent.last_write) == (str(tmp_path.resolve() / "memory.jsonl"), 0)
    assert (silent.client, silent.version) == ("test client", "7")
    server.send(requests.create(1, "Alice"))
    server.receive()
    [writing] = running_servers(state / "mnemoscope")
    assert (writing.client, writing.version) == ("test client", "7")
    assert writing.last_write >= writing.started == silent.started
    server.finish()
    assert running_servers(state / "mnemoscope") == []
