"""Conversations: only what was said is taken, each message once, bad lines told by their number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from graphmem.ingest.connectors.conversations import list_conversations, project_folder
from graphmem.ingest.documents import Document


def line(uuid: str, role: str, content: Any, **more: Any) -> str:
    return json.dumps({"type": role, "uuid": uuid, "sessionId": "s1", "timestamp": "2026-11-01T10:00:00Z", "cwd": "/home/kim/app",
                       "message": {"role": role, "content": content}} | more)  # fmt: skip


def talks(folder: Path, **files: str) -> dict[str, Document]:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.jsonl").write_text(text)
    return {f.path: f.read() for f in list_conversations(folder, "t").found}


def test_cct_01_bad_lines(tmp_path: Path) -> None:
    """Good lines are taken, bad ones told by number; the cut last line is silent, for it is read again next time."""
    good = line("1", "user", "one")
    image = line("9", "user", [{"type": "image", "data": "x" * 5_000_000}])
    text = "\n".join(
        (
            good,
            "",
            good[:40],
            line("2", "user", "two") + line("3", "assistant", "three"),
            image,
            "[1, 2]",
            line("4", "user", "four"),
        )
    )
    found = talks(tmp_path, a=text + "\n" + line("5", "user", "cut")[:60])["s1"]
    assert [m.text for m in found.messages] == ["one", "two", "three", "four"]
    assert [n[:8] for n in found.notes] == ["line 3 c", "line 5 c", "line 6 i"]


def test_cct_02_what_was_said(tmp_path: Path) -> None:
    """Text of people and assistants alone: no tool, no result, no thinking, no meta line; side chains are the sub-agent's."""
    blocks = [
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "t", "name": "Read", "input": {}},
        {"type": "thinking", "thinking": "hm"},
    ]
    found = talks(tmp_path, a="\n".join((
        line("1", "user", "Hello"), line("2", "assistant", blocks), line("3", "user", [{"type": "tool_result", "content": "secret file"}]),
        json.dumps({"type": "summary", "summary": "Greeting", "sessionId": "s1"}), line("4", "assistant", "aside", isSidechain=True),
        line("5", "user", "meta", isMeta=True), json.dumps({"type": "queue-operation", "sessionId": "s1"}), line("6", "user", None), "",
    )))["s1"]  # fmt: skip
    assert [(m.speaker, m.text) for m in found.messages] == [("user", "Hello"), ("assistant", "I look."), ("sub-agent", "aside")]
    assert (found.title, found.notes) == ("Greeting", ("1 lines of the kind 'queue-operation' were left out",))


def test_cct_03_copied_messages(tmp_path: Path) -> None:
    """A resumed transcript that repeats earlier messages adds only its new ones, and three lines of one reply are one message."""
    first = [line(str(n), "user", f"m{n}") for n in range(5)]
    parts = [line(f"r{n}", "assistant", [{"type": "text", "text": f"part {n}"}]) for n in range(3)]
    parts = [json.dumps(json.loads(p) | {"message": json.loads(p)["message"] | {"id": "msg_1"}}) for p in parts]
    later = [line("5", "user", "m5"), *parts, line("6", "user", "m6")]
    found = talks(tmp_path, a="\n".join(first) + "\n", b="\n".join((*first, *later)) + "\n")
    assert list(found) == ["s1"]
    assert [m.text for m in found["s1"].messages] == ["m0", "m1", "m2", "m3", "m4", "m5", "part 0\npart 1\npart 2", "m6"]


def test_cct_05_folders() -> None:
    """Windows paths of one folder are one; nothing is guessed of the form with dashes."""
    assert project_folder("C:\\Users\\kim\\app") == project_folder("c:/users/kim/app/") == "c:/users/kim/app"
    assert project_folder("/home/Kim/app") == "/home/Kim/app"
    assert project_folder("-home-kim-app") == "-home-kim-app"


def test_ing_16_our_own_context_is_left_out(tmp_path: Path) -> None:
    """What this memory put into a prompt is not taken for what somebody said."""
    found = talks(tmp_path, a=line("1", "user", "<graphmem-context>api depends on auth</graphmem-context>\nGo on.") + "\n")["s1"]
    assert [m.text for m in found.messages] == ["Go on."]


def test_exports_of_chatgpt_and_plain_messages(tmp_path: Path) -> None:
    """The branch that was shown last, in order, without system and tool messages; a plain list of messages is one conversation."""

    def node(id: str, parent: str | None, role: str, text: str) -> dict[str, Any]:
        message = {"id": id, "author": {"role": role}, "create_time": 1.7e9, "content": {"content_type": "text", "parts": [text]}}
        return {"id": id, "parent": parent, "message": message}

    nodes = [
        node("a", None, "system", "be nice"),
        node("b", "a", "user", "Hi"),
        node("c", "b", "assistant", "old"),
        node("d", "b", "assistant", "new"),
    ]
    export = [{"title": "T", "conversation_id": "c1", "mapping": {n["id"]: n for n in nodes}, "current_node": "d"}]
    (tmp_path / "conversations.json").write_text(json.dumps(export))
    (found,) = list_conversations(tmp_path / "conversations.json", "t").found
    assert [(m.speaker, m.text) for m in found.read().messages] == [("user", "Hi"), ("assistant", "new")]
    (tmp_path / "plain.json").write_text(
        json.dumps([{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Yes"}])
    )
    (plain,) = list_conversations(tmp_path / "plain.json", "t").found
    assert (plain.path, [m.text for m in plain.read().messages]) == ("plain", ["Hello", "Yes"])
