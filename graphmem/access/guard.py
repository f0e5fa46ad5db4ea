"""The guard: every public verb of a handle passes through the table of roles before it does anything."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

H = TypeVar("H")
Method = Callable[..., Awaitable[Any]]


def guarded(handle: type[H]) -> type[H]:
    """Makes every public asynchronous method of a handle ask its `principal`, if it has one, before it runs.

    So do the verbs that it has from another class: they become its own, so that none is left out by any surface.
    """
    inherited = {name: method for base in reversed(handle.__mro__[:-1]) for name, method in vars(base).items()}
    for name, method in inherited.items():
        if not name.startswith("_") and inspect.iscoroutinefunction(method):
            setattr(handle, name, _checked(name, method))
    return handle


def _checked(name: str, method: Method) -> Method:
    @functools.wraps(method)
    async def call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        if self.principal is not None:
            self.principal.check(name, self.name, kwargs)
        return await method(self, *args, **kwargs)

    return call
