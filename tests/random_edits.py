"""Random memory files and random edits of them, for tests over many made-up inputs.

Names and texts are so few that they repeat and that relations lead nowhere.
"""

from hypothesis import strategies as st

from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    DeleteObservations,
    DeleteRelations,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity, RenameEntityType, RetypeEntities, RetypeEntity
from mnemoscope_shared.import_records import ImportRecords
from mnemoscope_shared.merge import MergeEntities
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.observation_corrections import (
    CopyObservations,
    MoveObservations,
    ReorderObservations,
    ReplaceObservation,
    SplitObservation,
)
from mnemoscope_shared.relation_corrections import RenameRelationType, ReplaceRelation
from mnemoscope_shared.store.jsonl import encode_record

NAMES = st.sampled_from(["a", "b", "c", "D"])
TEXTS = st.sampled_from(["x", "y"])
SOME_TEXTS = st.lists(TEXTS, max_size=3).map(tuple)
ENTITIES = st.builds(Entity, NAMES, TEXTS, st.lists(TEXTS, max_size=2).map(tuple))
RELATIONS = st.builds(Relation, NAMES, NAMES, TEXTS)
RECORD_LINES = ENTITIES.map(encode_record) | RELATIONS.map(encode_record)
EXTRA_FIELDS = st.sampled_from([b',"since":1.0}', b',"tags":["\\u0061"],"id":null}'])
EXTENDED_LINES = st.builds(lambda line, fields: line[:-1] + fields, RECORD_LINES, EXTRA_FIELDS)
FOREIGN = st.sampled_from(
    [b'{"type":"_marker"}', b'{"_type":"entity","name":"a"}', b'{"source":"a","target":"D"}']
)
FILES = st.lists(RECORD_LINES | EXTENDED_LINES | FOREIGN, max_size=10)
FULL_TEXTS = st.lists(st.sampled_from("xyz"), min_size=1, max_size=3, unique=True).map(tuple)
# Here there is enough for most edits to find what they are about.
FULL_FILES = st.builds(
    lambda entities, relations, others: [*map(encode_record, (*entities, *relations)), *others],
    st.tuples(*(st.builds(Entity, st.just(name), TEXTS, FULL_TEXTS) for name in "abc")),
    st.lists(RELATIONS, min_size=3, max_size=6),
    FILES,
)
ITEMS = st.lists(st.builds(EntityObservations, NAMES, st.lists(TEXTS, max_size=2).map(tuple)), max_size=2)
MERGES = st.builds(MergeEntities, st.lists(NAMES, max_size=3), NAMES, st.none() | TEXTS)
IMPORTS = st.builds(
    ImportRecords, st.lists(ENTITIES, max_size=3), st.lists(RELATIONS, max_size=3), st.just("a file")
)
CORRECTION_KINDS = (
    st.builds(RenameEntity, NAMES, NAMES),
    st.builds(RetypeEntity, NAMES, TEXTS),
    st.builds(RetypeEntities, st.lists(NAMES, max_size=3), TEXTS),
    st.builds(RenameEntityType, TEXTS, TEXTS),
    st.builds(ReplaceObservation, NAMES, TEXTS, TEXTS),
    st.builds(SplitObservation, NAMES, TEXTS, SOME_TEXTS),
    st.builds(ReorderObservations, NAMES, SOME_TEXTS),
    st.builds(MoveObservations, NAMES, NAMES, SOME_TEXTS),
    st.builds(CopyObservations, NAMES, NAMES, SOME_TEXTS),
    st.builds(ReplaceRelation, RELATIONS, RELATIONS),
    st.builds(RenameRelationType, TEXTS, TEXTS),
    MERGES,
    IMPORTS,
)
EDIT_KINDS = (
    *CORRECTION_KINDS,
    st.builds(CreateEntities, st.lists(ENTITIES, max_size=3)),
    st.builds(CreateRelations, st.lists(RELATIONS, max_size=3)),
    st.builds(AddObservations, ITEMS),
    st.builds(DeleteEntities, st.lists(NAMES, max_size=2)),
    st.builds(DeleteObservations, ITEMS),
    st.builds(DeleteRelations, st.lists(RELATIONS, max_size=3)),
)
CORRECTIONS = st.one_of(CORRECTION_KINDS)
EDITS = st.one_of(EDIT_KINDS)
