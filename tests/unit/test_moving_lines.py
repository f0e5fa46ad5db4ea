"""The lines of an export: instants, ends retold, and that everything the graph holds has a line or is named as left out."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from pydantic import ValidationError

from graphmem.model.ontology import DEFAULT, KEYS, STRUCTURE
from graphmem.model.times import OPEN
from graphmem.moving.base import MovedTimes
from graphmem.moving.instants import Cut, at_cut, end_lists, ends_of, known_end, normal, read_open, written
from graphmem.moving.lines import KINDS, MovedSession
from graphmem.write.rows import End

START = datetime(2026, 1, 1, tzinfo=UTC)


def day(n: int) -> datetime:
    return START + timedelta(days=n)


def end(valid_to: datetime, learned: datetime, undone: datetime = OPEN, act: str = "act") -> End:
    return End(valid_to, learned, undone, act, "forgotten", "ana")


# Where each label and structural relationship is in a file; a new one is added here when the export carries it.
CARRIED = {
    "Workspace": "workspace", "Session": "session", "Record": "record", "Entity": "entity", "Name": "entity.names",
    "File": "record.files", "Description": "description", "Removal": "removal", "Dismissal": "dismissal", "Merge": "merge",
    "Act": "act", "Request": "request", "Tombstone": "tombstone", "IN_SESSION": "record.session", "NAMES": "entity.names",
    "MENTIONS": "record.mentions", "TOUCHES": "record.files", "SUPERSEDES": "record.supersedes", "CORRECTS": "record.corrects",
    "REMOVES": "removal.stated", "PARKED": "record.relations", "MERGED_INTO": "merge", "MAY_BE": "proposal",
    "DIFFERS_FROM": "difference", "Document": "document", "Chunk": "chunk", "Conversation": "conversation", "Message": "message",
    "OF": "message.conversation",
    "OntologyVersion": "ontology",
    "Card": "card.id",
    "Task": "task", "Source": "task.sources", "Tool": "task.tools", "Artifact": "task.artifacts", "TaskDecision": "task.decisions",
    "CITED": "task.sources", "USED": "task.tools", "PRODUCED": "task.artifacts", "DECIDED": "task.decisions",
    "APPLIED": "task.applied", "Correction": "correction", "CORRECTED_BY": "correction.target", "GAINSAYS": "correction.gainsays",
    "PROMOTED_TO": "correction.promoted", "Candidate": "candidate", "RESTS_ON": "candidate.corrections", "Rule": "rule",
    "FROM": "record.content",
}  # fmt: skip
# The schema of the store and the model of its vectors, which the first line of a file names as left out; terms and vectors follow
# from the texts and are made anew.
LEFT_OUT = {"SchemaMigration", "SchemaLock", "Embedding", "Term", "HAS_TERM"}
LEFT_OUT |= {"Token", "Topic", "TopicRun", "Job", "Extraction"}
LEFT_OUT |= {"RELATED"}  # declared for tasks, and nothing writes it yet


def test_everything_in_the_graph_is_in_the_file() -> None:
    """Every label and structural relationship that is declared has its place in the file, or is named as left out."""
    assert {*KEYS, *(s[0] for s in STRUCTURE)} == {*CARRIED, *LEFT_OUT}
    for place in CARRIED.values():
        kind, *field = place.split(".")
        assert set(field) <= set(KINDS[kind].model_fields)


@pytest.mark.parametrize(
    "text",
    ["2026-01-01", "2026-01-01T00:00:00", "2026-01-01T00:00:00+00:00", "2026-02-30T00:00:00Z", "9999-01-01T00:00:00Z", 5, ""],
)
def test_only_one_form_of_an_instant_is_read(text: object) -> None:
    """An instant is written in UTC with a Z, exists, and lies before the year 9999."""
    with pytest.raises(ValueError, match=r".+"):
        read_open(text)


def test_instants_come_back_as_they_were() -> None:
    """What is written is read back to the microsecond; an open end of any tool is null."""
    at = datetime(2026, 1, 1, 12, 0, 0, 1, tzinfo=UTC)
    assert read_open(written(at)) == at
    assert written(OPEN) is None
    assert written(datetime(9999, 1, 1, tzinfo=UTC)) is None
    assert written(date(2026, 1, 1)) == "2026-01-01T00:00:00Z"
    assert read_open(None) == OPEN == normal(datetime(9999, 5, 1, tzinfo=UTC))


def test_the_known_end_is_the_earliest_that_counts() -> None:
    """The end is the earliest one not undone; it last changed when such an end was learned or undone, not when a later one came."""
    first, later, earlier = end(day(9), day(3)), end(day(10), day(4)), end(day(8), day(5))
    assert known_end(OPEN, START, []) == (OPEN, START)
    assert known_end(OPEN, START, [first]) == (day(9), day(3))
    assert known_end(OPEN, START, [first, later]) == (day(9), day(3))
    assert known_end(OPEN, START, [first, later, earlier]) == (day(8), day(5))
    assert known_end(day(7), START, [first]) == (day(7), START)


def test_an_end_that_was_undone_no_longer_counts() -> None:
    """After it was undone the next earliest counts, and the change is the undoing."""
    undone = end(day(8), day(3), undone=day(6))
    assert known_end(OPEN, START, [undone]) == (OPEN, day(6))
    assert known_end(OPEN, START, [undone, end(day(9), day(4))]) == (day(9), day(6))


def test_an_end_carried_at_the_start_changed_nothing_later() -> None:
    """A statement that was carried with an end has had it since it was recorded."""
    assert known_end(OPEN, day(5), [end(day(8), day(5))]) == (day(8), day(5))


def test_at_a_cut_later_ends_are_unknown_and_later_undoings_too() -> None:
    """What was learned after the cut is left out; an end undone after it still counts."""
    ends = [end(day(9), day(2), undone=day(6)), end(day(8), day(7))]
    assert at_cut(ends, Cut(day(4), 3)) == [end(day(9), day(2))]
    assert at_cut(ends, Cut(day(6), 3)) == [end(day(9), day(2), undone=day(6))]


def test_lists_of_unequal_length_are_an_error() -> None:
    """Ends are never guessed from lists that do not fit together."""
    stored = end_lists([end(day(9), day(2))])
    assert ends_of(stored) == [end(day(9), day(2))]
    with pytest.raises(ValueError, match="zip"):
        ends_of(stored | {"ends_by": []})


def test_an_end_that_does_not_follow_is_refused() -> None:
    """A file cannot say one end and list another."""
    place = {"place_from": written(START), "place_last": written(START), "place_seq": 1, "place_item": 0}
    times = {
        "valid_from": written(START), "precision": "instant", "assumed": True, "stated_to": None, "stated_precision": "instant",
        "valid_to": None, "recorded_at": written(START), "ended_at": written(START), "seq": 1, "item": 0, **place,
    }  # fmt: skip
    assert MovedTimes.model_validate(times).valid_to == OPEN
    with pytest.raises(ValidationError, match="do not follow"):
        MovedTimes.model_validate(times | {"valid_to": written(day(3))})


def test_an_unknown_field_is_refused() -> None:
    """A line says nothing that nobody reads."""
    with pytest.raises(ValidationError):
        MovedSession.model_validate({"name": "a", "colour": "red"})


def test_every_entity_type_is_known() -> None:
    """The types a file may hold are those of the ontology."""
    assert KINDS["entity"].model_validate(
        {"id": "ent_1", "name": "a", "type": DEFAULT.entity_types[0].name, "recorded_at": written(START), "seq": 1}
    )
