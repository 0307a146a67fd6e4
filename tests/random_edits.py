"""Random memory files and random edits of them, for tests over many made-up inputs.

Names and texts are so few that they repeat and that relations lead nowhere.
"""

from hypothesis import strategies as st

from mnemoscope_shared.corrections import RenameEntity, ReplaceObservation, ReplaceRelation, RetypeEntity
from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    DeleteObservations,
    DeleteRelations,
    EntityObservations,
)
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.jsonl import encode_record

NAMES = st.sampled_from(["a", "b", "c", "D"])
TEXTS = st.sampled_from(["x", "y"])
ENTITIES = st.builds(Entity, NAMES, TEXTS, st.lists(TEXTS, max_size=2).map(tuple))
RELATIONS = st.builds(Relation, NAMES, NAMES, TEXTS)
FOREIGN = st.sampled_from(
    [b'{"type":"_marker"}', b'{"_type":"entity","name":"a"}', b'{"source":"a","target":"D"}']
)
FILES = st.lists(ENTITIES.map(encode_record) | RELATIONS.map(encode_record) | FOREIGN, max_size=10)
ITEMS = st.lists(st.builds(EntityObservations, NAMES, st.lists(TEXTS, max_size=2).map(tuple)), max_size=2)
EDITS = st.one_of(
    st.builds(CreateEntities, st.lists(ENTITIES, max_size=3)),
    st.builds(CreateRelations, st.lists(RELATIONS, max_size=3)),
    st.builds(AddObservations, ITEMS),
    st.builds(DeleteEntities, st.lists(NAMES, max_size=2)),
    st.builds(DeleteObservations, ITEMS),
    st.builds(DeleteRelations, st.lists(RELATIONS, max_size=3)),
    st.builds(RenameEntity, NAMES, NAMES),
    st.builds(RetypeEntity, NAMES, TEXTS),
    st.builds(ReplaceObservation, NAMES, TEXTS, TEXTS),
    st.builds(ReplaceRelation, RELATIONS, RELATIONS),
)
