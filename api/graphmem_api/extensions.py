"""What happens around every operation: a context of its own, the limits before validation, errors fit to be shown after."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from graphql import GraphQLError, NoSchemaIntrospectionCustomRule
from strawberry.extensions import ParserCache, SchemaExtension, ValidationCache

from graphmem_api.errors import shown
from graphmem_api.limits import Counter, Limits
from graphmem_api.metrics import Metrics


def extensions(limits: Limits, metrics: Metrics, *, introspection: bool) -> list[Callable[[], SchemaExtension]]:
    """The extensions of a server; each operation gets instances of its own."""
    return [
        lambda: Guarding(limits, metrics, introspection),
        lambda: ParserCache(maxsize=256),
    ]


class Guarding(ValidationCache):
    """The limits, the errors and the figures of one operation."""

    def __init__(self, limits: Limits, metrics: Metrics, introspection: bool) -> None:
        super().__init__(maxsize=256)
        self._limits, self._metrics, self._introspection = limits, metrics, introspection

    def on_operation(self) -> Iterator[None]:
        """Each operation starts with nothing opened, also the tenth of one WebSocket."""
        context = self.execution_context
        context.parse_options["max_tokens"] = self._limits.tokens
        if context.context is not None:
            context.context = context.context.fresh()
        began = time.perf_counter()
        yield
        self._metrics.operation(_kind(context), time.perf_counter() - began)

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
        if not self._introspection:
            context.validation_rules = (*context.validation_rules, NoSchemaIntrospectionCustomRule)
        yield from super().on_validate()

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
