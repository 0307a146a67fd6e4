"""The rule of thumb for tokens."""

from mnemoscope_shared.token_estimate import estimated_tokens


def test_four_bytes_are_a_token_and_a_rest_is_one_too():
    assert [estimated_tokens(size) for size in (0, 1, 4, 5, 4_000)] == [0, 1, 1, 2, 1_000]
