"""Repairing a memory file: a line that cannot be read is mended where that is certain, else put aside."""

from dataclasses import dataclass, replace
from pathlib import Path

from mnemoscope_shared.errors import BeyondRepair, CorruptLine, NotJsonLines
from mnemoscope_shared.store.catch_up import Cause
from mnemoscope_shared.store.encoding import Utf16, as_utf_8, read_utf_16
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK, decode
from mnemoscope_shared.store.malformed import find_fault, is_document
from mnemoscope_shared.store.memory_file import LOCK_TIMEOUT_SECONDS
from mnemoscope_shared.store.mend import is_readable, mend
from mnemoscope_shared.store.rewrite import Rewritten, rewrite

REPAIR = Cause(Writer("recovery"), "repair", "Repair the file")


@dataclass(frozen=True, slots=True)
class Step:
    """What a repair does about one line.

    Attributes:
        line: its number, from 1.
        column: where in it the fault is, in characters from 1.
        why: the fault, as the rest of “line 3, column 1 …”.
        action: what is done about it, in words for a person.
    """

    line: int
    column: int
    why: str
    action: str


@dataclass(frozen=True, slots=True)
class RepairPlan:
    """What a repair would write.

    Attributes:
        data: the repaired file. Every line that can be read is in it as it was; blank ones and a byte order
            mark are not.
        rejected: what goes to the file of rejected lines, byte for byte.
        steps: one for each line that cannot be read, and one for a wrong encoding.
        unchanged: how many lines stay as they are.
    """

    data: bytes
    rejected: tuple[bytes, ...]
    steps: tuple[Step, ...]
    unchanged: int


def plan_repair(data: bytes, path: Path) -> RepairPlan | None:
    """Return how a file would be repaired; None if there is nothing to repair.

    Raises:
        NotJsonLines: it is a JSON document, which is converted and not repaired.
        BeyondRepair: nothing in it can be read.
    """
    try:
        decode(data, path)
    except CorruptLine:
        utf_16 = read_utf_16(data)
        plan = _plan_utf_8(data) if utf_16 is None else _plan_utf_16(utf_16, path)
        _refuse_a_useless(plan, path)
        return plan
    return None


def repair_file(path: Path, *, lock_timeout: float = LOCK_TIMEOUT_SECONDS) -> Rewritten[RepairPlan] | None:
    """Repair a file, with a backup beside it; None if there was nothing to repair, and nothing was written.

    Raises:
        NotJsonLines: it is a JSON document, which is converted and not repaired.
        StoreError: it cannot be repaired, read or written; it was left as it is.
    """
    return rewrite(path, plan_repair, REPAIR, lock_timeout=lock_timeout)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What becomes of one line; no step where it stays as it is."""

    number: int
    kept: tuple[bytes, ...]
    rejected: bytes | None = None
    step: Step | None = None


def _plan_utf_8(data: bytes) -> RepairPlan:
    outcomes = _outcomes(data.removeprefix(BYTE_ORDER_MARK))
    return _plan(outcomes, [one.rejected for one in outcomes if one.rejected is not None])


def _plan_utf_16(content: Utf16, path: Path) -> RepairPlan:
    data = as_utf_8(content.text)
    if is_document(data):
        raise NotJsonLines(path)
    outcomes = _outcomes(data)
    lines = content.text.split("\n")
    rejected = [content.bytes_of(lines[one.number - 1]) for one in outcomes if one.rejected is not None]
    if content.rest:
        rejected.append(content.rest)
    plan = _plan(outcomes, rejected)
    recoding = Step(1, 1, "is UTF-16, not UTF-8", "the whole file is written as UTF-8")
    return replace(plan, steps=(recoding, *plan.steps))


def _plan(outcomes: list[_Outcome], rejected: list[bytes]) -> RepairPlan:
    return RepairPlan(
        b"".join(line + b"\n" for one in outcomes for line in one.kept),
        tuple(rejected),
        tuple(one.step for one in outcomes if one.step is not None),
        sum(one.step is None for one in outcomes),
    )


def _outcomes(data: bytes) -> list[_Outcome]:
    lines = enumerate(data.split(b"\n"), start=1)
    return [_outcome(number, raw) for number, raw in lines if raw.strip(b" \t\r")]


def _outcome(number: int, raw: bytes) -> _Outcome:
    if is_readable(raw):
        return _Outcome(number, (raw,))
    column, why = find_fault(raw)
    mended = mend(raw)
    if mended is None:
        return _Outcome(number, (), raw, Step(number, column, why, "put aside"))
    return _Outcome(number, mended.kept, mended.rejected, Step(number, column, why, mended.action))


def _refuse_a_useless(plan: RepairPlan, path: Path) -> None:
    try:
        snapshot = decode(plan.data, path)
    except NotJsonLines:
        # All that is left is one object that holds a graph in a layout of its own.
        raise BeyondRepair(path) from None
    if not snapshot.entity_lines and not snapshot.relation_lines:
        raise BeyondRepair(path)
