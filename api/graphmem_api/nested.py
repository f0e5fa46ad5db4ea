"""What hangs below an entity or a record, loaded for all of them at once: a fixed number of statements, however many there are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import strawberry
from pydantic import BaseModel
from strawberry.dataloader import DataLoader

from graphmem.errors import InvalidArgument
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.parts import RecordBrief
from graphmem.read.nested import entities_of, records_of
from graphmem.store import Reader
from graphmem_api.context import Context, Reading
from graphmem_api.resolvers import argument, field, root_of
from graphmem_api.types import Types

MOST = 20  # records below one entity
Load = Callable[[Reader, Sequence[str]], Awaitable[Mapping[str, tuple[Any, ...]]]]


class Loaders:
    """The loaders of one operation: one for each reading and question."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], DataLoader[str, tuple[Any, ...]]] = {}

    def loader(self, reading: Reading, question: str, limit: int, load: Load) -> DataLoader[str, tuple[Any, ...]]:
        """The loader of a question at the instants of a reading."""
        key = (reading.workspace.name, reading.as_of, reading.valid_at, question, limit)
        if key not in self._made:

            async def many(ids: list[str]) -> Sequence[tuple[Any, ...]]:
                found = await reading.workspace._read(lambda r: load(r, ids), reading.as_of, reading.valid_at)
                return [found.get(id, ()) for id in ids]

            self._made[key] = DataLoader(load_fn=many, max_batch_size=1_000)
        return self._made[key]


def below(types: Types, model: type[BaseModel]) -> dict[str, Any]:
    """The fields that an entity or a record in short has beside its own."""
    if model is EntityBrief:
        parameters = iter([argument("first", int, f"how many, 1 to {MOST}", 5)])
        told = "The newest records that name it, as they were known at the instants of the answer."
        return {"records": field(_records, parameters, list[types.object(RecordBrief)], told, root=True)}  # type: ignore[misc]
    if issubclass(model, RecordBrief) and "entities" not in model.model_fields:
        told = "The entities that it names."
        return {"entities": field(_entities, iter(()), list[types.object(EntityBrief)], told, root=True)}  # type: ignore[misc]
    return {}


async def _records(info: strawberry.Info[Context, None], root: EntityBrief, first: int) -> Any:
    if not 1 <= first <= MOST:
        raise InvalidArgument("first", f"{first} given; it is 1 to {MOST}")
    loader = _loaders(info.context).loader(_reading(info), "records", first, lambda r, ids: records_of(r, ids, first))
    return await loader.load(root.id)


async def _entities(info: strawberry.Info[Context, None], root: RecordBrief) -> Any:
    return await _loaders(info.context).loader(_reading(info), "entities", 0, entities_of).load(root.record)


def _loaders(context: Context) -> Loaders:
    if context.loaders is None:
        context.loaders = Loaders()
    return context.loaders


def _reading(info: strawberry.Info[Context, None]) -> Reading:
    return info.context.readings[root_of(info._raw_info)]
