"""What is told of a trial start."""

import pytest

from mnemoscope_shared.clients.verification import (
    UnreadableVerification,
    Verification,
    decode_verification,
    encode_verification,
    verification_lines,
)

WORKING = Verification(
    ("server", "--flag"),
    notes=("Mind the step.",),
    protocol_version="2025-11-25",
    server="memory",
    tools=("read_graph",),
    entities=1,
    relations=2,
    memory_file="/m.jsonl",
)
BROKEN = Verification(("server",), "ended", "It ended.", log=("one", "two"), exit_status=-9)


@pytest.mark.parametrize("verification", [WORKING, BROKEN])
def test_a_verification_survives_the_way_through_json(verification):
    assert decode_verification(encode_verification(verification)) == verification


@pytest.mark.parametrize("text", ["", "Traceback …", "[]", '{"command": 1}'])
def test_what_is_no_verification_is_refused(text):
    with pytest.raises(UnreadableVerification, match="could not be checked"):
        decode_verification(text)


def test_a_working_server_is_described():
    assert WORKING.is_working
    assert verification_lines(WORKING) == [
        "The server works.",
        "It is “memory” and speaks version 2025-11-25 of the protocol.",
        "It has 1 tool: read_graph.",
        "Its memory has 1 entity and 2 relations.",
        "The memory is in /m.jsonl.",
        "Mind the step.",
    ]


@pytest.mark.parametrize(
    ("command", "problem", "is_lost"),
    [
        (("/gone/mnemoscope-server", "--memory-file", "m.jsonl"), "not-found", True),
        (("/gone/python", "-m", "mnemoscope_server"), "not-found", True),
        (("python3", "-m", "mnemoscope_server"), "missing-module", True),
        (("/gone/other-server",), "not-found", False),
        (("/here/mnemoscope-server",), "ended", False),
        (("/here/mnemoscope-server",), "none", False),
    ],
)
def test_our_own_server_that_is_gone_is_told_from_others(command, problem, is_lost):
    assert Verification(command, problem).is_lost == is_lost


def test_a_server_that_does_not_work_is_told_with_its_log():
    assert not BROKEN.is_working
    assert verification_lines(BROKEN) == ["It ended.", "It wrote to standard error:", "  one", "  two"]
