"""What a cell of the table says: in short, in full as a tooltip, and to a screen reader."""

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.relative_time import exact_time, now_ms, relative_time
from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.entity_rows import UNKNOWN_TIME, EntityRows
from mnemoscope_shared.model import Entity
from mnemoscope_shared.wording import counted, type_name

_SHOWN_CHARACTERS = 160
_TOLD_CHARACTERS = 400
_TOLD_OBSERVATIONS = 8
_FIGURE_SPACE = "\u2007"
_COUNT_DIGITS = 3


def cell_text(rows: EntityRows, row: int, column: Column) -> str:
    """Return the line that is painted."""
    entity = rows.entity(row)
    if column is Column.NAME:
        return shortened(entity.name, _SHOWN_CHARACTERS)
    if column is Column.TYPE:
        return shortened(type_name(entity.entity_type), _SHOWN_CHARACTERS)
    if column is Column.OBSERVATIONS:
        # As wide as digits are: so counts stand under each other, and texts too.
        count = f"{len(entity.observations):>{_COUNT_DIGITS}}".replace(" ", _FIGURE_SPACE)
        return f"{count}   {_first_observation(entity)}"
    if column is Column.LAST_CHANGE:
        return _time(rows.number(row, column))
    return f"{rows.number(row, column):,}"


def cell_tooltip(rows: EntityRows, row: int, column: Column) -> str:
    """Return what hovering shows: everything there is, within reason; empty where the cell says it all."""
    entity = rows.entity(row)
    if column is Column.NAME:
        text = shortened(entity.name, _TOLD_CHARACTERS)
    elif column is Column.TYPE:
        text = shortened(type_name(entity.entity_type), _TOLD_CHARACTERS)
    elif column is Column.OBSERVATIONS:
        text = _told_observations(entity)
    elif column is Column.LAST_CHANGE and rows.number(row, column) != UNKNOWN_TIME:
        text = exact_time(rows.number(row, column))
    else:
        text = ""
    return text.replace("<", "‹")  # Qt would take it for markup.


def spoken_cell(rows: EntityRows, row: int, column: Column) -> str:
    """Return what a screen reader says; it adds the name of the column by itself."""
    entity = rows.entity(row)
    if column is Column.OBSERVATIONS:
        count = counted(len(entity.observations), "observation", "observations")
        return f"{count}: {_first_observation(entity)}" if entity.observations else count
    if column is Column.RELATIONS:
        return counted(rows.number(row, column), "relation", "relations")
    if column is Column.TOKENS:
        return f"about {counted(rows.number(row, column), 'token', 'tokens')}"
    if column is Column.LAST_CHANGE:
        return _time(rows.number(row, column)) or "not recorded"
    return cell_text(rows, row, column)


def editable_text(rows: EntityRows, row: int, column: Column) -> str:
    """Return the text that is edited in place."""
    entity = rows.entity(row)
    return entity.name if column is Column.NAME else entity.entity_type


def _first_observation(entity: Entity) -> str:
    first = next(iter(entity.observations), "")
    return shortened(first, _SHOWN_CHARACTERS) if first and not first.isspace() else ""


def _told_observations(entity: Entity) -> str:
    told = entity.observations[:_TOLD_OBSERVATIONS]
    lines = [f"• {shortened(text, _TOLD_CHARACTERS)}" for text in told]
    more = len(entity.observations) - len(told)
    return "\n".join([*lines, f"… and {more:,} more"] if more else lines)


def _time(moment: int) -> str:
    return "" if moment == UNKNOWN_TIME else relative_time(moment, now_ms())
