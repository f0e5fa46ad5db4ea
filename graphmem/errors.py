"""Every error a caller can meet, as one tree.

GraphmemError
├── Refused                 the request breaks a rule; nothing was stored (`refusals` lists each rule with its field path)
│   └── RequestReused       the `request_id` was used before with another body
├── InvalidArgument         a question was asked with an argument that has no meaning (`path` names it)
├── NotAllowed              the act needs a person, or a role the asker does not have
│   └── TokenRefused        the token is none of this store, or may no longer be used
├── NotFound                nothing of that name or id in this workspace
│   ├── NameNotFound        no entity of that name; `nearest` lists names that are close
│   └── WorkspaceNotFound   no such workspace; `nearest` lists names that are close
├── AmbiguousName           the name leads to several entities; `candidates` lists them
├── Erased                  what the request stored was erased; it is not stored again
├── QueryRefused            a statement that a model wrote may not run; `query` is the statement
├── ModelError              no language model is set, or the one that is set does not answer
├── EmbedderError           the embedder cannot be loaded or does not answer
│   └── EmbedderMismatch    the store's vectors are of another model; the message names both and the command that re-embeds
├── LocalServerError        the managed local server cannot do it (graphmem/local/errors.py draws this branch)
└── StoreError              the database could not do what was asked
    ├── DatabaseUnavailable no connection; the request may be sent again with the same `request_id`
    ├── DatabaseTimeout     the statement took longer than it may
    ├── AnalyticsUnavailable the graph algorithms are not there; the message names what to install
    ├── SchemaError         the store's schema is not what this version needs; the message says what to do
    └── BrokenInvariant     the store holds something that cannot be; `graphmem doctor` lists it
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_SAID = 1000  # characters of a message: one that quotes a huge text keeps its start and its end


def cut(message: str, most: int = MOST_SAID) -> str:
    """The message, or its start and its end where what it quotes is huge."""
    return message if len(message) <= most else f"{message[: most // 2]} … {message[-most // 2 :]}"


class GraphmemError(Exception):
    """The root of the tree: `code` is stable, the message says what happened and what to do next."""

    code = "GRAPHMEM_ERROR"
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """One broken rule: the item of the batch, the path of the field, the rule's code and the way out."""

    index: int
    path: str
    code: str
    message: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", cut(self.message))
        object.__setattr__(self, "path", cut(self.path, 200))


class Refused(GraphmemError):
    """A rule of the contract is broken and nothing was stored; `refusals` names each field and reason."""

    code = "REFUSED"

    def __init__(self, refusals: Sequence[Refusal], *, batch: bool = False) -> None:
        self.refusals = tuple(refusals)
        self.code = self.refusals[0].code
        self.path = self.refusals[0].path
        lines = [f"{_place(r, batch)}: {r.message} ({r.code})" for r in self.refusals]
        super().__init__("Nothing was stored. " + "; ".join(lines))


def _place(refusal: Refusal, batch: bool) -> str:
    return f"item {refusal.index}, {refusal.path}" if batch else refusal.path


class RequestReused(Refused):
    """The same `request_id` came with another body: the first one stands, this one was not stored."""

    code = "REQUEST_ID_REUSED"

    def __init__(self, request_id: str, index: int = 0) -> None:
        message = f"{request_id!r} was used before with another body; send this one with a new request_id"
        super().__init__([Refusal(index, "request_id", "REQUEST_ID_REUSED", message)])


class InvalidArgument(GraphmemError):
    """A question cannot be asked like this; `path` names the argument and the message the values it takes."""

    code = "INVALID_ARGUMENT"

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        super().__init__(f"{path}: {cut(message)}")


class NotAllowed(GraphmemError):
    """The act needs a person or a role that the asker does not have; nothing was changed."""

    code = "NOT_ALLOWED"


class TokenRefused(NotAllowed):
    """The token is malformed, unknown, expired or revoked: which of them is not said."""

    code = "TOKEN_REFUSED"

    def __init__(self) -> None:
        super().__init__("The token is not accepted here; `graphmem token create` makes a new one.")


class NotFound(GraphmemError):
    """Nothing of that id in this workspace; the id of another workspace gets the same answer."""

    code = "NOT_FOUND"

    def __init__(self, what: str, id: str) -> None:
        self.what, self.id = what, id
        way_out = " `documents` lists them, each with its source: notes/a.md." if what == "document" else ""
        super().__init__(f"No {what} {cut(repr(id), 200)} in this workspace.{way_out}")


class NameNotFound(NotFound):
    """No entity of that name or id; `nearest` lists the names that are close to it."""

    code = "NAME_NOT_FOUND"

    def __init__(self, name: str, nearest: Sequence[str] = ()) -> None:
        super().__init__("entity", name)
        self.name, self.nearest = name, tuple(nearest)
        self.args = (self.args[0] + _did_you_mean(self.nearest),)


class WorkspaceNotFound(NotFound):
    """No such workspace; it is made by `workspace create` or `create=True`, never by a question or a write."""

    code = "WORKSPACE_NOT_FOUND"

    def __init__(self, name: str, nearest: Sequence[str] = ()) -> None:
        super().__init__("workspace", name)
        self.name, self.nearest = name, tuple(nearest)
        hint = _did_you_mean(self.nearest) or " Make it with `graphmem workspace create` or `create=True`."
        self.args = (f"No workspace {cut(repr(name), 200)}." + hint,)


def _did_you_mean(nearest: Sequence[str]) -> str:
    return f" Did you mean {', '.join(repr(n) for n in nearest)}?" if nearest else ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the entities that a bare name leads to."""

    id: str
    name: str
    type: str


class AmbiguousName(GraphmemError):
    """A bare name leads to several entities; `candidates` lists them, so that the caller can ask again by id."""

    code = "AMBIGUOUS_NAME"

    def __init__(self, name: str, candidates: Sequence[Candidate]) -> None:
        self.name, self.candidates = name, tuple(candidates)
        listed = ", ".join(f"{c.id} ({c.type})" for c in self.candidates)
        super().__init__(f"{name!r} names {len(self.candidates)} entities: {listed}. Ask again with one of these ids.")


class Erased(GraphmemError):
    """What this request stored was erased by an administrator; it is skipped unless asked with `again=True`."""

    code = "ERASED"

    def __init__(self, id: str) -> None:
        self.id = id
        super().__init__(f"{id!r} was erased; it is not stored again. Send it under a new request_id if it should be.")


class QueryRefused(GraphmemError):
    """A statement that was written for a question may not run; nothing ran. `query` is the statement, the message says what is wrong."""

    code = "QUERY_REFUSED"

    def __init__(self, reason: str, query: str | None = None) -> None:
        self.reason, self.query = reason, query
        super().__init__(f"The statement for this question was refused: {cut(reason)}.")


class ModelError(GraphmemError):
    """No language model is set, or the one that is set cannot be reached or answers nothing usable; the message names the setting."""

    code = "MODEL_ERROR"


class EmbedderError(GraphmemError):
    """The embedder cannot be loaded or does not answer; a write lands without vectors, and `reembed` fills them."""

    code = "EMBEDDER_ERROR"


class EmbedderMismatch(EmbedderError):
    """The store's vectors are of another model than the one that is set; vectors of two models are never mixed."""

    code = "EMBEDDER_MISMATCH"

    def __init__(self, stored: tuple[str, int], asked: tuple[str, int]) -> None:
        self.stored, self.asked = stored, asked
        super().__init__(
            f"The store's vectors are of {stored[0]} ({stored[1]} numbers each), GRAPHMEM_EMBEDDER asks for {asked[0]} ({asked[1]}). "
            "Run `graphmem reembed` to change over to it, or set GRAPHMEM_EMBEDDER back."
        )


class StoreError(GraphmemError):
    """The database could not do what was asked; nothing of the request was stored."""

    code = "STORE_ERROR"


class DatabaseUnavailable(StoreError):
    """The database does not answer; a write may be sent again with the same `request_id` and lands once."""

    code = "DATABASE_UNAVAILABLE"


class DatabaseTimeout(StoreError):
    """A statement took longer than it may; ask for less (a smaller depth, limit or period)."""

    code = "DATABASE_TIMEOUT"


class AnalyticsUnavailable(StoreError):
    """The graph algorithms that topics need are not installed, here or on the server; the message names what to install."""

    code = "ANALYTICS_UNAVAILABLE"


class SchemaError(StoreError):
    """The store's schema is not what this version needs; the message names the difference and the repair."""

    code = "SCHEMA_ERROR"


class BrokenInvariant(StoreError):
    """The store holds something that cannot be; `graphmem doctor` lists it and says how to mend it."""

    code = "BROKEN_INVARIANT"
