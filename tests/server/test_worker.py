"""The thread that does the longer work."""

import threading

import anyio
import pytest

from mnemoscope_server.worker import Worker

pytestmark = pytest.mark.anyio
SECONDS = 10


@pytest.fixture
async def worker(anyio_backend):
    worker = Worker(lambda: None)
    yield worker
    await worker.stop()


async def test_what_a_job_returns_or_raises_comes_back(worker):
    assert await worker.run(threading.get_ident) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        await worker.run(lambda: 1 / 0)
    assert await worker.run(lambda: "still there") == "still there"


async def test_the_result_comes_before_what_follows_from_the_job_and_the_next_job_after_it():
    went_on = threading.Event()
    followed = []

    def follow():
        assert went_on.wait(SECONDS)
        followed.append("follow")

    worker = Worker(follow)
    assert await worker.run(lambda: 7) == 7
    assert followed == []
    went_on.set()
    assert await worker.run(lambda: len(followed)) == 1
    await worker.stop()
    assert followed == ["follow", "follow"]


async def test_a_job_that_was_begun_is_done_even_if_its_task_is_cancelled(worker):
    begun, done = threading.Event(), []

    def job():
        begun.set()
        done.append(1)

    async with anyio.create_task_group() as tasks:
        with anyio.CancelScope() as scope:
            scope.cancel()
            await worker.run(job)
        tasks.start_soon(worker.run, lambda: None)
    assert begun.is_set()
    assert done == [1]


async def test_a_worker_that_never_worked_can_be_stopped_and_a_stopped_one_works_again(worker):
    await worker.stop()
    assert await worker.run(lambda: 1) == 1
    await worker.stop()
    assert await worker.run(lambda: 2) == 2
