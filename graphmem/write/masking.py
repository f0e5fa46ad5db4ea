"""One masking and cleaning of every text of a request, before anything is keyed, hashed or stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from graphmem.errors import Refusal, Refused
from graphmem.model.base import Model
from graphmem.model.names import clean_text
from graphmem.model.ontology import MAX_SESSION
from graphmem.model.receipts import RedactionLine, Warned
from graphmem.redact import redact


class Masked:
    """Collects what was masked and cleaned while texts go through it."""

    def __init__(self) -> None:
        self.redactions: list[RedactionLine] = []
        self.warnings: list[Warned] = []

    def text(self, value: str, path: str) -> str:
        """The text without control characters, half characters and secrets."""
        cleaned, warnings = clean_text(value)
        self.warnings += [Warned(code="TEXT_CLEANED", message=w, path=path) for w in warnings]
        return self.secret(cleaned, path)

    def secret(self, value: str, path: str) -> str:
        """The text with its secrets masked; everything else stays as given (names keep their own rules)."""
        masked, found = redact(value)
        self.redactions += [RedactionLine(path=path, kind=r.kind, digest=r.digest) for r in found]
        return masked

    def optional(self, value: str | None, path: str) -> str | None:
        return None if value is None else self.text(value, path)

    def fields(self, values: Mapping[str, Any], path: str) -> dict[str, Any]:
        return {k: self.text(v, f"{path}.{k}") if isinstance(v, str) else v for k, v in values.items()}


def session_name(masked: Masked, given: str | None) -> str | None:
    """The name of a session as it is stored, and as a filter looks for it; a blank one is none. Raises `Refused` for a long one."""
    name = (masked.optional(given, "session") or "").strip() or None
    if name and len(name) > MAX_SESSION:
        message = f"{len(name):,} characters given, at most {MAX_SESSION} are taken"
        raise Refused([Refusal(0, "session", "TOO_LONG", message)])
    return name


def fingerprint(record: Model, masked: Mapping[str, Any]) -> str:
    """The hash by which a repeated request is compared: after validation and masking, without its `request_id`."""
    import hashlib

    body = {"class": type(record).__name__, **masked}
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=_plain, ensure_ascii=True).encode()).hexdigest()


def _plain(value: object) -> object:
    """A dataclass as its fields: the order of keys in what the caller sent is none of its content."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in fields(value)}
    return str(value)
