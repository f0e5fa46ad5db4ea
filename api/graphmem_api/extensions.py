"""What happens around every operation: a context of its own, the limits before validation, errors fit to be shown after."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from graphql import DocumentNode, GraphQLError, NoSchemaIntrospectionCustomRule
from strawberry.extensions import SchemaExtension

from graphmem_api.errors import shown
from graphmem_api.limits import Counter, Limits
from graphmem_api.metrics import Metrics


def extensions(limits: Limits, metrics: Metrics, *, introspection: bool) -> list[Callable[[], SchemaExtension]]:
    """The extensions of a server; each operation gets instances of its own."""
    accepted = Accepted()
    return [lambda: Guarding(limits, metrics, introspection, accepted)]


class Accepted:
    """The documents that were valid, as they were parsed, those used last; one that was refused leaves nothing behind."""

    SIZE = 256

    def __init__(self) -> None:
        self._documents: OrderedDict[str, DocumentNode] = OrderedDict()

    def get(self, query: str | None) -> DocumentNode | None:
        """The document of this text, if it was valid before."""
        if query is None or query not in self._documents:
            return None
        self._documents.move_to_end(query)
        return self._documents[query]

    def add(self, query: str, document: DocumentNode) -> None:
        """Keeps a valid document, and lets go of the one that was used longest ago."""
        self._documents[query] = document
        if len(self._documents) > self.SIZE:
            self._documents.popitem(last=False)


class Guarding(SchemaExtension):
    """The limits, the errors and the figures of one operation."""

    def __init__(self, limits: Limits, metrics: Metrics, introspection: bool, accepted: Accepted) -> None:
        self._limits, self._metrics, self._introspection, self._accepted = limits, metrics, introspection, accepted

    def on_operation(self) -> Iterator[None]:
        """Each operation starts with nothing opened, also the tenth of one WebSocket."""
        context = self.execution_context
        context.parse_options["max_tokens"] = self._limits.tokens
        if context.context is not None:
            context.context = context.context.fresh()
        began = time.perf_counter()
        yield
        self._metrics.operation(_kind(context), time.perf_counter() - began)

    def on_parse(self) -> Iterator[None]:
        """A document that was valid before is not parsed again."""
        self.execution_context.graphql_document = self._accepted.get(self.execution_context.query)
        yield

    def on_validate(self) -> Iterator[None]:
        """Counted before anything is validated: validation itself can be made to take long."""
        context = self.execution_context
        assert context.graphql_document is not None
        try:
            Counter(context.schema._schema, context.graphql_document, self._limits, context.variables or {}).check()
        except GraphQLError as error:
            context.pre_execution_errors = [error]
            yield
            return
        if self._accepted.get(context.query) is not None:
            context.pre_execution_errors = []
        elif not self._introspection:
            context.validation_rules = (*context.validation_rules, NoSchemaIntrospectionCustomRule)
        yield
        if context.query and not context.pre_execution_errors:
            self._accepted.add(context.query, context.graphql_document)

    def on_stream_result(self, result: Any) -> Iterator[None]:
        """What goes over a WebSocket is cleaned like what goes over HTTP."""
        self.clean(result)
        yield

    def clean(self, result: Any) -> None:
        """Errors as they may be shown, and counted by their code."""
        if errors := getattr(result, "errors", None):
            result.errors = shown(errors, guesses=self._introspection)
            self._metrics.errors(result.errors)


def _kind(context: Any) -> str:
    try:
        return str(context.operation_type.value).lower()
    except RuntimeError:  # a document that could not be read has none
        return "unknown"
