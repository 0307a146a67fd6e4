"""Putting one entry into the text of a client's configuration, and taking it out again.

Every other byte stays: order, indentation, line breaks, the spelling of numbers. What was put in can be taken
out again without a trace, as long as nobody has laid the text out anew in between.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mnemoscope_shared.clients.json_object import JsonObject, Member, last_line, object_at

# A space at the end of a line: it tells an object that we have made from one that was there, and empty.
_OURS = " "
_STEP = "  "


@dataclass(frozen=True, slots=True)
class _Layout:
    """How members of an object are set.

    Attributes:
        break_: the line break before each; empty where all stand on one line.
        indent: what follows it.
        step: how much further the next level is indented.
    """

    break_: str
    indent: str
    step: str

    @property
    def before(self) -> str:
        """What comes before a member."""
        return self.break_ + self.indent

    @property
    def after_last(self) -> str:
        """What comes between the last member and the closing brace, if the object is ours."""
        return self.break_ + self.indent.removesuffix(self.step)

    def inner(self) -> "_Layout":
        """Return the layout of the next level."""
        return _Layout(self.break_, self.indent + self.step, self.step) if self.break_ else self

    def spelled(self, value: Any) -> str:
        """Return JSON that is laid out as a member's value."""
        if not self.break_:
            separators = (", ", ": ") if self.indent else (",", ":")
            return json.dumps(value, ensure_ascii=False, separators=separators)
        text = json.dumps(value, ensure_ascii=False, indent=self.step)
        return text.replace("\n", self.before)

    def member(self, key: str, value: str) -> str:
        """Return a member whose value is spelled already."""
        colon = ": " if self.before else ":"
        return json.dumps(key, ensure_ascii=False) + colon + value


def with_entry(text: str, key: str, name: str, entry: Mapping[str, Any]) -> str:
    """Return a configuration with an entry in the object `key`, which is made where it is missing.

    Of an entry of that name only the members change that are given and differ; what else a person has set
    in it stays. One that starts no program is replaced.

    Args:
        text: an object, as strict JSON.
        key: the member that holds the entries.
        name: the entry's.
        entry: its members.
    """
    root = object_at(text)
    servers = root.member(key)
    if servers is None:
        return _with_holder(root, key, name, entry)
    holder = object_at(text, servers.start)
    old = holder.member(name)
    layout = _layout_in(holder, depth=1, around=root.space_before(servers))
    if old is None:
        return _inserted(holder, layout, layout.member(name, layout.spelled(dict(entry))))
    if text[old.start] != "{" or object_at(text, old.start).member("command") is None:
        return text[: old.start] + layout.spelled(dict(entry)) + text[old.end :]
    return _with_members(text, old.start, entry, holder.space_before(old))


def without_entry(text: str, key: str, name: str) -> str:
    """Return a configuration without an entry, and without the object around it if we made that."""
    root = object_at(text)
    servers = root.member(key)
    if servers is None:
        return text
    holder = object_at(text, servers.start)
    old = holder.member(name)
    if old is None:
        return text
    if len(holder.members) == 1 and holder.space_before(old).startswith(_OURS):
        return _removed(root, servers)
    return _removed(holder, old)


def _with_holder(root: JsonObject, key: str, name: str, entry: Mapping[str, Any]) -> str:
    """Make the object that holds the entries, at the end of the configuration."""
    layout = _layout_in(root, depth=0, around="")
    inner = layout.inner()
    begin, end = (inner.before, layout.before) if layout.break_ else ("", "")
    item = inner.member(name, inner.spelled(dict(entry)))
    return _inserted(root, layout, layout.member(key, f"{{{_OURS}{begin}{item}{end}}}"))


def _with_members(text: str, start: int, entry: Mapping[str, Any], around: str) -> str:
    for key, value in entry.items():
        old_entry = object_at(text, start)
        layout = _layout_in(old_entry, depth=2, around=around)
        old = old_entry.member(key)
        if old is None:
            text = _inserted(old_entry, layout, layout.member(key, layout.spelled(value)))
        elif json.loads(text[old.start : old.end]) != value:
            text = text[: old.start] + layout.spelled(value) + text[old.end :]
    return text


def _layout_in(holder: JsonObject, *, depth: int, around: str) -> _Layout:
    """Return how the last member is set; in an empty object, how its lines would be.

    Args:
        holder: the object.
        depth: how many objects are around it.
        around: the white space before its own key.
    """
    if holder.members:
        break_, indent = last_line(holder.space_before(holder.members[-1]))
        return _Layout(break_, indent, indent[: len(indent) // (depth + 1)] or _STEP)
    break_, indent = last_line(around)
    outer = indent if break_ else ""
    step = outer[: len(outer) // depth] if outer and depth else _STEP
    return _Layout(break_ or ("\r\n" if "\r\n" in holder.text else "\n"), outer + step, step)


def _inserted(holder: JsonObject, layout: _Layout, item: str) -> str:
    text = holder.text
    if holder.members:
        at = holder.members[-1].end
        return f"{text[:at]},{layout.before}{item}{text[at:]}"
    at = holder.start + 1
    return f"{text[:at]}{layout.before}{item}{layout.after_last}{text[at:]}"


def _removed(holder: JsonObject, member: Member) -> str:
    text, members = holder.text, holder.members
    at = members.index(member)
    if at:
        return text[: members[at - 1].end] + text[member.end :]
    if len(members) > 1:
        return text[: member.key_start] + text[members[1].key_start :]
    rest = text[member.end : holder.end].removeprefix(_space_after_only(holder, member))
    return text[: holder.start + 1] + rest + text[holder.end :]


def _space_after_only(holder: JsonObject, member: Member) -> str:
    """Return the white space that came into an empty object after its only member, as `_inserted` put it."""
    break_, indent = last_line(holder.space_before(member))
    if not break_ or holder.text[member.start] != "{":
        return ""
    value = object_at(holder.text, member.start)
    deeper = last_line(value.space_before(value.members[0]))[1] if value.members else ""
    return break_ + indent.removesuffix(deeper.removeprefix(indent))
