"""The graph algorithms of the server, through their own client, which is loaded when they are first asked for.

The client blocks and brings data frames with it: it works in a thread, with a small pool of connections of its own. Results stay
on the server; only the few rows that matter are read, by our own statements.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from graphmem.errors import AnalyticsUnavailable
from graphmem.store.driver import mapped, neo4j
from graphmem.store.statements import statement

if TYPE_CHECKING:
    from graphdatascience import GraphDataScience
    from graphdatascience.graph.graph_api import Graph

T = TypeVar("T")

POOL = 3  # connections: a run uses one at a time, and a second question may be asked as of another day

NO_CLIENT = "Topics need the client of the graph algorithms: pip install 'graphmem[topics]'."
NO_GDS = (
    "Topics need the Graph Data Science plugin on the Neo4j server, and it is not there: install version 2.13 for Neo4j 5.26 "
    "(in Docker: NEO4J_PLUGINS='[\"graph-data-science\"]'), allow gds.* in dbms.security.procedures.allowlist, and restart. "
    "The managed local server has it."
)


class Projection:
    """A graph in the memory of the server, by its name there."""

    def __init__(self, client: GraphDataScience, graph: Graph, nodes: int, relationships: int) -> None:
        self._client, self._graph = client, graph
        self.nodes, self.relationships = nodes, relationships

    @property
    def name(self) -> str:
        return self._graph.name()

    def leiden(self, into: str, **settings: Any) -> None:
        """Parts the graph into groups; on one core with a fixed seed the same graph gets the same groups."""
        if not self.relationships:  # Leiden fails on a graph without links (GDS 2.13); its components are its nodes
            self._client.wcc.mutate(self._graph, into, concurrency=1, log_progress=False)
            return
        self._client.leiden.mutate(
            self._graph, into, relationship_weight_property="weight", concurrency=1, log_progress=False, **settings
        )

    def page_rank(self, into: str, **settings: Any) -> None:
        """Gives each entity its rank: how much of a random walk along the links passes it."""
        self._client.page_rank.mutate(
            self._graph, into, relationship_weight_property="weight", concurrency=1, log_progress=False, **settings
        )

    def write(self, properties: Mapping[str, str]) -> None:
        """Writes results of the projection to properties of the stored nodes, on the server."""
        self._client.graph.node_properties.write(self._graph, dict(properties), write_concurrency=1, log_progress=False)


class Workbench:
    """What a job may do with the algorithms, inside a thread."""

    def __init__(self, client: GraphDataScience) -> None:
        self._client = client

    def rows(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """The rows of statement `name`, read beside the projections."""
        found = statement(name)
        frame = self._client.run_cypher(found.text, {p: params[p] for p in found.params})
        return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]

    @contextmanager
    def projected(self, name: str, /, *, graph: str, **params: Any) -> Iterator[Projection]:
        """The projection that statement `name` makes under the name `graph`; it is dropped at the end, whatever happens."""
        found = statement(name)
        given = {"graph": graph, **params}
        try:
            made = self._client.graph.project.cypher(found.text, **{p: given[p] for p in found.params})
            yield Projection(self._client, made.graph, made.result.node_count, made.result.relationship_count)
        finally:
            self.drop(graph)

    def drop(self, graph: str) -> None:
        """Takes a projection out of the memory of the server; one that is not there is no error."""
        self._client.graph.drop(graph, fail_if_missing=False)


class Analytics:
    """A door to the algorithms of one database; nothing is loaded or connected before it is used."""

    def __init__(self, uri: str, user: str, password: str, database: str) -> None:
        self._uri, self._auth, self._database = uri, (user, password), database
        self._driver: neo4j.Driver | None = None
        self._client: GraphDataScience | None = None
        self._opening = asyncio.Lock()

    async def run(self, work: Callable[[Workbench], T]) -> T:
        """Runs `work` in a thread; raises `AnalyticsUnavailable` where the client or the plugin is missing."""
        async with self._opening:
            client = await asyncio.to_thread(self._opened)

        def working() -> T:
            with mapped():
                return work(Workbench(client))

        return await asyncio.to_thread(working)

    async def close(self) -> None:
        """Closes the connections; closing twice is no error."""
        if self._driver is not None:
            await asyncio.to_thread(self._driver.close)
            self._driver = self._client = None

    def _opened(self) -> GraphDataScience:
        if self._client is None:
            self._driver, self._client = self._open()
        return self._client

    def _open(self) -> tuple[neo4j.Driver, GraphDataScience]:
        try:
            from graphdatascience import GraphDataScience
            from graphdatascience.error.gds_not_installed import GdsNotFound
        except ImportError as error:
            raise AnalyticsUnavailable(NO_CLIENT) from error
        off = neo4j.NotificationMinimumSeverity.OFF
        driver = neo4j.GraphDatabase.driver(
            self._uri, auth=self._auth, max_connection_pool_size=POOL, notifications_min_severity=off,
            warn_notification_severity=off, telemetry_disabled=True,
        )  # fmt: skip
        try:
            with mapped():
                driver.verify_connectivity()
                return driver, GraphDataScience(driver, database=self._database, arrow=False, show_progress=False)
        except GdsNotFound as error:
            driver.close()
            raise AnalyticsUnavailable(NO_GDS) from error
        except BaseException:
            driver.close()
            raise
