"""What a search looks through: words, vectors and terms for the records of a generated workspace, vectors for its things and links."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from graphmem.embed import Space
from graphmem.memory import Memory
from graphmem.store.fulltext import scope
from tests.benchmarks.bare import Bare
from tests.benchmarks.generator import Sizes, populate

GROUPS = 300  # vectors lie in groups, as those of texts do
RARE = 20_000
WORDS = [
    f"{a}{b}" for a in ("ba", "ko", "mi", "tu", "re", "so", "la", "fe", "ni", "du") for b in ("lar", "mon", "tek", "vis", "pol")
]

RECORDS = """
UNWIND $rows AS row
MATCH (r:Record {id: $w + '-r' + row[0]})
SET r:Searchable, r.scope = $scope, r.title = row[1], r.decision = row[1], r.lexical = row[1], r += row[2]
WITH r, row UNWIND row[3] AS stem
MERGE (t:Term {key: $scope + ' ' + stem}) ON CREATE SET t.workspace = $w, t.stem = stem
CREATE (r)-[:HAS_TERM]->(t)"""

ENTITIES = """
UNWIND $rows AS row
MATCH (e:Entity {id: $w + '-e' + row[0]})
SET e:Searchable, e.scope = $scope, e.lexical = e.name + ' code component', e += row[1]"""

FOUND_LINKS = """
MATCH (:Entity {workspace: $w, type: 'code_component'})-[r]->(:Entity) WHERE r.stated_source IS NOT NULL
RETURN elementId(r) AS id ORDER BY r.id"""

LINKS = """
UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row[0]
SET r += row[1]"""


class Placed:
    """Vectors as an embedder would place them: each near the middle of one of the groups, as a property of the space in use."""

    def __init__(self, space: Space, seed: int) -> None:
        self.space, self.noise = space, np.random.default_rng(seed)
        self.centres = centres(space.dimension)

    def properties(self) -> dict[str, list[float]]:
        return {self.space.property: lying_near(self.centres[self.noise.integers(GROUPS)], self.noise)}


def centres(dimension: int) -> NDArray[np.float64]:
    """The middles of the groups: those of the texts and of the questions are the same."""
    return np.random.default_rng(7).normal(size=(GROUPS, dimension))


def lying_near(centre: NDArray[np.float64], noise: np.random.Generator) -> list[float]:
    """A vector of unit length in the group of this centre."""
    vector = centre + 0.7 * noise.normal(size=len(centre))
    return [float(part) for part in vector / np.linalg.norm(vector)]


async def populate_searched(memory: Memory, bare: Bare, name: str, records: int) -> None:
    """A workspace of that many records, a thing for each five of them and a link for each two, all as a search finds them."""
    assert memory.store.embedding is not None
    sizes = Sizes(max(4, records // 5), records // 2, records, records // 100)
    await populate(memory, bare, name, sizes)
    rng, placed = random.Random(7), Placed(memory.store.embedding.current, records)
    given = {"w": name, "scope": scope(name)}
    await bare.many(RECORDS, list(_texts(rng, placed, records)), 1_000, **given)
    await bare.many(ENTITIES, [[n, placed.properties()] for n in range(sizes.entities)], 1_000, **given)
    links = await bare.run(FOUND_LINKS, w=name)
    await bare.many(LINKS, [[link["id"], placed.properties()] for link in links], 1_000)


def _texts(rng: random.Random, placed: Placed, records: int) -> Iterator[list[object]]:
    """Eight common words and a rare one, and four stems that join texts."""
    for n in range(records):
        text = " ".join((*rng.sample(WORDS, 8), f"rare{rng.randrange(RARE)}"))
        yield [n, text, placed.properties(), [f"rare{stem}" for stem in rng.sample(range(RARE), 4)]]
