"""The secret in the address."""

import os
import stat

import pytest

from mnemoscope_server.http.access_token import UnusableToken, is_token, new_token, token_in


def test_each_token_is_another_and_long_enough():
    assert len({new_token() for _ in range(50)}) == 50
    assert len(new_token()) >= 43


def test_a_file_for_the_token_is_made_once_for_its_owner_alone(tmp_path):
    path = tmp_path / "token"
    token = token_in(path)
    assert token_in(path) == token == path.read_text().strip()
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"a/b" * 20, b"\xff" * 40])
def test_a_file_without_a_usable_token_is_refused(tmp_path, content):
    path = tmp_path / "token"
    path.write_bytes(content)
    with pytest.raises(UnusableToken):
        token_in(path)


def test_a_token_file_in_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(UnusableToken, match="Name another file"):
        token_in(tmp_path / "gone" / "token")


def test_only_the_whole_token_is_right():
    token = new_token()
    assert is_token(token, token)
    assert not any(is_token(wrong, token) for wrong in ("", token[:-1], token + "x", "é" * 43))
