"""Patterns for masking that a user adds, for data of customers and partners: a file with one `kind = expression` a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphmem.errors import Refusal, Refused
from graphmem.redact import PatternRefused, Redactor

SETTING = "GRAPHMEM_REDACT"


def own_patterns(path: Path | None) -> tuple[tuple[str, str], ...]:
    """The patterns of the file, none without one; raises `Refused` that names each line that is none, or the file."""
    if path is None:
        return ()
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        raise Refused([_refusal(str(path), f"the file cannot be read ({error}): correct the setting, or unset it")]) from error
    refusals: list[Refusal] = []
    patterns = tuple(_patterns(lines, refusals))
    if refusals:
        raise Refused(refusals)
    return patterns


def _patterns(lines: list[str], refusals: list[Refusal]) -> Iterator[tuple[str, str]]:
    """A pattern of every line that is neither blank nor a remark."""
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        kind, equals, regex = (part.strip() for part in line.partition("="))
        try:
            if not (equals and regex):
                raise PatternRefused("write `kind = expression`, as `customer = ACME-[0-9]{6}`.")
            Redactor([(kind, regex)])
            yield kind, regex
        except PatternRefused as error:
            refusals.append(_refusal(f"line {number}", str(error)))


def _refusal(place: str, message: str) -> Refusal:
    return Refusal(0, f"{SETTING}, {place}", "PATTERN_REFUSED", message)
