"""A small memory to look at before one has one's own."""

from pathlib import Path

from mnemoscope_shared.model import Entity, Record, Relation
from mnemoscope_shared.store.jsonl import encode_record

SAMPLE_NAME = "sample-memory.jsonl"

_ENTITIES = """
Alice Moreau | person | Works from home on Fridays | Prefers short answers with examples | Vegetarian
Ben Okafor | person | Alice's brother | Plays the cello in an amateur orchestra
Chiara Russo | person | Alice's manager since March 2026 | Likes a written summary before each meeting
Daniel Weiss | person | Maintains the sensor firmware
Harbour | project | Predicts water levels for small ports | First release planned for February 2027
Tidepool | project | Open data set of tide measurements | Published under a Creative Commons licence
Garden plan | project | Raised beds behind the house | Tomatoes failed in 2025: too little sun
Blue Quay Analytics | organization | About forty people | Offices in Lyon and Genoa
City Orchestra of Lyon | organization | Rehearses on Tuesdays
Lyon | place | Time zone Europe/Paris
Genoa | place | The next team meeting is here
Team meeting in Genoa | event | 12 to 14 January 2027 | Alice presents the forecast model
Spring concert | event | 21 March 2027 | Alice has two tickets
Python | tool | Alice uses version 3.13 | Type hints everywhere
PostgreSQL | tool | Holds the measurements
MQTT | tool | Carries the sensor readings
Forecast model | concept | Gradient boosting on tides and wind | Mean error 4 cm
Writes tests first | preference | Asks for a failing test before a fix
Train over plane | preference | For trips under eight hours
Reading list | note | The Sea Around Us | Weather for sailors
"""

_RELATIONS = """
Alice Moreau | works_at | Blue Quay Analytics
Alice Moreau | leads | Harbour
Alice Moreau | lives_in | Lyon
Alice Moreau | prefers | Writes tests first
Alice Moreau | prefers | Train over plane
Alice Moreau | attends | Team meeting in Genoa
Alice Moreau | attends | Spring concert
Alice Moreau | plans | Garden plan
Alice Moreau | uses | Python
Ben Okafor | brother_of | Alice Moreau
Ben Okafor | plays_in | City Orchestra of Lyon
Chiara Russo | manages | Alice Moreau
Chiara Russo | works_at | Blue Quay Analytics
Daniel Weiss | contributes_to | Tidepool
Daniel Weiss | maintains | MQTT
Daniel Weiss | works_at | Blue Quay Analytics
Harbour | uses | Forecast model
Harbour | uses | PostgreSQL
Harbour | depends_on | Tidepool
Forecast model | written_in | Python
Tidepool | stored_in | PostgreSQL
Tidepool | fed_by | MQTT
Blue Quay Analytics | located_in | Lyon
Team meeting in Genoa | takes_place_in | Genoa
City Orchestra of Lyon | gives | Spring concert
"""


def write_sample(folder: Path) -> Path:
    """Write the sample memory into a folder and return its file."""
    path = folder / SAMPLE_NAME
    records: list[Record] = [*sample_entities(), *sample_relations()]
    path.write_bytes(b"".join(encode_record(record) + b"\n" for record in records))
    return path


def sample_entities() -> list[Entity]:
    """Return the entities of the sample."""
    rows = [_fields(line) for line in _ENTITIES.strip().splitlines()]
    return [Entity(name, entity_type, tuple(observations)) for name, entity_type, *observations in rows]


def sample_relations() -> list[Relation]:
    """Return the relations of the sample."""
    rows = [_fields(line) for line in _RELATIONS.strip().splitlines()]
    return [Relation(source, target, relation_type) for source, relation_type, target in rows]


def _fields(line: str) -> list[str]:
    return [field.strip() for field in line.split("|")]
