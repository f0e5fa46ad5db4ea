"""graphmem: memory for software work, kept as a graph in Neo4j."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem.errors import (
        AmbiguousName,
        GraphmemError,
        InvalidArgument,
        NotAllowed,
        NotFound,
        Refused,
        StoreError,
    )
    from graphmem.memory import Memory
    from graphmem.model.receipts import Receipt
    from graphmem.model.records import (
        CodeChange,
        Decision,
        Definition,
        EntityRef,
        Fact,
        Preference,
        ProblemFound,
        ProblemSolved,
        Question,
        Relation,
        Requirement,
        Retire,
    )
    from graphmem.model.texts import Chunk, Message
    from graphmem.settings import Settings
    from graphmem.workspace import Workspace

    __version__: str

__all__ = [
    "AmbiguousName",
    "Chunk",
    "CodeChange",
    "Decision",
    "Definition",
    "EntityRef",
    "Fact",
    "GraphmemError",
    "InvalidArgument",
    "Memory",
    "Message",
    "NotAllowed",
    "NotFound",
    "Preference",
    "ProblemFound",
    "ProblemSolved",
    "Question",
    "Receipt",
    "Refused",
    "Relation",
    "Requirement",
    "Retire",
    "Settings",
    "StoreError",
    "Workspace",
    "__version__",
]

# Loaded when first asked for: the command line answers `--help` without the driver, Pydantic or the event loop.
_HOMES = {
    "graphmem.errors": ("AmbiguousName", "GraphmemError", "InvalidArgument", "NotAllowed", "NotFound", "Refused", "StoreError"),
    "graphmem.memory": ("Memory",),
    "graphmem.model.receipts": ("Receipt",),
    "graphmem.model.records": (
        "CodeChange", "Decision", "Definition", "EntityRef", "Fact", "Preference", "ProblemFound", "ProblemSolved",
        "Question", "Relation", "Requirement", "Retire",
    ),
    "graphmem.model.texts": ("Chunk", "Message"),
    "graphmem.settings": ("Settings",),
    "graphmem.workspace": ("Workspace",),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("graphmem")
    if home := _HOME_OF.get(name):
        return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
