"""The one shape of record that fault tests write, and the check that the store holds nothing else."""

from __future__ import annotations

from graphmem.model.records import Record
from graphmem.store import Store
from tests.stating import decision

WHOLE = """
MATCH (r:Record {workspace: '%s'})
RETURN r.id AS id, r.author AS author, r.title AS title, COUNT { (r)-[:MENTIONS]->(:Entity) } AS mentions,
  COUNT { (:Entity)-[e:DEPENDS_ON {record: r.id}]->(:Entity) } AS edges
"""
REQUESTS = (
    "MATCH (q:Request {workspace: '%s'}) RETURN q.author AS author, q.request_id AS request_id, q.receipt IS NOT NULL AS answered"
)


def request_id(n: int, part: int) -> str:
    return f"{n}-{part}"


def item(run: str, n: int, part: int) -> Record:
    """Three entities, two links, one request."""
    links = (f"{run}a{n % 5} depends_on {run}b{part}", f"{run}b{part} depends_on shared")
    return decision(*links, decision=f"{run} {request_id(n, part)}", request_id=request_id(n, part))


async def stored(store: Store, workspace: str) -> set[tuple[str, str]]:
    """The requests that landed, as (author, request_id); fails on a half-written record and on one that landed twice."""
    records = await store.command(WHOLE % workspace)
    broken = [r for r in records if (r["mentions"], r["edges"]) != (3, 2)]
    assert not broken, f"half-written: {broken[:3]}"
    landed = [(r["author"], r["title"].split(" ")[1]) for r in records]
    assert len(landed) == len(set(landed)), "a request landed twice"
    requests = await store.command(REQUESTS % workspace)
    assert all(r["answered"] for r in requests)
    assert {(r["author"], r["request_id"]) for r in requests} == set(landed), "a request without its record, or a record without"
    return set(landed)
