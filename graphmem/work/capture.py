"""Capture: one structured call a task, one transaction: what was asked and done, what it rested on, and how it was corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from graphmem.context.recognising import FoundRow, chosen, spans_of
from graphmem.embed.serving import Vectors
from graphmem.errors import NotFound
from graphmem.model.names import fold_key, name_key
from graphmem.model.receipts import Receipt, Warned, WorkLine
from graphmem.model.records import Time
from graphmem.model.times import Stated, shown_time
from graphmem.model.work import Outcome
from graphmem.store import Writer
from graphmem.work.stating import (
    Checked,
    Parts,
    correction_text,
    cut,
    derived,
    found_by,
    given,
    parts_of,
    request_key,
    task_text,
    times_of,
    title_of,
)
from graphmem.write.acts import Actor, Request
from graphmem.write.filling import fill, not_embedded
from graphmem.write.indexing import with_vectors
from graphmem.write.items import new_id
from graphmem.write.masking import session_name

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
MAX_AGENT = 200


@dataclass(frozen=True, slots=True)
class Told:
    """A task as told, masked and checked."""

    task: str | None
    request: str | None
    summary: str | None
    outcome: str | None
    parts: Parts
    tags: list[str]
    named: list[str]
    applied: list[str]
    related: list[str]
    session: str | None
    agent: str | None
    start: Stated | None

    def body(self) -> dict[str, Any]:
        own = {key: getattr(self, key) for key in self.__slots__ if key not in ("parts", "start")}
        return {**own, **self.parts.body(), "at": self.start and self.start.shown}

    @property
    def texts(self) -> list[str]:
        """What is embedded, as far as it is known before the memory is seen."""
        own = [task_text(self.request, self.summary)] if self.request else []
        return [*own, *(correction_text(row) for row in self.parts.corrections)]


async def record_task(
    actor: Actor, request: str | None, summary: str | None, outcome: str | None, *, task: str | None, sources: Sequence[Any],
    tools: Sequence[Any], artifacts: Sequence[Any], decisions: Sequence[Any], corrections: Sequence[Any], tags: Sequence[str],
    entities: Sequence[str], applied: Sequence[str], related: Sequence[str], session: str | None, agent: str | None,
    at: Time | None, request_id: str | None, dry_run: bool,
) -> Receipt:  # fmt: skip
    """Stores a task, or adds to an open one; with an `outcome` it is closed. Raises `Refused`, or `NotFound` for the task."""
    checked = Checked()
    told = Told(
        checked.text(task, "task"), checked.text(request, "request"), checked.text(summary, "summary"), outcome,
        parts_of(checked, sources, tools, artifacts, decisions, corrections), checked.tags(tags),
        [name for n in cut(entities) if (name := checked.text(n, "entities"))], cut(applied), cut(related),
        session_name(checked.masked, session), checked.text(agent, "agent", most=MAX_AGENT), checked.start(at),
    )  # fmt: skip
    _check(checked, told)
    asked = Request("record_task", told.body(), request_id, dry_run, said=checked.masked)
    asked.ids = [name for name in told.named if name.startswith("ent_")]
    receipt = await stored(actor, asked, told.texts, lambda writer, begun, vectors: _Capture(writer, told, vectors).run(begun))
    if not (told.task and told.summary) or dry_run:
        return receipt
    warned = await fill(actor.store, actor.workspace, (), work=[told.task])
    return receipt.model_copy(update={"warnings": (*receipt.warnings, *warned)})


async def stored(actor: Actor, asked: Request, texts: Sequence[str], work: Any) -> Receipt:
    """Embeds, then runs `work` in one transaction; a repeated request gets its first receipt."""
    asked.check(actor)

    async def write(vectors: Vectors) -> Receipt:
        async def transaction(writer: Writer) -> Receipt:
            begun, first = await asked.begin(writer)
            if first is not None:
                return first
            if writer.embedding is not None:
                writer.embedding.check(begun["spaces"])
            return await asked.remembered(writer, await work(writer, begun, vectors))

        return await actor.store.write(transaction, workspace=actor.workspace, author=actor.author, dry_run=asked.dry_run)

    receipt, vectors = await with_vectors(actor.store, texts, write)
    warned = not_embedded(vectors.failure)
    return receipt.model_copy(update={"dry_run": asked.dry_run, "warnings": (*receipt.warnings, *warned)})


def _check(checked: Checked, told: Told) -> None:
    if told.task is None and told.request is None:
        checked.refuse("request", "EMPTY_FIELD", "say what was asked; or name the `task` to add to")
    if told.task is not None and told.request is not None:
        checked.refuse("request", "GIVEN_TWICE", "a task keeps its request; leave it out, or leave out `task` for another task")
    if told.outcome is not None and told.outcome not in OUTCOMES:
        checked.refuse("outcome", "UNKNOWN_OUTCOME", f"{told.outcome!r}: one of {', '.join(OUTCOMES)}")
    if told.outcome is not None and told.task is None and told.summary is None:
        checked.refuse("summary", "EMPTY_FIELD", "a task that is done says what was done")
    checked.stop()


class _Capture:
    """The work of one call inside its transaction."""

    def __init__(self, writer: Writer, told: Told, vectors: Vectors) -> None:
        self.writer, self.told, self.vectors = writer, told, vectors
        self.warnings: list[Warned] = []

    async def run(self, begun: Mapping[str, Any]) -> Receipt:
        told, writer = self.told, self.writer
        before = await self._before()
        if earlier := await self._closed_since():
            writer.idle = True
            return Receipt(id=earlier, warnings=tuple(self.warnings))
        id_ = told.task or new_id("tsk")
        decisions = self._decisions()
        known = [*(before["decisions"] if before else ()), *decisions]
        corrections = self._corrections(id_, known)
        mentions = await self._mentions(id_, begun) if told.request or told.named else []
        await writer.rows(
            "work/store_task", task=self._task(id_), changes=self._changes(before), session=self._session(), mentions=mentions,
            sources=[self._part("src", "ref", row) for row in told.parts.sources],
            tools=[self._part("tol", "name", row) for row in told.parts.tools],
            artifacts=[self._part("art", "location", row) for row in told.parts.artifacts],
            decisions=decisions, applied=self._known_rules(told.applied),
        )  # fmt: skip
        if related := self._known_tasks(id_):
            await writer.rows("work/relate_tasks", task=id_, related=related)
        if corrections:
            await writer.rows("work/store_corrections", rows=corrections)
        lines = [WorkLine(id=id_, kind="task"), *(WorkLine(id=d["id"], kind="decision") for d in decisions)]
        lines += [WorkLine(id=c["properties"]["id"], kind="correction") for c in corrections]
        counts = {key: len(rows) for key, rows in told.parts.body().items() if rows} | {"mentions": len(mentions)}
        return Receipt(id=id_, work=tuple(lines), counts=counts, warnings=tuple(self.warnings))

    # -- what is there

    async def _before(self) -> Mapping[str, Any] | None:
        """The task that is added to, and the rules that are named; raises `NotFound`, or `Refused` for a second outcome."""
        told = self.told
        named = sorted({*told.applied, *(c["gainsays"] for c in told.parts.corrections if c["gainsays"])})
        self.rules: set[str] = set()
        self.tasks: set[str] = set()
        if not (told.task or named or told.related):
            return None
        row = await self.writer.one("work/task_state", task=told.task or "", rules=named, related=told.related)
        self.rules, self.tasks = set(row["rules"]), set(row["related"])
        if told.task is None:
            return None
        if row["task"] is None:
            raise NotFound("task", told.task)
        if row["task"]["state"] == "closed" and (told.outcome or told.summary):
            checked = Checked()
            message = (
                f"{told.task} is closed with the outcome {row['task']['outcome']}; record what came after as a task of its own"
            )
            checked.refuse("outcome" if told.outcome else "summary", "TASK_CLOSED", message)
            checked.stop()
        return row

    async def _closed_since(self) -> str | None:
        """The task with this very request that was closed after this one was stated to begin: older word reopens nothing."""
        told = self.told
        if told.request is None or told.outcome is not None or told.start is None:
            return None
        for row in await self.writer.rows("work/same_request", key=request_key(told.request)):
            if row["state"] == "closed" and row["closed_at"] > told.start.first:
                message = f"{row['id']} with this request was closed on {shown_time(row['closed_at'])}, later than this was said"
                self.warnings.append(Warned(code="CLOSED_SINCE", message=message, path="at"))
                return str(row["id"])
        return None

    def _known_rules(self, named: Sequence[str], path: str = "applied") -> list[str]:
        if unknown := [rule for rule in named if rule not in self.rules]:
            message = f"no such rule in this workspace, so not counted: {', '.join(unknown)}"
            self.warnings.append(Warned(code="RULE_UNKNOWN", message=message, path=path))
        return [rule for rule in named if rule in self.rules]

    def _known_tasks(self, own: str) -> list[str]:
        others = [task for task in dict.fromkeys(self.told.related) if task != own]
        if unknown := [task for task in others if task not in self.tasks]:
            message = f"no such task in this workspace, so not joined: {', '.join(unknown)}"
            self.warnings.append(Warned(code="TASK_UNKNOWN", message=message, path="related"))
        return [task for task in others if task in self.tasks]

    # -- rows

    def _node(self, prefix: str) -> dict[str, Any]:
        w = self.writer
        return {
            "id": new_id(prefix), "workspace": w.workspace, "author": w.author, "seq": w.seq, "recorded_at": w.clock
        }  # fmt: skip

    def _task(self, id_: str) -> dict[str, Any]:
        told, w = self.told, self.writer
        if told.request is None:
            return {"id": id_}
        text = task_text(told.request, told.summary)
        own = {
            **self._node("tsk"), "id": id_, "title": title_of(told.request), "request": told.request, "agent": told.agent,
            "session": told.session, "key": request_key(told.request), "state": "open",
            **times_of(w, told.start).properties(), **found_by(w.workspace, text, *told.tags), **self.vectors.of(text),
        }  # fmt: skip
        return given(own)

    def _changes(self, before: Mapping[str, Any] | None) -> dict[str, Any]:
        """What the call changes of the task: its summary, its tags, its outcome."""
        told, clock = self.told, self.writer.clock
        task = before["task"] if before else {}
        changes: dict[str, Any] = {"tags": sorted({*(task.get("tags") or ()), *told.tags})}
        if told.summary:
            changes |= {
                "summary": told.summary, "said": [*(task.get("said") or ()), told.summary],
                "said_at": [*(task.get("said_at") or ()), clock],
            }  # fmt: skip
            if before:
                text = task_text(task["request"], told.summary)
                changes |= {**found_by(self.writer.workspace, text, *changes["tags"]), "unembedded": True}
        if told.outcome:
            changes |= {"outcome": told.outcome, "state": "closed", "closed_at": clock}
        return changes

    def _session(self) -> list[dict[str, Any]]:
        name, workspace = self.told.session, self.writer.workspace
        return [{"id": f"{workspace}\x1f{name}", "workspace": workspace, "name": name}] if name else []

    def _part(self, prefix: str, key: str, row: Mapping[str, Any]) -> dict[str, Any]:
        """The thing itself, one node for its name in this workspace, and what the task says of it on the edge."""
        w = self.writer
        node = {**self._node(prefix), "id": derived(prefix, w.workspace, row[key]), key: row[key], "type": row.get("type")}
        edge = {**{k: v for k, v in row.items() if k not in (key, "type")}, "author": w.author, "recorded_at": w.clock}
        return {"node": given(node), "edge": given(edge)}

    def _decisions(self) -> list[dict[str, Any]]:
        """The choices of the call. They share its time, so it is their ids that keep their order."""
        choices = self.told.parts.decisions
        ids = sorted(new_id("tdc") for _ in choices)
        return [given(row, **self._node("tdc") | {"id": id_}) for row, id_ in zip(choices, ids, strict=True)]

    def _corrections(self, task: str, decisions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [
            correction_row(self.writer, self.vectors, row, task, self._on(task, row, decisions), n,
                           self._known_rules([row["gainsays"]], "gainsays") if row["gainsays"] else [])
            for n, row in enumerate(self.told.parts.corrections)
        ]  # fmt: skip

    def _on(self, task: str, row: Mapping[str, Any], decisions: Sequence[Mapping[str, Any]]) -> str:
        """What a correction hangs on: the choice that it names, by id or in its words, or the task."""
        if row["decision"] is None:
            return task
        found = next((d["id"] for d in reversed(decisions) if row["decision"] in (d["id"], d["choice"])), None)
        if found is None:
            message = f"the task has no choice {row['decision']!r}; the correction hangs on the task"
            self.warnings.append(Warned(code="DECISION_UNKNOWN", message=message, path="corrections"))
        return str(found or task)

    # -- the project memory

    async def _mentions(self, task: str, begun: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The entities that the task names, as its words or as given by name or id."""
        told = self.told
        homes = {row["home"]: (row["id"], row["name"]) for row in begun["entities"]}
        names = [name for name in told.named if name not in homes]
        said = "\n".join(filter(None, (told.request, told.summary, *(f"`{name}`" for name in names))))
        known = await self._recognised(said)
        spelled_keys = {name_key(spelled) for _, (_, spelled) in known}
        if unknown := [n for n in told.named if n not in homes and name_key(n) not in spelled_keys]:
            message = (
                f"the memory knows nothing of the name {', '.join(map(repr, unknown))}; remember a record that says what it is"
            )
            self.warnings.append(Warned(code="ENTITY_UNKNOWN", message=message, path="entities"))
        found = homes | dict(known)
        return [mention_row(self.writer, task, id_, home, name, told.start) for home, (id_, name) in found.items()]

    async def _recognised(self, said: str) -> list[tuple[str, tuple[str, str]]]:
        """What the words name, each by whose name it was before any merge: the entity it is now, and the word."""
        spans = list(spans_of(said[:20_000]))
        keys = {name_key(s.text) for s in spans} - {""}
        folds = {fold_key(s.text) for s in spans if len(s.text) > 3} - {""}
        lookups = [f"{self.writer.workspace}\x1f{key}" for key in sorted(keys)]
        rows = await self.writer.rows(
            "read/recognise", lookups=lookups, folds=sorted(folds), words=[]
        )  # a part of a name is no mention
        found = [FoundRow.model_validate(row) for row in rows]
        now = {row.home: row.entity.id for row in found}
        apart = [row.model_copy(update={"entity": row.entity.model_copy(update={"id": row.home})}) for row in found]
        return [(r.entity.id, (now[r.entity.id], r.spelled)) for r in chosen(spans, apart)]


def mention_row(writer: Writer, task: str, entity: str, stated: str, name: str, start: Stated | None) -> dict[str, Any]:
    """That a task names an entity, since when the task began."""
    properties = {
        "id": derived("men", task, stated), "workspace": writer.workspace, "record": task, "stated": stated, "name": name,
        "author": writer.author, **times_of(writer, start).properties(),
    }  # fmt: skip
    return {"entity": entity, "properties": properties}


def correction_row(
    writer: Writer, vectors: Vectors, row: Mapping[str, Any], task: str, on: str, item: int, gainsays: Sequence[str]
) -> dict[str, Any]:
    """A correction as it is stored: what was wrong, what is right, why it matters, and what it hangs on."""
    text = correction_text(row)
    properties = {
        "id": new_id("cor"), "workspace": writer.workspace, "author": writer.author, "task": task, "target": on,
        "title": title_of(row["right"]), "wrong": row["wrong"], "right": row["right"], "why": row["why"],
        "item": item, **times_of(writer, item=item).properties(), **found_by(writer.workspace, text), **vectors.of(text),
    }  # fmt: skip
    return {"on": on, "gainsays": list(gainsays), "properties": properties}


__all__ = ["correction_row", "mention_row", "record_task", "stored"]
