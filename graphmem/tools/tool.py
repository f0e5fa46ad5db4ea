"""One tool: what an agent reads about it, what it takes, and the work it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphmem.tools.arguments import Arguments
from graphmem.tools.pages import Place, Told

if TYPE_CHECKING:
    from graphmem.tools.toolbox import Room

Work = Callable[["Room", Any, Place], Awaitable[Told]]


@dataclass(frozen=True, slots=True)
class Tool:
    """A verb as agents call it. `acts` says that it changes what the memory holds; `example` is its smallest right call."""

    name: str
    description: str
    arguments: type[Arguments]
    work: Work
    example: Mapping[str, Any]
    acts: bool = False

    def schema(self) -> dict[str, Any]:
        """The arguments as JSON schema."""
        schema = self.arguments.model_json_schema()
        return {key: value for key, value in schema.items() if key not in ("title", "description")}
