"""Errors as clients see them: refusals with code, path and message; anything unexpected with an id that the log has too."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterable
from typing import Any

from graphql import GraphQLError

from graphmem.cli.exits import as_object
from graphmem.errors import BrokenInvariant, GraphmemError, StoreError

log = logging.getLogger("graphmem.api")
INTERNAL = "INTERNAL"
_GUESS = re.compile(r"\s*(Did you mean|Perhaps you meant)\b.*", re.S)


def told(error: Exception) -> GraphQLError:
    """The error of ours as its client may see it; of any other one only an id."""
    if isinstance(error, GraphQLError):
        return error
    if not isinstance(error, GraphmemError):
        return unexpected(error)
    if isinstance(error, StoreError):
        log.error("the store failed", exc_info=error, extra={"code": error.code})
    known = {key: value for key, value in as_object(error).items() if key != "message"}
    if isinstance(error, StoreError) and not isinstance(error, BrokenInvariant):
        known = {"code": error.code, "path": None}
    return GraphQLError(_message(error), extensions=known)


def _message(error: GraphmemError) -> str:
    """What the driver says of a statement or an address stays in the log."""
    from graphmem.errors import DatabaseTimeout, DatabaseUnavailable

    if isinstance(error, DatabaseUnavailable):
        return "The database does not answer; a write may be sent again with the same requestId."
    if isinstance(error, StoreError) and not isinstance(error, DatabaseTimeout):
        return "The database could not do what was asked; an administrator finds the reason in the log."
    return str(error)


def unexpected(error: BaseException) -> GraphQLError:
    """Logged with an id, and shown by that id alone."""
    id = secrets.token_hex(8)
    log.error("unexpected error %s", id, exc_info=error, extra={"error_id": id})
    message = f"Something went wrong here; the log has the reason under {id}."
    return GraphQLError(message, extensions={"code": INTERNAL, "id": id})


def shown(errors: Iterable[GraphQLError] | None, *, guesses: bool = True) -> list[GraphQLError] | None:
    """Errors of a result as they may leave: each has a code, none has internals."""
    return [_shown(error, guesses) for error in errors] if errors else None


def _shown(error: GraphQLError, guesses: bool) -> GraphQLError:
    cause = error.original_error
    while isinstance(cause, GraphQLError):
        if cause.extensions and not error.extensions:
            error = _again(error, cause.message, dict(cause.extensions))
        cause = cause.original_error
    if error.extensions and "code" in error.extensions:
        return error
    if cause is not None and not isinstance(cause, GraphQLError):
        made = told(cause) if isinstance(cause, Exception) else unexpected(cause)
        return _again(error, made.message, dict(made.extensions or {}))
    return _again(error, error.message if guesses else _GUESS.sub("", error.message), {"code": _code(error), "path": None})


def _code(error: GraphQLError) -> str:
    """A fault in the document, or in a value that was given with it."""
    return "GRAPHQL_PARSE_FAILED" if error.message.startswith("Syntax Error") else "GRAPHQL_VALIDATION_FAILED"


def _again(error: GraphQLError, message: str, extensions: dict[str, Any]) -> GraphQLError:
    return GraphQLError(
        message, nodes=error.nodes, source=error.source, positions=error.positions, path=error.path, extensions=extensions
    )
