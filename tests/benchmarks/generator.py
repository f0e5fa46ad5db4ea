"""A large workspace, made by plain Cypher: entities, typed links with hubs, a fifth of them ended, and records that mention them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from graphmem.memory import Memory
from tests.benchmarks.bare import Bare

BATCH = 5_000
TYPES = ("DEPENDS_ON", "DEPENDS_ON", "DEPENDS_ON", "REQUIRED_BY", "IMPLEMENTS", "RELATED_TO", "CAUSED_BY", "SOLVES")
KINDS = (
    ("decision", "DecisionRecord"),
    ("problem_solved", "ProblemSolvedRecord"),
    ("problem_found", "ProblemFoundRecord"),
    ("code_change", "CodeChangeRecord"),
    ("question", "QuestionRecord"),
)

TIMES = """
  valid_from: datetime('2025-01-01T00:00:00Z') + duration({minutes: row[3]}), precision: 'instant', assumed: false,
  stated_to: datetime('9999-12-31T23:59:59.999999Z'), stated_precision: 'instant',
  recorded_at: datetime('2025-01-01T00:00:00Z') + duration({minutes: row[3]}), seq: row[3], item: 0,
  place_from: datetime('2025-01-01T00:00:00Z') + duration({minutes: row[3]}),
  place_last: datetime('2025-01-01T00:00:00Z') + duration({minutes: row[3]}), place_seq: row[3], place_item: 0,
  valid_to: CASE WHEN row[4] THEN datetime('2025-01-02T00:00:00Z') + duration({minutes: row[3]})
    ELSE datetime('9999-12-31T23:59:59.999999Z') END,
  ended_at: datetime('2025-01-01T00:00:00Z') + duration({minutes: row[3] + CASE WHEN row[4] THEN 1440 ELSE 0 END})"""

ENTITIES = """
UNWIND $rows AS n
CREATE (e:Entity:CodeComponent {id: $w + '-e' + n, workspace: $w, name: 'component ' + n, type: 'code_component', seq: n,
  recorded_at: datetime('2025-01-01T00:00:00Z')})
CREATE (:Name {key: $w + '\\u001fcode_component\\u001fcomponent ' + n, lookup: $w + '\\u001fcomponent ' + n, workspace: $w,
  type: 'code_component', name: 'component ' + n, name_key: 'component ' + n, home: e.id, fold: 'component' + n, seq: n,
  scope: $w, parts: 'component ' + n})-[:NAMES]->(e)"""

RECORDS = """
UNWIND $rows AS row
CREATE (r:Record {id: $w + '-r' + row[3], workspace: $w, kind: row[0], title: 'record ' + row[3], decision: 'text ' + row[3],
  change: CASE row[0] WHEN 'code_change' THEN 'text ' + row[3] END, author: ['ana', 'ben'][row[3] % 2], session: 's',
  lacks: CASE row[3] % 50 WHEN 0 THEN 'reason' WHEN 4 THEN 'answer' END, TIMES})
SET r:$(row[1])
WITH r, row UNWIND row[2] AS n
MATCH (e:Entity {id: $w + '-e' + n})
CREATE (r)-[m:MENTIONS]->(e)
SET m = {id: r.id + ':' + e.id, workspace: $w, record: r.id, kind: r.kind, author: r.author, stated: e.id, name: e.name, TIMES}""".replace(
    "TIMES", TIMES
)

LINKS = """
UNWIND $rows AS row
MATCH (a:Entity {id: $w + '-e' + row[0]}) MATCH (b:Entity {id: $w + '-e' + row[1]})
CREATE (a)-[r:$(row[5])]->(b)
SET r = {id: $w + '-l' + row[6], workspace: $w, record: $w + '-r' + row[2], type: toLower(row[5]), stated_source: a.id,
  stated_target: b.id, reason: 'because of ' + row[6], author: 'ana', TIMES}""".replace("TIMES", TIMES)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large the generated workspace is."""

    entities: int
    links: int
    records: int
    hub: int  # links into entity 0


async def populate(memory: Memory, bare: Bare, name: str, sizes: Sizes) -> None:
    """Fills a fresh workspace; the same sizes give the same graph."""
    rng = random.Random(7)
    await memory.workspace(name, create=True)
    await bare.many(ENTITIES, list(range(sizes.entities)), BATCH, w=name)
    await bare.many(RECORDS, [_record(rng, n, sizes.entities) for n in range(sizes.records)], BATCH, w=name)
    await bare.many(LINKS, _links(rng, sizes), BATCH, w=name)
    await bare.run("MATCH (w:Workspace {id: $w}) SET w.seq = $seq, w.clock = datetime.realtime('UTC')", w=name, seq=sizes.records)


def _record(rng: random.Random, n: int, entities: int) -> list[object]:
    """A record that names two or three things; of each kind a fifth has ended."""
    return [*KINDS[n % len(KINDS)], rng.sample(range(entities), 2 + n % 2), n, ended(n)]


def ended(n: int) -> bool:
    """Whether record `n` has ended."""
    return n // len(KINDS) % 5 == 4


def _links(rng: random.Random, sizes: Sizes) -> list[list[object]]:
    """Most links go to popular entities: the target's place is the cube of a uniform number."""
    rows: list[list[object]] = []
    for n in range(sizes.links):
        source = rng.randrange(1, sizes.entities)
        target = 0 if n < sizes.hub else int(sizes.entities * rng.random() ** 1.6)
        if source != target:
            kind = "DEPENDS_ON" if n < sizes.hub else TYPES[n % len(TYPES)]
            rows.append([source, target, n % sizes.records, n % sizes.records, n % 5 == 0, kind, n])
    # Rows in the order of their targets touch each node's chain once.
    return sorted(rows, key=lambda r: (r[1], r[0]))
