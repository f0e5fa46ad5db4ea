"""Output types, each made from the Pydantic class of an answer: the same fields under the same names.

Objects are never converted: the resolver of a field reads the attribute of the answer itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Optional, Union, get_args, get_origin

import strawberry
from pydantic import BaseModel

from graphmem.model import ontology as o
from graphmem.model.glossary import described
from graphmem_api.scalars import Fields, Instant, Time

UNIONS = (Union, UnionType)
STATED = {datetime, date, str}
Extra = Callable[["Types", type[BaseModel]], Mapping[str, Any]]


class NotMapped(TypeError):
    """An annotation has no GraphQL type."""


class Types:
    """The types made so far: one a class, one an enumeration, each under one name."""

    def __init__(self, extra: Extra | None = None) -> None:
        self.made: dict[Any, Any] = {}
        self._names: dict[str, object] = {}
        self._extra = extra or (lambda types, model: {})

    def of(self, annotation: Any, owner: type | None = None, field: str = "") -> Any:
        """The GraphQL annotation of a Python one; raises `NotMapped`."""
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin in UNIONS:
            return self._union(set(arguments), arguments, owner, field)
        if origin is Literal:
            return self._literal(arguments, annotation, owner, field)
        if origin in (tuple, list, Sequence):
            return list[self.of(arguments[0], owner, field)]  # type: ignore[misc]
        if origin in (dict, Mapping):
            return Fields
        if annotation is datetime:
            return Instant
        if annotation in (str, int, float, bool):
            return annotation
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            return self.object(annotation)
        raise NotMapped(f"{owner and owner.__name__}.{field}: {annotation} has no type in GraphQL")

    def _union(self, kinds: set[Any], arguments: tuple[Any, ...], owner: type | None, field: str) -> Any:
        """`X | None`, a stated time, and nothing else."""
        rest = kinds - {NoneType}
        if rest == STATED:
            inner: Any = Time
        elif len(rest) == 1:
            inner = self.of(next(iter(rest)), owner, field)
        else:
            raise NotMapped(f"{owner and owner.__name__}.{field}: {arguments} has no type in GraphQL")
        return Optional[inner] if NoneType in kinds else inner  # noqa: UP045

    def _literal(self, values: tuple[Any, ...], annotation: Any, owner: type | None, field: str) -> Any:
        if values not in self.made:
            name = self._free(_alias(annotation, owner) or _pascal(f"{owner.__name__ if owner else ''}_{field}"), owner)
            self.made[values] = enumeration(name, values, described(name))
        return self.made[values]

    def object(self, model: type[BaseModel]) -> Any:
        """The object type of an answer class."""
        if model not in self.made:
            name = self._free(type_name(model), model)
            namespace: dict[str, Any] = {"__annotations__": {}}
            for field, info in model.model_fields.items():
                namespace["__annotations__"][field] = self.of(info.annotation, model, field)
                namespace[field] = strawberry.field(description=info.description or described(field, name))
            self.made[model] = strawberry.type(type(name, (), namespace), name=name, description=sentence(model))
            self._add(model)
        return self.made[model]

    def _add(self, model: type[BaseModel]) -> None:
        """Fields that lead from one answer into another: added once the type is known, for they may lead back."""
        made = self.made[model]
        for name, extra in self._extra(self, model).items():
            extra.python_name, extra.name, extra.origin = name, name, made
            made.__strawberry_definition__.fields.append(extra)

    def _free(self, name: str, owner: type | None) -> str:
        """The name, or with that of its module before it where another class has it already."""
        if name in self._names:
            name = _pascal(owner.__module__.rsplit(".", 1)[-1]) + name if owner else name + "_"
        self._names[name] = owner
        return name


def enumeration(name: str, values: Sequence[str], description: str) -> Any:
    """An enumeration whose names are its values: a client writes what every other surface says."""
    made = Enum(name, {value: value for value in values})  # type: ignore[misc]
    return strawberry.enum(made, name=name, description=description)


def type_name(model: type[BaseModel]) -> str:
    """The name of a class; `Listed[ProblemLine]` is `ListedProblemLine`."""
    return model.__name__.replace("[", "").replace("]", "").replace(", ", "")


def sentence(model: type) -> str:
    """The docstring of a class, or of the generic class that it comes from, as one line a paragraph."""
    text = next((c.__doc__ for c in model.__mro__ if c.__doc__), "") or ""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _alias(annotation: Any, owner: type | None) -> str | None:
    """The name that a module gives to a Literal: that of its owner, or of the verbs that it takes from there."""
    modules = [sys.modules.get(name) for name in (owner.__module__, "graphmem.unified")] if owner else []
    names = (n for module in modules if module for n, v in vars(module).items() if v == annotation and n[0].isupper())
    return next(names, None)


def _pascal(text: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in text.split("_"))


RecordKind = enumeration("RecordKind", [k.name for k in o.KINDS], "The kinds of record.")
