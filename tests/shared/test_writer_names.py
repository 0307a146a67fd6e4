"""Who wrote, said to a person."""

import pytest

from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.writer_names import client_name, writer_name, writer_name_and_version


@pytest.mark.parametrize(
    ("writer", "name"),
    [
        (Writer("window"), "you, in Mnemoscope"),
        (Writer("outside"), "another program"),
        (Writer("recovery"), "Mnemoscope itself"),
        (Writer("server"), "an assistant"),
        (Writer("server", "claude-ai", "0.1"), "Claude Desktop"),
        (Writer("server", "Claude-Code", "2"), "Claude Code"),
        (Writer("server", "Someone's Client"), "Someone's Client"),
        (Writer("telephone"), "“telephone”"),
    ],
)
def test_each_writer_is_called_what_people_call_it(writer, name):
    assert writer_name(writer) == name


def test_the_version_of_an_assistants_program_can_be_told_too():
    assert writer_name_and_version(Writer("server", "claude-ai", " 0.1\n")) == "Claude Desktop 0.1"
    assert writer_name_and_version(Writer("server", "claude-ai")) == "Claude Desktop"
    assert writer_name_and_version(Writer("window", version="9")) == "you, in Mnemoscope"


@pytest.mark.parametrize(
    "client", ["you", "You, in Mnemoscope", " Another  program", "MNEMOSCOPE itself", "“you”"]
)
def test_a_client_that_calls_itself_like_us_is_quoted(client):
    assert client_name(client) == f"“{' '.join(client.split())}”"


def test_what_does_not_print_in_a_clients_name_is_left_out_and_its_length_is_bounded():
    assert client_name("Evil\u202e\n\x1b[2J  client") == "Evil [2J client"
    assert client_name("\u202eyou") == "“you”"
    assert client_name("\u200b") == "an assistant"
    assert client_name("x" * 1000) == "x" * 59 + "…"
