"""Who a server over HTTP serves."""

from mnemoscope_server.http.served_clients import ServedClients
from mnemoscope_shared.store.presence import running_servers


def test_clients_are_named_once_each_and_the_last_one_first(tmp_path):
    clients = ServedClients(tmp_path, tmp_path / "memory.jsonl")
    for client, version in (("cursor-vscode", "1"), ("My client", "2"), ("cursor-vscode", "2")):
        clients.note_client(client, version)
    assert clients.names() == ("Cursor", "My client")
    clients.note_client("My client", "2")
    assert clients.names() == ("My client", "Cursor")
    [running] = running_servers(tmp_path)
    assert running.client == "My client"


def test_a_name_that_could_command_a_terminal_is_on_one_line(tmp_path, caplog):
    clients = ServedClients(tmp_path, tmp_path / "memory.jsonl")
    with caplog.at_level("INFO"):
        clients.note_client("evil\n\x1b[2J", "1\n2")
    assert clients.names() == ("evil [2J",)
    assert [record.message for record in caplog.records] == ["evil [2J 1 2 asks for the first time."]


def test_names_without_end_are_not_kept_without_end(tmp_path):
    clients = ServedClients(tmp_path, tmp_path / "memory.jsonl")
    for number in range(100):
        clients.note_client(f"client {number}", "1")
    assert len(clients.names()) == 32
    assert clients.names()[0] == "client 99"
