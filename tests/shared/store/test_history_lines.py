"""Reading a file's lines from its end."""

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.store.history_lines import cut_torn_tail, lines_newest_first

BLOCK = 1 << 16
LENGTHS = st.sampled_from([0, 1, 2, BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])
LINES = st.lists(LENGTHS, max_size=6).map(
    lambda lengths: [bytes([97 + place]) * length for place, length in enumerate(lengths)]
)


class CountingFile(BytesIO):
    """Bytes that count how many of them were read."""

    count = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.count += len(data)
        return data


@given(lines=LINES, torn=LENGTHS)
def test_all_complete_lines_come_newest_first(lines: list[bytes], torn: int) -> None:
    file = BytesIO(b"".join(line + b"\n" for line in lines) + b"x" * torn)
    assert list(lines_newest_first(file)) == lines[::-1]


@given(lines=LINES, torn=LENGTHS)
def test_cutting_leaves_the_complete_lines(lines: list[bytes], torn: int) -> None:
    complete = b"".join(line + b"\n" for line in lines)
    file = BytesIO(complete + b"x" * torn)
    cut_torn_tail(file)
    assert file.getvalue() == complete


@pytest.mark.parametrize("newest_bytes", [10, 10 * BLOCK])
def test_only_as_much_is_read_as_is_asked_for(newest_bytes: int) -> None:
    file = CountingFile(b"old\n" * (50 * BLOCK) + b"x" * newest_bytes + b"\n")
    assert next(lines_newest_first(file)) == b"x" * newest_bytes
    assert file.count <= newest_bytes + 2 * BLOCK


def test_a_whole_file_is_not_read_to_see_that_nothing_is_torn(tmp_path: Path) -> None:
    file = CountingFile(b"x" * (5 * BLOCK) + b"\n")
    cut_torn_tail(file)
    assert file.count == 1
