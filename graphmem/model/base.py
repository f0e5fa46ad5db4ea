"""The base of every model: frozen, closed to unknown fields, tuples instead of lists."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A value: it never changes, and a field nobody declared is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
