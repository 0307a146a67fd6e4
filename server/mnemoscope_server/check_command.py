"""The command `check`: what is wrong or odd in a memory file, and mending it."""

import argparse
import os
from collections.abc import Hashable, Iterable
from pathlib import Path

from mnemoscope_server.command import Command
from mnemoscope_server.terminal import shortened, write_line
from mnemoscope_shared.shell import shell_word
from mnemoscope_shared.store.beside import rejected_path
from mnemoscope_shared.store.check import EXAMPLES, Finding, Findings, Report, check, kind_of_fault
from mnemoscope_shared.store.convert import ConversionPlan, convert_file, plan_conversion
from mnemoscope_shared.store.memory_file import LOCK_TIMEOUT_SECONDS
from mnemoscope_shared.store.repair import RepairPlan, plan_repair, repair_file
from mnemoscope_shared.store.rewrite import Rewritten, read_existing
from mnemoscope_shared.wording import counted

_REMEDIES = {"repair": "See what can be mended", "convert": "See what it would be"}
_LINE_LENGTH = 100


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the memory file")
    remedy = parser.add_mutually_exclusive_group()
    remedy.add_argument(
        "--repair", action="store_true", help="show how lines that cannot be read would be mended"
    )
    remedy.add_argument(
        "--convert", action="store_true", help="show what a JSON document would be as a memory file"
    )
    parser.add_argument(
        "--yes", action="store_true", help="with --repair or --convert: do it; a backup stays beside the file"
    )
    parser.set_defaults(refuse=parser.error)


def _run(options: argparse.Namespace) -> int:
    if options.yes and not (options.repair or options.convert):
        options.refuse("--yes needs --repair or --convert")
    path = Path(os.path.realpath(options.file))
    if options.repair:
        return _repair(path) if options.yes else _preview_repair(path)
    if options.convert:
        return _convert(path) if options.yes else _preview_conversion(path)
    return _check(path)


def _check(path: Path) -> int:
    report = check(read_existing(path).data)
    for findings in report.findings:
        _write_findings(findings)
    if report.remedy != "convert":
        write_line(_summary(report))
    if report.remedy is None:
        write_line(f"{path} can be used.")
        return 0
    advice = f"{_REMEDIES[report.remedy]}: mnemoscope-server check --{report.remedy} {shell_word(path)}"
    write_line(f"{path} cannot be used as it is. {advice}")
    return 1


def _preview_repair(path: Path) -> int:
    plan = plan_repair(read_existing(path).data, path)
    if plan is None:
        return _nothing_to_repair(path)
    _write_steps(plan)
    write_line(f"A repair would give: {_repaired(plan, path)}.")
    write_line(f"Nothing was written. To do it: mnemoscope-server check --repair --yes {shell_word(path)}")
    return 1


def _repair(path: Path) -> int:
    done = repair_file(path, lock_timeout=LOCK_TIMEOUT_SECONDS)
    if done is None:
        return _nothing_to_repair(path)
    _write_steps(done.plan)
    write_line(f"{path} is repaired: {_repaired(done.plan, path)}.")
    return _write_outcome(done)


def _nothing_to_repair(path: Path) -> int:
    write_line(f"There is nothing to repair in {path}.")
    return 0


def _preview_conversion(path: Path) -> int:
    plan = plan_conversion(read_existing(path).data, path)
    if plan is None:
        return _nothing_to_convert(path)
    _write_carried(plan)
    write_line(f"It would become {_converted(plan)}{', beginning so:' if plan.data else '.'}")
    for line in plan.data.decode().split("\n", EXAMPLES)[:-1]:
        write_line(f"  {shortened(line, _LINE_LENGTH)}")
    write_line(f"Nothing was written. To do it: mnemoscope-server check --convert --yes {shell_word(path)}")
    return 1


def _convert(path: Path) -> int:
    done = convert_file(path, lock_timeout=LOCK_TIMEOUT_SECONDS)
    if done is None:
        return _nothing_to_convert(path)
    _write_carried(done.plan)
    write_line(f"{path} is converted to {_converted(done.plan)}.")
    return _write_outcome(done)


def _nothing_to_convert(path: Path) -> int:
    write_line(f"There is nothing to convert: {path} has one object on each line already.")
    return 0


def _write_outcome(done: Rewritten[RepairPlan] | Rewritten[ConversionPlan]) -> int:
    write_line(f"The old version is in {done.backup}.")
    if done.warning is not None:
        write_line(done.warning)
    return 0


def _write_findings(findings: Findings) -> None:
    for finding in findings.examples:
        column = f", column {finding.column}" if finding.column is not None else ""
        write_line(f"line {finding.line}{column}: {finding.text}")
    more = findings.count - len(findings.examples)
    if more:
        write_line(f"  and {more:,} more like {'these' if len(findings.examples) > 1 else 'this'}")


def _write_folded(findings: Iterable[tuple[Hashable, Finding]]) -> None:
    kinds: dict[Hashable, Findings] = {}
    for kind, finding in findings:
        kinds.setdefault(kind, Findings(is_fault=True)).add(finding)
    for folded in kinds.values():
        _write_findings(folded)


def _write_steps(plan: RepairPlan) -> None:
    _write_folded(
        (
            (kind_of_fault(step.why), step.action),
            Finding(step.line, f"{step.why}: {step.action}", step.column),
        )
        for step in plan.steps
    )


def _write_carried(plan: ConversionPlan) -> None:
    for place in plan.carried[:EXAMPLES]:
        write_line(f"{place}: no part of the graph, kept in an object of its own")
    more = len(plan.carried) - EXAMPLES
    if more > 0:
        write_line(f"  and {more:,} more like these")


def _summary(report: Report) -> str:
    parts = [
        counted(report.entities, "entity", "entities"),
        counted(report.relations, "relation", "relations"),
        counted(report.others, "other line", "other lines"),
    ]
    if report.unreadable:
        parts.append(f"{counted(report.unreadable, 'line', 'lines')} that cannot be read")
    return f"{', '.join(parts)}, {counted(report.size, 'byte', 'bytes')}"


def _repaired(plan: RepairPlan, path: Path) -> str:
    parts = [f"{counted(plan.unchanged, 'line', 'lines')} unchanged"]
    mended = plan.data.count(b"\n") - plan.unchanged
    if mended:
        parts.append(f"{counted(mended, 'line', 'lines')} mended")
    if plan.rejected:
        parts.append(f"{counted(len(plan.rejected), 'line', 'lines')} put aside in {rejected_path(path)}")
    return ", ".join(parts)


def _converted(plan: ConversionPlan) -> str:
    others = f" and {counted(plan.others, 'other object', 'other objects')}" if plan.others else ""
    entities = counted(plan.entities, "entity", "entities")
    relations = counted(plan.relations, "relation", "relations")
    return f"{entities}, {relations}{others}" if others else f"{entities} and {relations}"


CHECK = Command(
    "check",
    "say what is wrong or odd in a memory file, and mend it",
    "Say line by line what in a memory file cannot be read and what is noteworthy. "
    "The exit status is 0 if the file can be used, 1 if it cannot as it is, and 2 for bad usage.",
    _declare,
    _run,
)
