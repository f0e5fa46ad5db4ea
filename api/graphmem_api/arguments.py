"""Arguments of a field, from the signature of the method that answers it; their descriptions are those of the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, get_args

import strawberry

from graphmem.model.glossary import described
from graphmem_api.inputs import LISTS, MANY
from graphmem_api.scalars import EntityType, RelationType
from graphmem_api.types import RecordKind, Types

# Where a text is a word of the ontology, the argument says so.
WORDS: dict[tuple[str, str], Any] = {
    ("records", "kind"): RecordKind | None,
    ("entities", "type"): EntityType | None,
    ("retype", "type"): EntityType,
    ("neighbours", "types"): list[RelationType] | None,
    ("graph", "types"): list[EntityType] | None,
    ("graph", "relations"): list[RelationType] | None,
    ("ingest", "path"): str,  # a program of one's own may give a Path
}
IN_SESSION = ("remember",)  # verbs that belong to a piece of work


# What tells a person at a console how far a job is, and what would write on the disk of the server.
NOT_ASKED = ("report", "folder", "discard")


def signature_of(method: Callable[..., Any]) -> inspect.Signature:
    """The signature with its annotations; a name that only type checkers import stands for anything."""
    known: dict[str, Any] = {}
    while True:
        try:
            return inspect.signature(method, eval_str=True, locals=known)
        except NameError as missing:
            known[str(missing.name)] = Any


def arguments_of(verb: str, method: Callable[..., Any], types: Types) -> Iterator[inspect.Parameter]:
    """`workspace`, then what the method takes, by the same names and defaults; raises `NotMapped`."""
    yield _argument("workspace", str, inspect.Parameter.empty, verb)
    if verb in IN_SESSION:
        yield _argument("session", str | None, None, verb)
    for given in list(signature_of(method).parameters.values())[1:]:
        if given.name in NOT_ASKED:
            continue
        if given.kind is inspect.Parameter.VAR_POSITIONAL:
            one: Any = MANY[given.name]
            yield _argument(given.name, list[one], inspect.Parameter.empty, verb)
            continue
        if one := LISTS.get((verb, given.name)):
            yield _argument(given.name, list[one] | None, None, verb)
            continue
        annotation = WORDS.get((verb, given.name)) or types.of(given.annotation, _Owner.named(verb), given.name)
        if isinstance(given.default, tuple):  # a list that may be left out
            annotation, default = annotation | None, None
        else:
            default = given.default
        yield _argument(given.name, annotation, default, verb)


def _argument(name: str, annotation: Any, default: Any, verb: str) -> inspect.Parameter:
    told = strawberry.argument(description=help_of(verb, name))
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[annotation, told], default=_as_enum(annotation, default)
    )


def _as_enum(annotation: Any, default: Any) -> Any:
    """A default of an enumeration is its member."""
    made = getattr(annotation, "__strawberry_definition__", None)
    return made.wrapped_cls(default) if isinstance(default, str) and made is not None else default


class _Owner:
    """Stands for a method where an enumeration needs a name."""

    @staticmethod
    @cache
    def named(verb: str) -> type:
        return type("".join(part.title() for part in verb.split("_")), (), {"__module__": "graphmem.workspace"})


def help_of(verb: str, name: str) -> str:
    """What the command line says of the argument, or else the glossary."""
    return _helps().get((verb, name)) or _shared().get(name) or described(name)


@cache
def _helps() -> Mapping[tuple[str, str], str]:
    from graphmem.cli import app as commands

    found: dict[tuple[str, str], str] = {}
    for room in (commands.acts, commands.questions, commands.lookups, commands.work, commands.transfer):
        for verb, command in vars(room).items():
            if inspect.isfunction(command) and command.__module__ == room.__name__ and not verb.startswith("_"):
                for name, parameter in inspect.signature(command, eval_str=True).parameters.items():
                    if told := _help(parameter.annotation):
                        found[verb, name] = told
    return found


@cache
def _shared() -> Mapping[str, str]:
    """A help that all verbs with an argument of the name agree on."""
    by_name: dict[str, set[str]] = {}
    for (_, name), told in _helps().items():
        by_name.setdefault(name, set()).add(told)
    return {name: next(iter(told)) for name, told in by_name.items() if len(told) == 1}


def _help(annotation: Any) -> str | None:
    return next((told for part in get_args(annotation)[1:] if (told := getattr(part, "help", None))), None)
