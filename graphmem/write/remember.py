"""Remember: records in, one transaction, a receipt of what the database stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

from graphmem.authors import Author
from graphmem.embed.serving import Vectors
from graphmem.errors import Erased, Refusal, Refused, RequestReused
from graphmem.model import ontology as o
from graphmem.model.receipts import Receipt, RefusedLine, joined
from graphmem.model.records import Record, parse_record
from graphmem.model.times import shown_time
from graphmem.store import Store, Writer
from graphmem.store.ontologies import OntologyMoved
from graphmem.write.duplicates import misspelt
from graphmem.write.endings import store_ends
from graphmem.write.filling import fill, not_embedded, retell
from graphmem.write.indexing import Index, texts_of, with_vectors
from graphmem.write.items import Item
from graphmem.write.load import folds_of, load_state, lookups_of, named_ids
from graphmem.write.masking import Masked, session_name
from graphmem.write.plan import plan_item
from graphmem.write.prepare import prepare
from graphmem.write.receipt import Outcome, item_receipts
from graphmem.write.replay import replayed, request_keys
from graphmem.write.state import Alike, State
from graphmem.write.steps import Stamp, Step
from graphmem.write.stored import store_links, store_nodes

Mode = Literal["atomic", "partial"]
Statable = Record | Mapping[str, Any]
T = TypeVar("T")


async def remember(
    store: Store, records: Sequence[Statable], *, workspace: str, author: Author | str, session: str | None, mode: Mode = "atomic",
    dry_run: bool = False,
) -> Receipt:  # fmt: skip
    """Stores records in one transaction and says what happened; raises `Refused`, with nothing stored, when a rule is broken.

    With `mode="partial"` the good items land and the receipt names each refused one; a `dry_run` gives the same receipt and
    the same refusals, and writes nothing.
    """

    async def stated(ontology: o.Ontology) -> Receipt:
        return await _remember(
            store, records, ontology, workspace=workspace, author=author, session=session, mode=mode, dry_run=dry_run
        )

    return await by_ontology(store, workspace, stated)


async def by_ontology(store: Store, workspace: str, work: Callable[[o.Ontology], Awaitable[T]]) -> T:
    """What `work` makes under the ontology of the workspace; once more where another process gave it another one meanwhile."""
    ontology = store.ontologies.of(workspace)
    while True:
        try:
            return await work(ontology)
        except (OntologyMoved, Refused) as error:
            standing = await store.know(workspace)
            if isinstance(error, Refused) and standing == ontology:
                raise
            ontology = standing


async def _remember(
    store: Store, records: Sequence[Statable], ontology: o.Ontology, *, workspace: str, author: Author | str, session: str | None,
    mode: Mode, dry_run: bool,
) -> Receipt:  # fmt: skip
    items, refused = prepared(records, ontology)
    if refused and mode == "atomic":
        raise Refused(refused, batch=len(records) > 1)
    said = Masked()
    who = author if isinstance(author, Author) else Author(author)
    said.redactions += who.redactions
    said.warnings += who.warnings
    session = session_name(said, session)

    async def write(vectors: Vectors) -> Receipt:
        async def work(writer: Writer) -> Receipt:
            request = Remembering(writer, session, mode, vectors, ontology, batch=len(records) > 1)
            receipt = await request.run(items, list(refused))
            left.update(request=request)
            return receipt

        left: dict[str, Remembering] = {}
        receipt = await store.write(work, workspace=workspace, author=who.name, dry_run=dry_run)
        if not dry_run and vectors.failure is None:
            warned = await fill(store, workspace, left["request"].writer.untold, left["request"].index.linked)
            return receipt.model_copy(update={"warnings": (*receipt.warnings, *warned)})
        return receipt

    receipt, vectors = await with_vectors(store, texts_of(items), write)
    redactions, warnings = (
        (*said.redactions, *receipt.redactions),
        (*said.warnings, *receipt.warnings, *not_embedded(vectors.failure)),
    )
    return receipt.model_copy(update={"dry_run": dry_run, "redactions": redactions, "warnings": warnings})


def prepared(records: Sequence[Statable], ontology: o.Ontology) -> tuple[list[Item], list[Refusal]]:
    """The items that can be planned, and what is wrong with the others; all of it is found without the database."""
    if not records:
        raise Refused([Refusal(0, "records", "NO_RECORD", "a request holds at least one record")])
    if len(records) > o.MAX_ITEMS:
        message = f"{len(records):,} records given, at most {o.MAX_ITEMS} are taken in one request; send them in several"
        raise Refused([Refusal(0, "records", "TOO_MANY", message)])
    return items_of(records, ontology)


def items_of(records: Sequence[Statable], ontology: o.Ontology) -> tuple[list[Item], list[Refusal]]:
    """The same of however many records: a document states as much as it holds."""
    items: list[Item] = []
    refused: list[Refusal] = []
    seen: set[str] = set()
    for index, given in enumerate(records):
        try:
            record = given if isinstance(given, Record) else parse_record(given, index)
            item = prepare(record, index, ontology)
            if item.request_id and item.request_id in seen:
                raise Refused([Refusal(index, "request_id", "DUPLICATE_REQUEST_ID", "an earlier item of this batch has it")])
            seen |= {item.request_id} if item.request_id else set()
            items.append(item)
        except Refused as error:
            refused += error.refusals
    return items, refused


class Remembering:
    """The work of one request inside its transaction."""

    def __init__(
        self, writer: Writer, session: str | None, mode: Mode, vectors: Vectors, ontology: o.Ontology, *, batch: bool,
        by_link: bool = False,
    ) -> None:  # fmt: skip
        self.writer, self.session, self.mode, self.ontology, self.batch = writer, session, mode, ontology, batch
        self.by_link = by_link
        self.index = Index(writer.workspace, vectors)

    async def run(self, items: list[Item], refused: list[Refusal]) -> Receipt:
        writer = self.writer
        begun = await writer.begin(
            lookups=lookups_of(writer.workspace, items), ids=named_ids(items), folds=folds_of(items),
            requests=[key for i in items if i.request_id for key in request_keys(writer, i.request_id)],
        )  # fmt: skip
        if writer.ontology != self.ontology:
            raise OntologyMoved
        if writer.embedding is not None:
            writer.embedding.check(begun["spaces"])
        earlier = {row["key"]: row for row in begun["replays"]}
        state = await load_state(writer, begun, items, earlier)
        receipts, steps = self._plan(state, items, earlier, refused)
        if refused and self.mode == "atomic":
            raise Refused(sorted(refused, key=lambda r: r.index), batch=self.batch)
        writer.idle = not steps
        if steps:
            receipts |= await self._stored(steps, state)
        lines = tuple(
            RefusedLine(index=r.index, path=r.path, code=r.code, message=r.message)
            for r in sorted(refused, key=lambda r: r.index)
        )
        whole = joined([receipts[i] for i in sorted(receipts)])
        return whole.model_copy(update={"refused": lines})

    def _plan(
        self, state: State, items: list[Item], earlier: dict[str, dict[str, Any]], refused: list[Refusal]
    ) -> tuple[dict[int, Receipt], list[Step]]:
        """Plans the items in order on the state that the earlier ones left; what was stored before is replayed."""
        stamp = Stamp(self.writer.clock, self.writer.seq, self.writer.author)
        receipts: dict[int, Receipt] = {}
        steps: list[Step] = []
        for item in items:
            try:
                if item.request_id and (row := self._earlier(item.request_id, earlier)):
                    receipts[item.index] = replayed(item, row)
                    state.requests[item.request_id] = receipts[item.index].records[0].id
                else:
                    steps.append(self._step(state, item, stamp, refused))
            except RequestReused as error:
                if self.mode == "atomic":
                    raise
                refused += error.refusals
            except Refused as error:
                refused += error.refusals
            except Erased as error:
                if self.mode == "atomic":
                    raise
                refused.append(Refusal(item.index, "request_id", error.code, str(error)))
        return receipts, steps

    def _step(self, state: State, item: Item, stamp: Stamp, refused: list[Refusal]) -> Step:
        """The plan of an item; `by_link` a link that cannot be stated is left out and told, and the rest of its record lands."""
        try:
            return plan_item(state, item, stamp)
        except Refused as error:
            bad = {refusal.path for refusal in error.refusals}
            if not self.by_link or not bad <= {link.path for link in item.links}:
                raise
            left = replace(item, links=tuple(link for link in item.links if link.path not in bad))
            step = plan_item(state, left, stamp)
            refused += error.refusals
            return step

    def _earlier(self, request_id: str, earlier: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
        return next((earlier[key] for key in request_keys(self.writer, request_id) if key in earlier), None)

    async def _stored(self, steps: list[Step], state: State) -> dict[int, Receipt]:
        """Stores what was planned, in the order ends, nodes, links, and makes each item's receipt from what came back."""
        endings = [step.endings for step in steps]
        await store_ends(self.writer, endings, state)
        counted = await store_nodes(self.writer, steps, self.session, self.index)
        before = {row["key"]: row["holding"] for row in counted["evidence"]}
        _propose(steps, counted["alike"])
        added = [edge for step in steps for edge in step.record.edges]
        outcome = await Outcome.of(self.writer, endings, state, added=added, before=before)
        receipts = item_receipts(steps, outcome, shown_time(self.writer.clock))
        await store_links(self.writer, steps, self.session, receipts, state, self.index)
        await retell(self.writer, self.index.stale)
        return receipts


def _propose(steps: list[Step], rows: list[dict[str, Any]]) -> None:
    """Adds to each step the names of the memory that are one slip from a new one of it."""
    found: dict[str, list[Alike]] = defaultdict(list)
    for row in rows:
        found[row["key"]].append(Alike(row["entity"], row["type"], row["name"], row["leads"]))
    for step in steps if found else []:
        step.proposals += misspelt(step.names, found, step.proposals)


__all__ = ["Mode", "Remembering", "Statable", "prepared", "remember"]
