"""Random damage to bytes, for the fuzzers: the same source of chance does the same damage."""

import json

TOKENS = [
    *(b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\n", b"\r\n", b"\r", b"\0", b"\t", b" "),
    *(b"null", b"true", b"NaN", b"-Infinity", b"1e999", b"-0", b"9" * 5000, b"18446744073709551616"),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xff\xfe", b"\xf4\x90\x80\x80"),
    *(b"\\ud800", b"\\udc00", b"\\u0000", b"\\x", "\u2028".encode(), "\x85".encode(), "😀".encode()),
    *(b'"type"', b'"entity"', b'"name"', b'"from"', b"{}{}", b"[[[[", b'{"a":' * 50, b"[" * 3000),
]
_ENCODINGS = ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "cp1252", "utf-7"]


def damaged(data, random, most=3):
    """Return bytes after one to `most` random damages."""
    for _ in range(random.randint(1, most)):
        data = random.choice(_DAMAGES)(data, random)
    return data


def cut(data, random):
    """Return the bytes up to some place."""
    return data[: random.randint(0, len(data))]


def flip_bit(data, random):
    """Return the bytes with one bit the other way round."""
    if not data:
        return data
    changed = bytearray(data)
    changed[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(changed)


def insert_token(data, random):
    """Return the bytes with something inserted that a reader may stumble over."""
    at = random.randint(0, len(data))
    return data[:at] + random.choice(TOKENS) + data[at:]


def replace_token(data, random):
    """Return the bytes with something put over as many of them."""
    at, token = random.randint(0, len(data)), random.choice(TOKENS)
    return data[:at] + token + data[at + len(token) :]


def drop_range(data, random):
    """Return the bytes without some of them."""
    start, end = _range(data, random)
    return data[:start] + data[end:]


def double_range(data, random):
    """Return the bytes with some of them twice."""
    start, end = _range(data, random)
    return data[:end] + data[start:]


def random_bytes(data, random):
    """Return the bytes with random ones inserted."""
    at = random.randint(0, len(data))
    return data[:at] + random.randbytes(random.randint(1, 12)) + data[at:]


def other_encoding(data, random):
    """Return the text in another encoding."""
    return data.decode(errors="replace").encode(random.choice(_ENCODINGS), "replace")


def escaped(data, random):
    """Return the bytes with one ASCII character as its JSON escape."""
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + json.dumps(chr(data[at] | 0x80)).strip('"').encode() + data[at + 1 :]


def _range(data, random):
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice([1, 2, 8, 64, 512]))


_DAMAGES = [
    *(cut, flip_bit, flip_bit, insert_token, insert_token, replace_token, replace_token),
    *(drop_range, drop_range, double_range, random_bytes, other_encoding, escaped),
]
