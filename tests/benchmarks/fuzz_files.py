"""Random damage to valid memory files, for the reader and the writer.

    python tests/benchmarks/fuzz_files.py [--seconds N] [--seed N]

Reading may raise a `StoreError` and nothing else, within a limit. Of a file that can be read, writing nothing
changes no byte, one edit keeps the bytes of all other lines, and its undo restores the touched ones; of one
that cannot, no byte is ever changed, and what a repair or a conversion would write can be read. What went
wrong goes to standard error; each kind of failure is a JSON line on standard output.
"""

import argparse
import faulthandler
import json
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from damage import damaged

from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    EntityObservations,
)
from mnemoscope_shared.errors import StoreError
from mnemoscope_shared.store import check as checking
from mnemoscope_shared.store.convert import plan_conversion
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK, decode
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.repair import plan_repair

KINDS = ("reading", "writing_nothing", "one_edit", "undo", "unreadable_changed", "mending", "slow")
SLOW_SECONDS = 5
HANG_SECONDS = 60
NEW_FACT = "a new fact"
# A file changed this moment is read again some times, as its writer may not have finished.
_AGE_SECONDS = 100
_WORDS = ["Ann", "Ben", "Cy", "", "ä", "😀", "\u2028", "\x85", "\0", "\ud800", "a\nb", '"', "\\", "x" * 300]
_FOREIGN_LINES = [
    b"",
    b" \t\r",
    b'{"type":"_marker","source":"another program"}',
    b'{"name":"Dee","entityType":"person"}',
    b'{"name":"Eve","entityType":null,"observations":"one"}',
    b'  {"type" : "entity", "name":"Flo","entityType":"","observations":[{"text":"x"},7,null],"n":1e400}\t',
    b'{"_type":"relation","source":"Ann","target":"Flo","type":"knows","weight":1.0}',
    b'{"from_entity":"Ann","to_entity":"Dee","relation":"likes","relation":"knows"}',
    b'{"type":"relation","from":"Ann","to":"Ann","relationType":"is","deep":' + b"[" * 40 + b"]" * 40 + b"}",
]
_KEYS = [
    *("type", "_type", "name", "entityType", "observations", "from", "to", "relationType", "relation"),
    *("source", "target", "from_entity", "to_entity", "text", "content", "", "\ud800", "other"),
]
_ODD_VALUES = [
    *("entity", "relation", "Ann", "Ben", "", "\ud800", None, True, 0, -1.5, 10**400, [], ["a"], [None]),
    *([{"text": "a"}], [{"content": 1}], {}, {"name": "Ann"}, ["a", ["b"]]),
]


class Failure(Exception):
    """Something went wrong; `kind` is one of `KINDS`."""

    def __init__(self, kind, text):
        self.kind = kind
        super().__init__(text)


def valid_file(chance):
    """Return the bytes of a random memory file that can be read."""
    lines = [_line(chance) for _ in range(chance.randint(0, 12))]
    newline = chance.choice([b"\n", b"\n", b"\r\n"])
    begin = chance.choice([b"", b"", b"", BYTE_ORDER_MARK])
    return begin + newline.join(lines) + chance.choice([newline, b""])


def check(data, path, chance):
    """Read and edit a file with these bytes; return whether that was possible, or raise `Failure`."""
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
    started = time.perf_counter()
    try:
        return _check_in_place(data, path, chance)
    finally:
        faulthandler.cancel_dump_traceback_later()
        if time.perf_counter() - started > SLOW_SECONDS:
            raise Failure("slow", f"{time.perf_counter() - started} s")


def _check_in_place(data, path, chance):
    path.write_bytes(data)
    modified = time.time() - _AGE_SECONDS
    os.utime(path, (modified, modified))
    memory = MemoryFile(path, Writer("fuzzer"), keep_history=chance.random() < 0.5)
    try:
        snapshot = decode(data, path)
    except StoreError as error:
        if not str(error):
            raise Failure("reading", "no message") from None
        _check_unreadable(memory, data)
        _guarded("mending", _check_mending, data, path)
        return False
    except Exception:  # noqa: BLE001 - whatever it is, it is a finding
        raise Failure("reading", traceback.format_exc()) from None
    _guarded("writing_nothing", _check_writing_nothing, memory, snapshot, data)
    _guarded("one_edit", _check_one_edit, memory, snapshot, data, chance)
    _guarded("mending", checking.check, data)
    return True


def _guarded(kind, check_it, *arguments):
    try:
        check_it(*arguments)
    except Failure:
        raise
    except Exception:  # noqa: BLE001 - whatever it is, it is a finding
        raise Failure(kind, traceback.format_exc()) from None


def _check_unreadable(memory, data):
    try:
        memory.apply(CreateEntities([]))
    except StoreError:
        _expect(memory.path.read_bytes() == data, "unreadable_changed", "by a write")
    except Exception:  # noqa: BLE001 - whatever it is, it is a finding
        raise Failure("unreadable_changed", traceback.format_exc()) from None
    else:
        raise Failure("unreadable_changed", "a write succeeded")


def _check_writing_nothing(memory, snapshot, data):
    for edit in (CreateEntities(snapshot.entities), CreateRelations(snapshot.relations)):
        _expect(not memory.apply(edit).change, "writing_nothing", "a change")
    _expect(memory.path.read_bytes() == data, "writing_nothing", "other bytes")


def _check_mending(data, path):
    checking.check(data)
    for plan_for in (plan_repair, plan_conversion):
        try:
            plan = plan_for(data, path)
        except StoreError:
            continue
        if plan is not None:
            decode(plan.data, path)


def _check_one_edit(memory, snapshot, data, chance):
    lines = snapshot.to_bytes().split(b"\n")
    original = [line for line in data.removeprefix(BYTE_ORDER_MARK).split(b"\n") if line.strip(b" \t\r")]
    _expect(sorted([*original, b""]) == sorted(lines), "one_edit", "lines were lost in reading")
    if not snapshot.entities:
        return
    name = chance.choice(snapshot.entities).name
    edits = [AddObservations([EntityObservations(name, (NEW_FACT,))]), DeleteEntities([name])]
    applied = memory.apply(chance.choice(edits))
    after = memory.path.read_bytes()
    touched = {change.before.raw for change in applied.change}
    kept = [line for line in after.split(b"\n") if NEW_FACT.encode() not in line]
    expected = [line for line in lines if line not in touched and NEW_FACT.encode() not in line]
    _expect([line for line in kept if line not in touched] == expected, "one_edit", "other lines changed")
    _expect(decode(after, memory.path).entities == applied.snapshot.entities, "one_edit", "read differently")
    _expect(applied.warning is None, "one_edit", applied.warning)
    if applied.record_id is not None:
        _guarded("undo", _check_undo, memory, applied, snapshot)


def _check_undo(memory, applied, snapshot):
    memory.revert(applied.record_id)
    _expect(memory.path.read_bytes() == snapshot.to_bytes(), "undo", "other bytes")


def _expect(is_so, kind, text):
    if not is_so:
        raise Failure(kind, text)


def _line(chance):
    if chance.random() < 0.2:
        return chance.choice(_FOREIGN_LINES)
    if chance.random() < 0.2:
        return _odd_line(chance)
    words = [chance.choice(_WORDS) for _ in range(chance.randint(3, 6))]
    if chance.random() < 0.6:
        value = {"type": "entity", "name": words[0], "entityType": words[1], "observations": words[2:]}
    else:
        value = {"type": "relation", "from": words[0], "to": words[1], "relationType": words[2]}
    if chance.random() < 0.2:
        value["extra"] = {"created": 2**70, "by": words}
    # In ASCII: what no UTF-8 can hold stays an escape.
    return json.dumps(value, ensure_ascii=True, separators=chance.choice([(",", ":"), (", ", ": ")])).encode()


def _odd_line(chance):
    """Return an object with members that a memory file may have, some of them twice or of another kind."""
    keys = [chance.choice(_KEYS) for _ in range(chance.randint(0, 7))]
    members = [f"{json.dumps(key)}: {json.dumps(chance.choice(_ODD_VALUES))}" for key in keys]
    return ("{" + ",".join(members) + "}").encode()


def fuzz(seconds, seed):
    """Try damaged files for so long; return how many were tried and could be read, and the failures."""
    chance, tried, readable, failures = random.Random(seed), 0, 0, Counter()
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.jsonl"
        while time.monotonic() < end:
            tried += 1
            data = valid_file(chance)
            if chance.random() < 0.7:
                data = damaged(data, chance)
            try:
                readable += check(data, path, chance)
            except Failure as failure:
                failures[failure.kind] += 1
                print(f"{failure.kind}: {failure}\n{data!r:.2000}\n", file=sys.stderr)
            for left in Path(folder).iterdir():
                left.unlink()
    return tried, readable, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tried, readable, failures = fuzz(options.seconds, options.seed)
    counts = {"executions": tried, "executions_per_second": round(tried / options.seconds)}
    for kind in KINDS:
        row = {"name": f"fuzz.files.{kind}", "value": failures[kind], "target": 0, "better": "lower"}
        print(json.dumps(row | counts | {"readable": readable, "seed": options.seed}))


if __name__ == "__main__":
    main()
