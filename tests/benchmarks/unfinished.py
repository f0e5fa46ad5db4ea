"""What the radar lists, in numbers: problems, two names for one thing, conflicts, forks, removals, merges of the system."""

from __future__ import annotations

from dataclasses import dataclass

from tests.benchmarks.bare import Bare
from tests.benchmarks.generator import BATCH, LINKS, TIMES, Sizes, ended

PROBLEMS = """
UNWIND $rows AS n
CREATE (p:Entity:Problem {id: $w + '-p' + n, workspace: $w, name: 'problem ' + n, type: 'problem', seq: n,
  recorded_at: datetime('2025-01-01T00:00:00Z')})
CREATE (:Name {key: $w + '\\u001fproblem\\u001fproblem ' + n, lookup: $w + '\\u001fproblem ' + n, workspace: $w, type: 'problem',
  name: 'problem ' + n, name_key: 'problem ' + n, home: p.id, fold: 'problem' + n, seq: n, scope: $w,
  parts: 'problem ' + n})-[:NAMES]->(p)"""

NAMED = """
UNWIND $rows AS row
MATCH (p:Entity {id: $w + '-p' + row[0]}) MATCH (r:Record {id: $w + '-r' + row[3]})
CREATE (r)-[m:MENTIONS]->(p)
SET m = {id: r.id + ':' + p.id, workspace: $w, record: r.id, kind: r.kind, author: r.author, stated: p.id, name: p.name, TIMES}""".replace(
    "TIMES", TIMES
)

SOLVED = """
UNWIND $rows AS row
MATCH (e:Entity {id: $w + '-e' + row[0]}) MATCH (p:Entity {id: $w + '-p' + row[0]}) MATCH (c:Record {id: $w + '-r' + row[3]})
CREATE (e)-[r:SOLVES]->(p)
SET r = {id: $w + '-f' + row[0], workspace: $w, record: c.id, type: 'solves', stated_source: e.id, stated_target: p.id,
  reason: 'it was the cause', author: c.author, TIMES}""".replace("TIMES", TIMES)

ALIKE = """
UNWIND $rows AS n
MATCH (a:Entity {id: $w + '-e' + (2 * n)}) MATCH (b:Entity {id: $w + '-e' + (2 * n + 1)})
CREATE (a)-[:MAY_BE {workspace: $w, score: 0.8 + (n % 20) / 100.0, record: $w + '-r' + n,
  recorded_at: datetime('2025-01-01T00:00:00Z') + duration({minutes: n})}]->(b)
FOREACH (_ IN CASE WHEN n % 10 = 9 THEN [1] END | CREATE (a)-[:DIFFERS_FROM {id: $w + '-d' + n, workspace: $w, author: 'ana',
  reason: 'two things', seq: n, recorded_at: datetime('2025-01-01T00:00:00Z') + duration({minutes: n})}]->(b))"""

# A record that two others replaced: it and what it says of things ended with the first of them.
FORKS = """
UNWIND $rows AS n
MATCH (old:Record {id: $w + '-r' + n}) MATCH (one:Record {id: $w + '-r' + (n + 5)}) MATCH (other:Record {id: $w + '-r' + (n + 10)})
CREATE (one)-[:SUPERSEDES]->(old)<-[:SUPERSEDES]-(other)
WITH old, one, other
CALL (old) { RETURN old AS x UNION ALL MATCH (old)-[m:MENTIONS]->(:Entity) RETURN m AS x }
SET x += {ends_valid_to: [one.valid_from, other.valid_from], ends_learned: [one.recorded_at, other.recorded_at],
  ends_undone: [datetime('9999-12-31T23:59:59.999999Z'), datetime('9999-12-31T23:59:59.999999Z')], ends_act: [one.id, other.id],
  ends_how: ['superseded', 'superseded'], ends_by: [one.author, other.author], valid_to: one.valid_from, ended_at: one.recorded_at}"""

REMOVALS = """
UNWIND $rows AS row
MATCH (e:Entity {id: $w + '-e' + row[0]})
CREATE (x:Removal)-[:REMOVES]->(e)
SET x = {id: $w + '-x' + row[0], workspace: $w, record: $w + '-r' + row[1], stated: e.id, author: 'ana', TIMES}""".replace(
    "TIMES", TIMES
)

SAID_REMOVED = """
UNWIND $rows AS n
MATCH (c:Record {id: $w + '-r' + n})-[:MENTIONS]->(e:Entity)
WITH c, collect(e)[0] AS e
SET c.change = 'removed ' + e.name + ' with the old importer'"""

# The loser of a merge has neither links nor mentions of its own: they lie at the survivor, and so does its name.
MERGES = """
UNWIND $rows AS n
MATCH (s:Entity {id: $w + '-e' + n})
CREATE (l:Entity:CodeComponent {id: $w + '-t' + n, workspace: $w, name: 'twin ' + n, type: 'code_component', seq: n, survivor: s.id,
  recorded_at: datetime('2025-01-01T00:00:00Z')})
CREATE (:Name {key: $w + '\\u001fcode_component\\u001ftwin ' + n, lookup: $w + '\\u001ftwin ' + n, workspace: $w,
  type: 'code_component', name: 'twin ' + n, name_key: 'twin ' + n, home: l.id, fold: 'twin' + n, seq: n, scope: $w,
  parts: 'twin ' + n})-[:NAMES]->(s)
CREATE (:Merge {id: $w + '-m' + n, workspace: $w, loser: l.id, survivor: s.id, author: 'system', reason: 'one spelling of two', seq: n + 1,
  recorded_at: datetime('2025-01-01T00:00:00Z') + duration({minutes: n})})"""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """How much of each there is, by the size of the workspace."""

    problems: int
    alike: int
    conflicts: int
    forks: int
    removals: int
    merges: int

    @classmethod
    def of(cls, sizes: Sizes) -> Unfinished:
        records, entities = sizes.records, sizes.entities
        return cls(records // 50, entities // 100, entities // 200, records // 400, records // 400, entities // 500)


async def leave_unfinished(bare: Bare, name: str, sizes: Sizes) -> None:
    """Adds what is open, and as much that is settled, to a generated workspace."""
    much = Unfinished.of(sizes)
    await bare.many(PROBLEMS, list(range(much.problems)), BATCH, w=name)
    await bare.many(NAMED, [[k, None, None, n, ended(n)] for k, n in _found(much.problems)], BATCH, w=name)
    fixed = [[k, None, None, 5 * k + 6, ended(5 * k + 6)] for k in range(1, much.problems, 2)]
    await bare.many(SOLVED, fixed, BATCH, w=name)
    await bare.many(ALIKE, list(range(much.alike)), BATCH, w=name)
    await bare.many(LINKS, _conflicts(much.conflicts, sizes), BATCH, w=name)
    await bare.many(FORKS, [50 * n + 5 for n in range(much.forks)], BATCH, w=name)
    half, last = sizes.entities // 2, sizes.records
    gone = [[half + n, 5 * n + 3, None, last + n, False] for n in range(much.removals)]  # later than every link
    await bare.many(REMOVALS, gone, BATCH, w=name)
    said = range((last - min(2_000, last // 2)) // 5 * 5 + 3, last, 20)  # code changes
    await bare.many(SAID_REMOVED, list(said), BATCH, w=name)
    await bare.many(MERGES, list(range(much.merges)), BATCH, w=name)
    await bare.run("MATCH (w:Workspace {id: $w}) SET w.seq = $seq", w=name, seq=last + much.removals)


def _found(problems: int) -> list[tuple[int, int]]:
    """Each problem and the records that found it: of those with a fix one in five was found again later."""
    return [(k, 5 * k + 2) for k in range(problems)] + [(k, 5 * k + 12) for k in range(1, problems, 10)]


def _conflicts(pairs: int, sizes: Sizes) -> list[list[object]]:
    """Two things that are said to conflict while one depends on the other."""
    rows: list[list[object]] = []
    for n in range(pairs):
        at = n * (sizes.records // pairs)
        for type_ in ("CONFLICTS_WITH", "DEPENDS_ON"):
            rows.append([sizes.entities - 2 * n - 1, sizes.entities - 2 * n - 2, at, at, False, type_, sizes.links + len(rows)])
    return rows
