"""From a task as told to what can be stored: masked, checked, named; still without the database."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphmem.errors import Refusal, Refused
from graphmem.model import lexical as words
from graphmem.model import ontology as o
from graphmem.model.characters import whole
from graphmem.model.names import name_key
from graphmem.model.records import Time
from graphmem.model.times import OPEN, Place, Stated, TimeRefused, parse_time
from graphmem.model.work import (
    MAX_REFERENCE,
    MAX_TAG,
    MAX_TAGS,
    Artifact,
    Choice,
    Correction,
    Source,
    UsedTool,
    parse_parts,
)
from graphmem.store import Writer
from graphmem.store.fulltext import scope
from graphmem.write.masking import Masked
from graphmem.write.rows import Times

MAX_TOLD = 40  # ids that one field may name


class Checked:
    """Texts of one request on their way in: masked, and what is wrong with them collected."""

    def __init__(self) -> None:
        self.masked = Masked()
        self.refusals: list[Refusal] = []

    def refuse(self, path: str, code: str, message: str) -> None:
        self.refusals.append(Refusal(0, path, code, message))

    def text(self, value: str | None, path: str, *, required: bool = False, most: int = o.MAX_FIELD) -> str | None:
        """The text, masked and trimmed; None where it is blank."""
        told = (self.masked.optional(value, path) or "").strip() or None
        if told is None and required:
            self.refuse(path, "EMPTY_FIELD", f"say {path.rsplit('.', 1)[-1]}: it is needed")
        if told and len(told) > most:
            self.refuse(path, "TOO_LONG", f"{len(told):,} characters given, at most {most:,} are taken")
        return told

    def needed(self, value: str | None, path: str, most: int = o.MAX_FIELD) -> str:
        return self.text(value, path, required=True, most=most) or ""

    def tags(self, given: Sequence[str]) -> list[str]:
        """Tags as they are compared: each once, in lower case, in order."""
        given = (given,) if isinstance(given, str) else given
        if len(given) > MAX_TAGS:
            self.refuse("tags", "TOO_MANY", f"{len(given)} given, at most {MAX_TAGS} are taken")
        told = (self.text(tag, f"tags[{n}]", most=MAX_TAG) for n, tag in enumerate(given[:MAX_TAGS]))
        return sorted({" ".join(tag.casefold().split()) for tag in told if tag})

    def start(self, at: Time | None) -> Stated | None:
        try:
            return None if at is None else parse_time(at)
        except TimeRefused as error:
            self.refuse("at", error.code, str(error))
            return None

    def stop(self) -> None:
        """Raises `Refused` with all that is wrong."""
        if self.refusals:
            raise Refused(self.refusals)


@dataclass(slots=True)
class Parts:
    """What hangs on a task, as rows without the ids and times that only the transaction knows."""

    sources: list[dict[str, Any]] = field(default_factory=list)
    tools: list[dict[str, Any]] = field(default_factory=list)
    artifacts: list[dict[str, Any]] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    corrections: list[dict[str, Any]] = field(default_factory=list)

    @property
    def any(self) -> bool:
        return any((self.sources, self.tools, self.artifacts, self.decisions, self.corrections))

    def body(self) -> dict[str, Any]:
        return {
            "sources": self.sources, "tools": self.tools, "artifacts": self.artifacts, "decisions": self.decisions,
            "corrections": self.corrections,
        }  # fmt: skip


def parts_of(
    checked: Checked, sources: Sequence[Any], tools: Sequence[Any], artifacts: Sequence[Any], decisions: Sequence[Any],
    corrections: Sequence[Any],
) -> Parts:  # fmt: skip
    """Every part, masked; raises `Refused` for shapes, and collects in `checked` what else is wrong."""
    ref = MAX_REFERENCE
    found = Parts()
    for n, s in enumerate(parse_parts(Source, sources, "sources")):
        at = f"sources[{n}]"
        found.sources.append({
            "ref": checked.needed(s.ref, f"{at}.ref", ref), "held_up": s.held_up, "note": checked.text(s.note, f"{at}.note"),
        })  # fmt: skip
    for n, t in enumerate(parse_parts(UsedTool, tools, "tools")):
        at = f"tools[{n}]"
        found.tools.append({
            "name": checked.needed(t.name, f"{at}.name", ref), "right": t.right, "note": checked.text(t.note, f"{at}.note"),
        })  # fmt: skip
    for n, a in enumerate(parse_parts(Artifact, artifacts, "artifacts")):
        at = f"artifacts[{n}]"
        found.artifacts.append({
            "location": checked.needed(a.location, f"{at}.location", ref), "type": checked.text(a.type, f"{at}.type", most=ref),
        })  # fmt: skip
    for n, c in enumerate(parse_parts(Choice, decisions, "decisions")):
        at = f"decisions[{n}]"
        told = {"choice": checked.needed(c.choice, f"{at}.choice"), "reasoning": checked.text(c.reasoning, f"{at}.reasoning")}
        found.decisions.append(told)
    for n, k in enumerate(parse_parts(Correction, corrections, "corrections")):
        found.corrections.append(correction_of(checked, k, f"corrections[{n}]."))
    return found


def correction_of(checked: Checked, given: Correction, at: str = "") -> dict[str, Any]:
    """A correction, masked; each of its three texts is needed."""
    return {
        "wrong": checked.needed(given.wrong, f"{at}wrong"), "right": checked.needed(given.right, f"{at}right"),
        "why": checked.needed(given.why, f"{at}why"), "decision": checked.text(given.decision, f"{at}decision"),
        "gainsays": checked.text(given.gainsays, f"{at}gainsays"),
    }  # fmt: skip


# -- what is embedded and found by words


def task_text(request: str, summary: str | None) -> str:
    """What a task says."""
    return "\n".join(part for part in (request, summary) if part)


def correction_text(row: Mapping[str, Any]) -> str:
    """What a correction says; what is right comes first, for that is what a rule will say."""
    return "\n".join((row["right"], row["wrong"], row["why"]))


def rule_text(row: Mapping[str, Any]) -> str:
    """What a rule says."""
    return "\n".join(str(row[key]) for key in ("rule", "how", "why") if row.get(key))


def rule_line(row: Mapping[str, Any]) -> str:
    """A rule as a context shows it."""
    parts = [row["rule"], *(f"{label}: {row[key]}" for label, key in (("Why", "why"), ("How", "how")) if row.get(key))]
    return " ".join(" ".join(str(part).split()) for part in parts)


def work_text(kind: str, row: Mapping[str, Any]) -> str:
    """What a stored task, correction or rule is embedded as."""
    if kind == "Task":
        return task_text(row["request"], row.get("summary"))
    return correction_text(row) if kind == "Correction" else rule_text(row)


def found_by(workspace: str, text: str, *more: str) -> dict[str, Any]:
    """The properties by which the full text finds a thing."""
    return {"scope": scope(workspace), "lexical": words.lexical(text, *more)}


def title_of(text: str) -> str:
    """A text as one line that fits as a title."""
    line = " ".join(text.split())
    return line if len(line) <= o.MAX_TITLE else line[: o.MAX_TITLE - 1].rstrip() + "…"


def request_key(text: str) -> str:
    """The key by which the same request is known again."""
    return name_key(" ".join(text.split())[:400])


def times_of(writer: Writer, start: Stated | None = None, item: int = 0) -> Times:
    """The times of what is stored now; it began when it was stated to have begun."""
    clock, seq = writer.clock, writer.seq
    first, last = (start.first, start.last) if start else (clock, clock)
    precision = start.precision if start else "instant"
    return Times(first, precision, start is None, OPEN, clock, seq, item, Place(first, last, seq, item))


def derived(prefix: str, *parts: str) -> str:
    """An id that follows from what it stands for."""
    return f"{prefix}_{hashlib.sha256(chr(31).join(parts).encode()).hexdigest()[:20]}"


def given(row: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The row without what was not said."""
    return {key: value for key, value in {**row, **more}.items() if value is not None}


def cut(ids: Iterable[str]) -> list[str]:
    """The ids that are looked at; one that is given alone is a list of one."""
    return [whole(str(i).strip()) for i in ((ids,) if isinstance(ids, str) else ids)][:MAX_TOLD]
