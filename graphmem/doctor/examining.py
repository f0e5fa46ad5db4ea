"""Examines a store: its server, its schema, and what must be true of everything it holds."""

from __future__ import annotations

from collections import defaultdict

from graphmem.doctor.findings import finding
from graphmem.doctor.mending import mend_doubled_names
from graphmem.doctor.schema import examine_migrations, examine_schema, make_missing
from graphmem.model.answers.diagnosis import Diagnosis, Finding, Server
from graphmem.moving.rings import rings
from graphmem.settings import Settings
from graphmem.store import Store
from graphmem.store.schema import LABELS
from graphmem.write.identity import Standing, leaders

INVARIANTS = ("vectors", "rows", "names", "doubled", "sources", "places", "clocks", "work", "texts", "versions")


async def diagnose(settings: Settings, *, repair: bool = False) -> Diagnosis:
    """Examines the store that `settings` point to, also one that cannot be opened because something is wrong with it."""
    from graphmem.memory import _connect

    store = await _connect(settings)
    try:
        return await doctor(store, repair=repair)
    finally:
        await store.close()


async def doctor(store: Store, *, repair: bool = False) -> Diagnosis:
    """What is not as it must be, over all workspaces; nothing is changed but what `repair` asks for.

    A repair merges entities of one name and type (undone by `unmerge`), and makes declared indexes that are missing.
    """
    server = await _server(store)
    labels = {row["label"] for row in await store.look("read/doctor_labels")}
    if not labels.intersection(LABELS):  # the database names those that are in use
        return Diagnosis(server=server, findings=(finding("NOT_MIGRATED", ["no node of graphmem is there"]),))
    waiting = await examine_migrations(store)
    repaired: list[str] = []
    if repair:
        repaired += await mend_doubled_names(store)
        repaired += [] if waiting else [f"made {name}" for name in await make_missing(store)]
    schema = [f for f in await examine_schema(store) if not (waiting and f.code == "MISSING_INDEX")]  # a migration makes them
    found = [*waiting, *schema, *(await _named_twice(store)), *(await _identity(store))]
    for name in INVARIANTS:
        rows = await store.look(f"read/doctor_{name}")
        found += [finding(row["code"], row["examples"], row["count"]) for row in rows if row["count"]]
    found += await _rings(store)
    return Diagnosis(server=server, findings=_together(found), repaired=tuple(repaired))


async def _server(store: Store) -> Server:
    kernel = next(row for row in await store.look("schema/server") if "Kernel" in row["name"])
    present = (await store.look("read/doctor_functions"))[0]["present"]
    gds = (await store.look("read/doctor_gds"))[0]["version"] if present else None
    return Server(version=kernel["version"], edition=kernel["edition"], gds=gds)


async def _named_twice(store: Store) -> list[Finding]:
    rows = await store.look("read/doctor_named_twice")
    listed = [f"{r['type']} {r['name']!r} in {r['workspace']!r}: {', '.join(e['id'] for e in r['entities'])}" for r in rows]
    return [finding("NAMED_TWICE", listed)] if listed else []


async def _identity(store: Store) -> list[Finding]:
    """The entities that are led by another than the standing merges, replayed in order, say."""
    merges: dict[str, list[Standing]] = defaultdict(list)
    for row in await store.look("read/doctor_merges"):
        merges[row["workspace"]].append(Standing(row["id"], row["loser"], row["survivor"]))
    expected = {home: lead for own in merges.values() for home, lead in leaders(own).items() if home != lead}
    stored = {row["id"]: row["survivor"] for row in await store.look("read/doctor_survivors")}
    wrong = sorted(home for home in {*expected, *stored} if expected.get(home) != stored.get(home))
    return [finding("WRONG_SURVIVOR", wrong)] if wrong else []


async def _rings(store: Store) -> list[Finding]:
    workspaces = [row["id"] for row in await store.look("read/workspaces")]
    listed = [" > ".join(ring) for ring in await rings(store.look, workspaces)]
    return [finding("SUPERSEDE_LOOP", listed)] if listed else []


def _together(found: list[Finding]) -> tuple[Finding, ...]:
    """One finding a code, what is broken first."""
    by_code: dict[str, Finding] = {}
    for one in found:
        if first := by_code.get(one.code):
            both = {"count": first.count + one.count, "examples": (*first.examples, *one.examples)[:5]}
            by_code[one.code] = first.model_copy(update=both)
        else:
            by_code[one.code] = one
    return tuple(sorted(by_code.values(), key=lambda f: f.weight))
