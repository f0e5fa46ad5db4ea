"""A story: statements with the instants at which they were made, told through the product's own writes with both clocks theirs.

One act a line: {"remember": {…}, "recorded_at": "…", "author": "…", "session": "…"}; `supersedes`, `corrects`, and what an act
names, may be the `request_id` of an earlier line. Each line is a request of its own; told again, what has landed is passed over.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import IO, Any

from graphmem.authors import Author, author_of
from graphmem.errors import GraphmemError, InvalidArgument, Refusal, Refused, StoreError
from graphmem.model.ontology import DEFAULT, Ontology
from graphmem.model.receipts import Receipt, RedactionLine, Warned
from graphmem.model.records import parse_record
from graphmem.model.times import TimeRefused, parse_time
from graphmem.moving.job import Outside
from graphmem.moving.progress import Progress
from graphmem.moving.reading import Refusals, objects
from graphmem.store import Store
from graphmem.workspace import Workspace
from graphmem.write.prepare import prepare
from graphmem.write.replay import erased_id

# The acts a story may hold, and the arguments that may name an earlier line.
NAMED: dict[str, tuple[str, ...]] = {
    "remember": ("supersedes", "corrects"),
    "describe": (),
    "forget": ("record",),
    "reinstate": ("id",),
    "merge": (),
    "unmerge": ("merge",),
    "mark_different": (),
    "retype": (),
    "dismiss": (),
    "undismiss": (),
}
KEYS = {"recorded_at", "author", "session"}
TOLD = 500
LISTED = 100  # warnings of single lines that the receipt repeats


@dataclass(frozen=True, slots=True)
class Told:
    """One line of a story."""

    number: int
    act: str
    body: dict[str, Any]
    recorded_at: datetime
    author: Author
    given: str
    session: str | None

    @property
    def request_id(self) -> str:
        return str(self.body["request_id"])


def is_story(value: Mapping[str, Any]) -> bool:
    """Whether the first line of a file is one of a story."""
    return "recorded_at" in value and any(act in value for act in NAMED)


async def tell_story(
    store: Store, file: IO[bytes], workspace: str, author: str, *, create: bool, report: Progress | None
) -> Receipt:
    """Tells every line that has not landed, in order; raises `Refused` before any of it for what can be seen beforehand.

    A line that turns out to break a rule stops the story: what came before it stays, and the file may be told again.
    """
    landed, total, first = await _check(store, file, workspace, author)
    if first is not None:
        await _make(store, workspace, author, first, create=create)
    telling = _Telling(store, workspace, landed)
    for done, line in enumerate(_lines(file, author, Refusals()), 1):
        await telling.tell(line)
        if report:
            report(line.act, done, total)
    return telling.receipt()


async def _check(store: Store, file: IO[bytes], workspace: str, author: str) -> tuple[dict[int, bool], int, datetime | None]:
    """Reads the whole story: which lines have landed, how many there are, and the instant of the first that has not."""
    refusals = Refusals()
    outside = Outside(store, workspace)
    bounds = (await outside.rows("read/moved_secret"))[0]
    ontology = await store.know(workspace) if bounds["clock"] is not None else DEFAULT
    landed: dict[int, bool] = {}
    last, first, total = None, None, 0
    for lines in _chunks(_lines(file, author, refusals)):
        landed |= await _landed(outside, workspace, lines)
        for line in lines:
            total += 1
            if last is not None and line.recorded_at < last:
                refusals.add(line.number, "TIMES_OUT_OF_ORDER", "recorded_at lies before that of the line above", "recorded_at")
            if line.recorded_at > bounds["now"]:
                refusals.add(line.number, "LATER_THAN_DATABASE", "recorded_at lies after the database's clock", "recorded_at")
            _check_shape(line, refusals, ontology)
            last = line.recorded_at
            first = first or (None if line.number in landed else line)
    if first is not None and bounds["clock"] is not None and first.recorded_at < bounds["clock"]:
        message = f"the workspace knows of later things (its clock is {bounds['clock'].isoformat()}); a story goes before them"
        refusals.add(first.number, "EARLIER_THAN_CLOCK", message, "recorded_at")
    refusals.stop()
    return landed, total, first.recorded_at if first else None


def _chunks(lines: Iterator[Told]) -> Iterator[list[Told]]:
    while chunk := list(islice(lines, TOLD)):
        yield chunk


async def _landed(outside: Outside, workspace: str, lines: list[Told]) -> dict[int, bool]:
    """The lines that have landed, by number, and whether what they stated was erased since."""
    keys = {
        "\x1f".join((workspace, line.author.name, id_)): line.number
        for line in lines
        for id_ in (line.request_id, erased_id(line.author.name, line.request_id))
    }
    found = await outside.rows("read/moved_requests", keys=sorted(keys))
    return {keys[row["key"]]: bool(row["request"].get("erased")) for row in found}


async def _make(store: Store, workspace: str, author: str, first: datetime, *, create: bool) -> None:
    """Makes the workspace just before the story begins, unless it is there."""
    from graphmem.memory import create_workspace
    from graphmem.read.workspaces import find_workspace

    if not create:
        await find_workspace(store, workspace)
        return
    await create_workspace(store.at(first - timedelta(microseconds=1)), workspace, author)


def _lines(file: IO[bytes], author: str, refusals: Refusals) -> Iterator[Told]:
    """The lines of a story; one that gives no `request_id` gets one from what it says, so that it lands once."""
    seen: Counter[str] = Counter()
    for number, value in objects(file, refusals):
        acts = [key for key in value if key not in KEYS]
        if len(acts) != 1 or acts[0] not in NAMED or not isinstance(value[acts[0]], dict):
            refusals.add(number, "MALFORMED_LINE", f"a line has recorded_at and one act: {', '.join(NAMED)}")
            continue
        body = dict(value[acts[0]])
        if "request_id" not in body:
            said = hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:20]
            seen[said] += 1
            body["request_id"] = f"told-{said}" + (f"-{seen[said]}" if seen[said] > 1 else "")
        try:
            at = parse_time(value["recorded_at"]).first
        except (KeyError, TimeRefused) as error:
            refusals.add(number, "MALFORMED_LINE", f"recorded_at says when it was learned ({error})", "recorded_at")
            continue
        if (who := _who(number, value, author, refusals)) is not None:
            yield Told(number, acts[0], body, at, who, value.get("author") or author, value.get("session"))


def _who(number: int, value: Mapping[str, Any], author: str, refusals: Refusals) -> Author | None:
    """Who speaks in a line; None, and a refusal, where the line gives a name or a session that is none."""
    for key in ("author", "session"):
        if not isinstance(value.get(key), str | None):
            refusals.add(number, "MALFORMED_LINE", f"{key} is a name", key)
            return None
    try:
        return author_of(value.get("author") or author)
    except InvalidArgument as error:
        refusals.add(number, "MALFORMED_LINE", str(error), "author")
        return None


def _check_shape(line: Told, refusals: Refusals, ontology: Ontology) -> None:
    """What is wrong with a line that can be seen without the database."""
    try:
        if line.act == "remember":
            prepare(parse_record(line.body), 0, ontology)
        else:
            inspect.signature(getattr(Workspace, line.act)).bind(None, **line.body)
            _check_arguments(line.body)
        if line.act == "forget" and "record" not in line.body:
            raise TypeError("a story forgets one record a line")
    except Refused as error:
        for refusal in error.refusals:
            refusals.add(line.number, refusal.code, refusal.message, f"{line.act}.{refusal.path}")
    except (TypeError, AttributeError) as error:
        refusals.add(line.number, "MALFORMED_LINE", f"{line.act}: {error}", line.act)


def _check_arguments(body: Mapping[str, Any]) -> None:
    """Raises TypeError for an argument of an act that no surface of the product would pass on."""
    for name, value in body.items():
        if name == "dry_run":
            raise TypeError("a story tells what happened; leave dry_run out")
        if name == "fields":
            fits = value is None or isinstance(value, dict)
        elif name == "unset":
            fits = isinstance(value, list) and all(isinstance(x, str) for x in value)
        elif name in ("never_held", "undo"):
            fits = isinstance(value, bool)
        else:
            fits = isinstance(value, str | None)
        if not fits:
            raise TypeError(f"{name} has a value that it cannot have")


class _Telling:
    """Tells lines one after the other and keeps what later ones may name."""

    def __init__(self, store: Store, workspace: str, landed: dict[int, bool]) -> None:
        self._store, self._workspace, self._landed = store, workspace, landed
        self._named: dict[str, str] = {}
        self._erased: set[str] = set()
        self._counts: Counter[str] = Counter()
        self._warnings: list[Warned] = []
        self._redactions: list[RedactionLine] = []

    async def tell(self, line: Told) -> None:
        """Tells one line at its own instant; a line that has landed is only asked for its receipt."""
        again = line.number in self._landed
        if self._landed.get(line.number) or (again and self._rests_on_erased(line)):
            self._pass_over(line)
            return
        store = self._store if again else self._store.at(line.recorded_at)
        handle = Workspace(store, self._workspace, line.given, line.session)
        body = {k: self._resolved(v) if k in NAMED[line.act] else v for k, v in line.body.items()}
        try:
            if line.act == "remember":
                receipt = await handle.remember(body, dry_run=again)
            else:
                receipt = await getattr(handle, line.act)(**body, dry_run=again)
        except StoreError:
            raise
        except GraphmemError as error:
            raise _stopped(line, error) from error
        self._keep(line, receipt)

    def _rests_on_erased(self, line: Told) -> bool:
        """Whether a landed line names one that was erased: it can no longer be compared with what was told."""
        given = [line.body.get(key) for key in NAMED[line.act]]
        return bool(
            self._erased.intersection(x for v in given for x in (v if isinstance(v, list) else [v]) if isinstance(x, str))
        )

    def _pass_over(self, line: Told) -> None:
        self._counts["known"] += 1
        if self._landed[line.number]:
            self._erased.add(line.request_id)
            said = f"what {line.request_id!r} stated was erased; it is not told again"
            self._warnings.append(Warned(code="SKIPPED_ERASED", message=said, path=f"line {line.number}"))

    def _resolved(self, value: Any) -> Any:
        """Request ids of earlier lines replaced by the ids of what they made."""
        if isinstance(value, str):
            return self._named.get(value, value)
        return [self._resolved(v) for v in value] if isinstance(value, list) else value

    def _keep(self, line: Told, receipt: Receipt) -> None:
        made = receipt.records[0].id if line.act == "remember" else receipt.id
        if made is not None:
            self._named[line.request_id] = made
        if receipt.replayed:
            self._counts["known"] += 1
            return
        self._counts["records" if line.act == "remember" else "acts"] += 1
        place = f"line {line.number}"
        self._warnings += [w.model_copy(update={"path": f"{place}.{w.path}".rstrip(".")}) for w in receipt.warnings]
        self._redactions += [r.model_copy(update={"path": f"{place}.{r.path}"}) for r in receipt.redactions]

    def receipt(self) -> Receipt:
        """What was told."""
        warnings = self._warnings[:LISTED]
        if (more := len(self._warnings) - LISTED) > 0:
            warnings.append(Warned(code="MORE_WARNINGS", message=f"{more} more; each line's receipt is under its request_id"))
        return Receipt(counts=dict(sorted(self._counts.items())), warnings=tuple(warnings), redactions=tuple(self._redactions))


def _stopped(line: Told, error: GraphmemError) -> Refused:
    """The refusal of one line in the middle of a story."""
    found = error.refusals if isinstance(error, Refused) else (Refusal(0, error.path or "", error.code, str(error)),)
    place = f"line {line.number}.{line.act}"
    refusals = [Refusal(line.number, f"{place}.{r.path}".rstrip("."), r.code, r.message) for r in found]
    stopped = Refused(refusals)
    told = "; ".join(f"{r.path}: {r.message} ({r.code})" for r in refusals)
    stopped.args = (
        f"Line {line.number} was not stored, the lines before it were. {told}. Correct it and import the file again.",
    )
    return stopped
