"""Root fields: one for each public verb of `Workspace`, made from its signature; it opens the workspace, calls the verb, returns."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from typing import Annotated, Any

import strawberry
from graphql import GraphQLResolveInfo

from graphmem.access import least_role
from graphmem.model.answers.base import Answer
from graphmem.tracing import span
from graphmem.workspace import Workspace
from graphmem_api.arguments import IN_SESSION, arguments_of, signature_of
from graphmem_api.context import Context, Reading
from graphmem_api.errors import told
from graphmem_api.inputs import plain
from graphmem_api.types import NotMapped, Types

Resolver = Callable[..., Awaitable[Any]]
_RAISES = re.compile(r"[;.] [Rr]aises [^.]*(?=\.)")


def verbs() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public asynchronous methods of a workspace that GraphQL has a field for."""
    for name, method in vars(Workspace).items():
        is_verb = not name.startswith("_") and inspect.iscoroutinefunction(method)
        if is_verb and signature_of(method).return_annotation is not Any:  # an export answers with a file
            yield name, method


def is_act(verb: str) -> bool:
    """Whether a verb changes something: then it is a mutation."""
    return least_role(verb) != "reader"


def root_fields(types: Types, *, acts: bool) -> dict[str, Any]:
    """The fields of Query or of Mutation."""
    return {verb: root_field(verb, method, types) for verb, method in verbs() if is_act(verb) == acts}


def root_field(verb: str, method: Callable[..., Any], types: Types) -> Any:
    """The field of one verb; nullable, so that one that is refused takes no other field with it."""

    async def resolve(info: strawberry.Info[Context, None], **given: Any) -> Any:
        return await answered(info.context, info._raw_info, method, given)

    answer = signature_of(method).return_annotation
    annotation = types.of(answer, Workspace, verb)
    return field(resolve, arguments_of(verb, method, types), annotation, sentence_of(method))


async def answered(context: Context, info: GraphQLResolveInfo[Any], method: Callable[..., Any], given: dict[str, Any]) -> Any:
    """The answer of the verb, and where it was read, for what hangs below it."""
    session = given.pop("session", None) if method.__name__ in IN_SESSION else None
    workspace = await context.workspace(given.pop("workspace"), session)
    told_of = {name: plain(value) for name, value in given.items() if value is not None}
    positional = [told_of.pop(name) for name in _in_place(method)]
    items = told_of.pop(_many(method) or "", [])
    with span(f"verb {method.__name__}", field=str(info.path.key)):
        answer = await method(workspace, *positional, *items, **told_of)
    if isinstance(answer, Answer):
        context.readings[root_of(info)] = Reading(workspace, answer.as_of, answer.valid_at)
    return answer


@cache
def _many(method: Callable[..., Any]) -> str | None:
    """The parameter that takes any number of things."""
    parameters = signature_of(method).parameters.values()
    return next((p.name for p in parameters if p.kind is inspect.Parameter.VAR_POSITIONAL), None)


@cache
def _in_place(method: Callable[..., Any]) -> list[str]:
    """The parameters that stand before it, which can then be given by their place alone."""
    many = _many(method)
    names = list(signature_of(method).parameters)[1:]
    return names[: names.index(many)] if many else []


def root_of(info: GraphQLResolveInfo[Any]) -> str | int:
    """The response key of the root field that something hangs below."""
    path = info.path
    while path.prev is not None:
        path = path.prev
    return path.key


def field(
    resolve: Resolver, parameters: Iterator[inspect.Parameter], annotation: Any, description: str, *, root: bool = False
) -> Any:
    """A field with these arguments; every error leaves as one that its client may see. With `root` it is given what it is of."""

    async def safe(info: Any, **given: Any) -> Any:
        try:
            return await resolve(info, **given)
        except Exception as error:
            raise told(error) from error

    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    own = inspect.Parameter("info", positional, annotation=strawberry.Info)
    given = list(parameters)
    if root:
        given = [inspect.Parameter("root", inspect.Parameter.KEYWORD_ONLY, annotation=Any), *given]
    safe.__signature__ = inspect.Signature([own, *given], return_annotation=annotation | None)  # type: ignore[attr-defined]
    safe.__annotations__ = {p.name: p.annotation for p in (own, *given)} | {"return": annotation | None}
    return strawberry.field(resolver=safe, description=description)


def sentence_of(method: Callable[..., Any]) -> str:
    """The docstring of a method, without the errors by the names that only Python has."""
    told_of = " ".join((inspect.getdoc(method) or "").split("\n\n")[0].split())
    return _RAISES.sub("", told_of)


def argument(name: str, kind: Any, description: str, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    """One argument of a field that no verb has."""
    told_of = strawberry.argument(description=description)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[kind, told_of], default=default)


__all__ = ["NotMapped", "answered", "argument", "field", "is_act", "root_fields", "root_of", "sentence_of", "verbs"]
