"""The index that followed changes answers exactly like one built anew, and the old one as before."""

import threading
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.edit import Edit
from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    DeleteObservations,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity, RetypeEntity
from mnemoscope_shared.errors import EditError
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.ranked.index import RankedIndex
from mnemoscope_shared.ranked.words import is_remembered
from mnemoscope_shared.ranked_search import ranked_search
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.jsonl import decode, encode_record

PATH = Path("memory.jsonl")
WORDS = [
    "running",
    "runs",
    "runner",
    "Café",
    "cafe",
    "BookingGateway",
    "booking",
    "the",
    "東京都",
    "x1",
    "C++",
]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
NAMES = st.sampled_from(["Ada", "Ada Lovelace", "café", "Café_Runner", "the", "東京", "running"])
SOME_TEXTS = st.lists(TEXTS, max_size=3).map(tuple)
ENTITIES = st.builds(Entity, NAMES, TEXTS, SOME_TEXTS)
FOREIGN = st.just(b'{"type":"_marker"}')
FILES = st.lists(ENTITIES.map(encode_record) | FOREIGN, max_size=8)
ITEMS = st.lists(st.builds(EntityObservations, NAMES, SOME_TEXTS), max_size=2)
EDITS = st.one_of(
    st.builds(CreateEntities, st.lists(ENTITIES, max_size=3)),
    st.builds(AddObservations, ITEMS),
    st.builds(DeleteEntities, st.lists(NAMES, max_size=2)),
    st.builds(DeleteObservations, ITEMS),
    st.builds(RenameEntity, NAMES, NAMES),
    st.builds(RetypeEntity, NAMES, TEXTS),
)
QUERIES = st.one_of(
    st.sampled_from(
        ["run", "ada", "bokking", "caffe gateway", "京都", "c++", "x", "gatewy", "+", "the", "r"]
    ),
    TEXTS,
)


def changed(snapshot: Snapshot, edit: Edit[object]) -> Snapshot:
    try:
        return snapshot.after(edit.apply(snapshot).change)
    except EditError:
        return snapshot


def answers(snapshot, query, limit):
    hits = ranked_search(snapshot, query, limit)
    return [(hit.line.raw, hit.score, hit.field, hit.text, hit.places) for hit in hits]


def content(index: RankedIndex) -> object:
    """Return what an index holds, with the entities' places in place of their numbers."""
    lines = sorted(index.lines.items(), key=lambda item: item[1].order)
    places = {number: place for place, (number, _) in enumerate(lines)}
    postings = {
        word: sorted((places[number], impact) for number, impact in zip(*posting, strict=True))
        for word, posting in index.postings.items()
    }
    spelt = {length: words for length, words in index.spellings.by_length.items() if words}
    names = sorted((name, places[number]) for name, number in index.names)
    numbers = {line.raw: places[number] for line, number in index.numbers.items()}
    return postings, list(index.words), spelt, names, numbers


@given(FILES, st.lists(st.tuples(EDITS, st.booleans()), min_size=1, max_size=6), QUERIES, st.integers(1, 6))
def test_an_index_that_followed_changes_answers_like_one_built_anew(lines, steps, query, limit):
    snapshot = decode(b"\n".join(lines), PATH)
    assert snapshot.ranked_index
    for edit, is_asked in steps:
        snapshot = changed(snapshot, edit)
        if is_asked:
            assert answers(snapshot, query, limit) == answers(decode(snapshot.to_bytes(), PATH), query, limit)
    anew = decode(snapshot.to_bytes(), PATH)
    assert answers(snapshot, query, limit) == answers(anew, query, limit)
    assert content(snapshot.ranked_index) == content(anew.ranked_index)


@given(FILES, EDITS, QUERIES)
def test_an_older_snapshot_answers_as_before(lines, edit, query):
    snapshot = decode(b"\n".join(lines), PATH)
    before = answers(snapshot, query, 5), content(snapshot.ranked_index)
    answers(changed(snapshot, edit), query, 5)
    assert (answers(snapshot, query, 5), content(snapshot.ranked_index)) == before


def snapshot_of(count):
    return decode(
        b"\n".join(encode_record(Entity(f"entity {one}", "t", ("tea",))) for one in range(count)), PATH
    )


def test_an_index_is_built_only_when_asked_for_and_then_follows():
    snapshot = snapshot_of(3)
    assert "ranked_index" not in vars(snapshot.after(()))
    index = snapshot.ranked_index
    following = changed(snapshot, AddObservations([EntityObservations("entity 1", ("coffee",))]))
    assert "ranked_index" not in vars(following)
    assert following.ranked_index.postings["tea"] is index.postings["tea"]
    assert following.ranked_index.holders("coffee") == 1


def test_a_change_of_relations_keeps_the_index():
    snapshot = snapshot_of(3)
    index = snapshot.ranked_index
    following = changed(snapshot, CreateRelations([Relation("entity 1", "entity 2", "likes")]))
    assert following.relations
    assert following.ranked_index is index


def test_many_changes_are_not_followed_but_indexed_anew():
    snapshot = snapshot_of(1)
    assert snapshot.ranked_index
    entities = [Entity(f"further {one}", "t", (f"fact{one}x",)) for one in range(1500)]
    for start in (0, 500, 1000):
        snapshot = changed(snapshot, CreateEntities(entities[start : start + 500]))
    assert answers(snapshot, "further 1499", 1)[0][3] == "further 1499"
    assert content(snapshot.ranked_index) == content(decode(snapshot.to_bytes(), PATH).ranked_index)


def test_threads_share_snapshots_and_their_indexes():
    snapshots = [snapshot_of(50)]
    edits = [AddObservations([EntityObservations(f"entity {one}", (f"coffee {one}",))]) for one in range(20)]
    found: list[tuple[int, int]] = []

    def ask() -> None:
        for _ in range(60):
            snapshot = snapshots[-1]
            count = sum("coffee" in line.raw.decode() for line in snapshot.entity_lines)
            found.append((len(ranked_search(snapshot, "coffee ", 50)), count))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for edit in edits:
        snapshots.append(changed(snapshots[-1], edit))
    for thread in threads:
        thread.join()
    assert [hits for hits, _ in found] == [count for _, count in found]
    assert len(ranked_search(snapshots[-1], "coffee ", 50)) == 20


def test_words_that_nobody_says_any_more_are_not_remembered():
    said_by_all = ("Plays the OboeDaMore", "Sings")
    entities = [Entity(f"Gone_{number}x", "person", (*said_by_all, f"Met{number}ppl")) for number in range(5)]
    stays = Entity("Ada", "person", said_by_all)
    snapshot = decode(b"".join(encode_record(one) + b"\n" for one in [*entities, stays]), PATH)
    ranked_search(snapshot, "oboe", 5)
    assert is_remembered("Gone_0x")
    without = changed(snapshot, DeleteEntities([one.name for one in entities]))
    assert [hit.name for hit in ranked_search(without, "oboe", 5)] == ["Ada"]
    assert [
        run for number in range(5) for run in (f"Gone_{number}x", f"Met{number}ppl") if is_remembered(run)
    ] == []
    assert is_remembered("OboeDaMore")
