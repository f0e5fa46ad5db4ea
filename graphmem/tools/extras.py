"""Packages that only some users need: asked for when they are used, with the way to get them."""

from __future__ import annotations

from importlib.util import find_spec

from graphmem.errors import InvalidArgument


def need(extra: str, package: str) -> None:
    """Raises `InvalidArgument` with the command that installs what is missing."""
    if find_spec(package) is None:
        raise InvalidArgument(extra, f'the package {package} is not installed: pip install "graphmem[{extra}]"')
