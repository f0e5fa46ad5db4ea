"""Conversations: transcripts of Claude Code, exports of ChatGPT, plain JSON. Only what people and assistants said is taken.

Tool calls, tool results and thinking are left out; so is what this memory itself had put into a prompt, which would feed on itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphmem.ingest.documents import Document, Found, Listing, Thing, digest_of
from graphmem.ingest.markdown import between
from graphmem.ingest.reading import Unreadable, decode, items, read_bytes
from graphmem.model.characters import whole
from graphmem.model.recalled import without_recalled
from graphmem.model.texts import Message

MAX_LINE = 1_000_000  # characters of one line of a transcript that are parsed: a longer one holds a picture
MAX_MESSAGE = 20_000
MAX_FILE = 500_000_000
MARKUP = ("system-reminder", "command-name", "command-message", "command-args", "local-command-stdout")


@dataclass(slots=True)
class Talk:
    """One conversation as its messages come in; a message that came before is not taken twice."""

    name: str
    messages: dict[str, Message] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, key: str, speaker: str, text: str, at: str | None, part: str | None = None) -> None:
        """A message; lines of one reply that share a key are joined."""
        text = cleaned(text)
        if not text:
            return
        if before := self.messages.get(key):
            if text not in before.text:
                self.messages[key] = before.model_copy(update={"text": f"{before.text}\n{text}"[:MAX_MESSAGE]})
            return
        self.order.append(key)
        self.messages[key] = Message(text=text[:MAX_MESSAGE], speaker=speaker, at=at, part=part, ref=key[:200])

    def document(self) -> Document:
        """The conversation as a document of messages."""
        return Document(
            title=str(self.metadata.get("title") or self.name), text="", about=Thing(self.name, usual="event", subtype="meeting"),
            metadata=self.metadata, notes=tuple(self.notes), messages=tuple(self.messages[k] for k in self.order), whole=False,
        )  # fmt: skip


def cleaned(text: str) -> str:
    """What was said: without what this memory put into the prompt, and without what a program put around it."""
    text = without_recalled(text)[0]
    for tag in MARKUP:
        text = "".join(part for part, inside in between(text, f"<{tag}>", f"</{tag}>") if not inside)
    return text.strip()


def list_conversations(root: Path, source: str) -> Listing:
    """The conversations of a folder of transcripts, or of one export."""
    files = sorted(p for p in root.rglob("*.jsonl") if p.is_file() and not p.is_symlink()) if root.is_dir() else [root]
    talks: dict[str, Talk] = {}
    failed: list[tuple[str, str, str]] = []
    seen: set[str] = set()
    for file in files:
        name = file.relative_to(root).as_posix() if root.is_dir() else file.name
        try:
            _read(file, name, talks, seen)
        except Unreadable as error:
            failed.append((name, error.code, str(error)))
    found = [_found(talk) for talk in talks.values() if talk.order]
    return Listing(source, found, failed, whole=False)


def _found(talk: Talk) -> Found:
    content = json.dumps([m.model_dump(mode="json") for m in talk.messages.values()], ensure_ascii=False)
    return Found(talk.name, digest_of(content), talk.document)


def _read(file: Path, name: str, talks: dict[str, Talk], seen: set[str]) -> None:
    if file.suffix.lower() == ".jsonl":
        _transcript(file, name, talks, seen)
        return
    _json(read_bytes(file, MAX_FILE), name, talks)


def conversations_listing(data: bytes, name: str, source: str) -> Listing:
    """The conversations of an export that was read already; raises `Unreadable` for what is none."""
    talks: dict[str, Talk] = {}
    _json(data, name, talks)
    return Listing(source, [_found(talk) for talk in talks.values() if talk.order], whole=False)


def _json(given: bytes, name: str, talks: dict[str, Talk]) -> None:
    try:
        data = json.loads(decode(given).text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("UNREADABLE", f"no JSON: {str(error)[:200]}") from None
    rows = data if isinstance(data, list) else items(data.get("conversations", [data])) if isinstance(data, dict) else []
    if rows and all(isinstance(m, dict) and ("role" in m or "speaker" in m) for m in rows):
        rows = [{"title": Path(name).stem, "messages": rows}]
    for n, conversation in enumerate(rows):
        if isinstance(conversation, dict):
            _export(conversation, n, talks)
    if not talks:
        raise Unreadable("UNKNOWN_FORMAT", "neither an export of ChatGPT nor a list of messages with role and content")


# -- Claude Code


def _transcript(file: Path, name: str, talks: dict[str, Talk], seen: set[str]) -> None:
    """The lines of one transcript; bad ones are told by their number, and a cut last line is read again next time."""
    unknown: dict[str, int] = {}
    talk: Talk | None = None
    problems: list[str] = []
    for number, line, ended in _lines(file):
        for entry in _entries(number, line, ended, problems):
            talk = _entry(entry, name, talks, seen, unknown) or talk
    if talk is not None:
        talk.notes += problems[:50]
        talk.notes += [f"{count} lines of the kind {kind!r} were left out" for kind, count in sorted(unknown.items())]
    elif problems:
        raise Unreadable("UNREADABLE", "; ".join(problems[:5]))


def _lines(file: Path) -> Iterator[tuple[int, str, bool]]:
    """Each line with its number, cut where it is too long, and whether it came to its end."""
    try:
        with file.open("r", encoding="utf-8", errors="replace") as text:
            number = 0
            while line := text.readline(MAX_LINE):
                number += 1
                while not line.endswith("\n") and len(line) >= MAX_LINE and (rest := text.readline(MAX_LINE)):
                    if rest.endswith("\n"):
                        break
                    line = line[:MAX_LINE]
                yield number, line.strip(), line.endswith("\n") or len(line) >= MAX_LINE
    except OSError as error:
        raise Unreadable("UNREADABLE", error.strerror or type(error).__name__) from None


def _entries(number: int, line: str, ended: bool, problems: list[str]) -> Iterator[Mapping[str, Any]]:
    """The objects of a line: several may have run together."""
    place = 0
    while place < len(line):
        try:
            value, place = json.JSONDecoder().raw_decode(line, place)
        except (ValueError, RecursionError):
            if ended:
                problems.append(f"line {number} cannot be read and was left out")
            return
        if isinstance(value, Mapping):
            yield value
        else:
            problems.append(f"line {number} is no object and was left out")
        place += len(line[place:]) - len(line[place:].lstrip())


def _entry(entry: Mapping[str, Any], name: str, talks: dict[str, Talk], seen: set[str], unknown: dict[str, int]) -> Talk | None:
    kind, session = entry.get("type"), entry.get("sessionId")
    talk_name = whole(str(session or Path(name).stem)[:200])
    if kind == "summary":
        talk = talks.setdefault(talk_name, Talk(talk_name))
        talk.metadata["title"] = str(entry.get("summary", ""))[:200]
        return talk
    message = entry.get("message")
    if kind not in ("user", "assistant") or entry.get("isMeta") or not isinstance(message, Mapping):
        if kind not in ("user", "assistant", "system"):
            unknown[str(kind)[:40]] = unknown.get(str(kind)[:40], 0) + 1
        return None
    uuid = str(entry.get("uuid") or "")
    if uuid and uuid in seen:
        return talks.get(talk_name)
    seen.add(uuid)
    talk = talks.setdefault(talk_name, Talk(talk_name))
    for key in ("cwd", "gitBranch"):
        if isinstance(entry.get(key), str):
            talk.metadata.setdefault(key, project_folder(str(entry[key])) if key == "cwd" else entry[key])
    key = str(message.get("id") or uuid or f"{talk_name}:{len(talk.order)}")
    speaker = "sub-agent" if entry.get("isSidechain") else str(kind)
    talk.add(
        key,
        speaker,
        said(message.get("content")),
        _instant(entry.get("timestamp")),
        "side chain" if entry.get("isSidechain") else None,
    )
    return talk


def said(content: Any) -> str:
    """The words of a message: text alone, or the blocks of text among others."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(str(b.get("text", "")) for b in content if isinstance(b, Mapping) and b.get("type") == "text")


def project_folder(path: str) -> str:
    """One way to write a folder: a Windows drive in small letters, forward strokes, none at the end."""
    plain = path.replace("\\", "/").rstrip("/")
    return plain.casefold() if re.match(r"[A-Za-z]:/", plain) else plain


# -- ChatGPT and plain messages


def _export(conversation: Mapping[str, Any], n: int, talks: dict[str, Talk]) -> None:
    title = str(conversation.get("title") or f"conversation {n + 1}")
    name = whole(str(conversation.get("conversation_id") or conversation.get("id") or title)[:200])
    talk = talks.setdefault(name, Talk(name, metadata={"title": title[:200]}))
    nodes = conversation.get("mapping")
    rows = _thread(nodes, conversation.get("current_node")) if isinstance(nodes, Mapping) else conversation.get("messages")
    for place, row in enumerate(items(rows)):
        if isinstance(row, Mapping):
            _message(talk, row, place)


def _thread(nodes: Mapping[str, Any], last: Any) -> list[Any]:
    """The messages of the branch that was shown last, from its root; without a mark, all in order of time."""
    found: list[Any] = []
    place, seen = last, set[str]()
    while isinstance(place, str) and place in nodes and place not in seen:
        seen.add(place)
        node = nodes[place] if isinstance(nodes[place], Mapping) else {}
        found.append(node.get("message"))
        place = node.get("parent")
    if found:
        return [m for m in reversed(found) if m]
    rows = [n["message"] for n in nodes.values() if isinstance(n, Mapping) and isinstance(n.get("message"), Mapping)]
    return sorted(rows, key=lambda m: at if isinstance(at := m.get("create_time"), int | float) and at == at else 0)


def _message(talk: Talk, row: Mapping[str, Any], place: int) -> None:
    author = row.get("author")
    role = author.get("role") if isinstance(author, Mapping) else row.get("role") or row.get("speaker")
    content = row.get("content", row.get("text"))
    if isinstance(content, Mapping):
        content = (
            "\n".join(p for p in items(content.get("parts")) if isinstance(p, str))
            if content.get("content_type") == "text"
            else ""
        )
    if role not in ("system", "tool", None):
        when = row.get("create_time", row.get("at", row.get("timestamp")))
        talk.add(str(row.get("id") or f"{talk.name}:{place}"), str(role)[:200], said(content), _instant(when))


def _instant(value: Any) -> str | None:
    """An instant with its zone: seconds since 1970 as exports have them, or a text that is one; anything else says nothing."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 4e9:
        return datetime.fromtimestamp(value, UTC).isoformat()
    if isinstance(value, str):
        try:
            at = datetime.fromisoformat(value.replace("Z", "+00:00"))
        except ValueError:
            return None
        return at.isoformat() if at.tzinfo else None
    return None
