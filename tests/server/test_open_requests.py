"""Requests are open until they are answered or dropped; a subscription until it ends."""

import anyio
import pytest
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from mnemoscope_server.open_requests import OpenRequests

pytestmark = pytest.mark.anyio
SECONDS = 10


def request(request_id, method="tools/call"):
    return JSONRPCRequest(jsonrpc="2.0", id=request_id, method=method)


def answer(request_id):
    return SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=request_id, result={}))


def notification(of=None):
    metadata = None if of is None else ServerMessageMetadata(related_request_id=of)
    return SessionMessage(JSONRPCNotification(jsonrpc="2.0", method="notifications/x"), metadata)


@pytest.fixture
def requests():
    return OpenRequests()


def test_a_request_is_open_until_its_answer_is_sent(requests):
    assert requests.are_all_handled
    requests.open(request(1))
    requests.open(request("1"))
    requests.note_sent(notification())
    requests.note_sent(answer(1))
    assert not requests.are_all_handled
    requests.note_sent(answer("1"))
    assert requests.are_all_handled


def test_an_id_that_a_client_uses_twice_is_answered_twice(requests):
    requests.open(request(1))
    requests.open(request(1))
    requests.note_sent(answer(1))
    assert not requests.are_all_handled
    requests.note_sent(answer(1))
    assert requests.are_all_handled


def test_an_answer_to_what_the_sdk_was_not_given_changes_nothing(requests):
    requests.note_sent(answer(1))
    requests.open(request(2))
    requests.note_sent(answer(1))
    assert not requests.are_all_handled


def test_notifications_are_never_open(requests):
    assert requests.open(notification().message) is None
    assert requests.are_all_handled


async def test_a_request_that_was_cancelled_is_closed_without_an_answer(requests):
    metadata = requests.open(request(1))
    await metadata.on_request_unanswered()
    assert requests.are_all_handled


async def test_a_subscription_is_a_call_until_it_has_begun_and_is_waited_for_on_its_own(requests):
    requests.open(request("sub", "subscriptions/listen"))
    assert not requests.are_all_handled
    requests.note_sent(notification(of="other"))
    assert not requests.are_all_handled
    requests.note_sent(notification(of="sub"))
    with anyio.fail_after(SECONDS):
        await requests.all_calls_answered()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(requests.all_subscriptions_answered)
            requests.note_sent(notification(of="sub"))
            requests.note_sent(answer("sub"))
        await requests.all_subscriptions_answered()


async def test_a_subscription_that_is_refused_was_a_call(requests):
    requests.open(request("sub", "subscriptions/listen"))
    requests.note_sent(answer("sub"))
    assert requests.are_all_handled
    with anyio.fail_after(SECONDS):
        await requests.all_subscriptions_answered()
