"""How a long move says how far it is."""

from collections.abc import Callable

Progress = Callable[[str, int, int | None], None]
"""Told what is being moved, how many lines are done, and of how many (None: not known)."""
