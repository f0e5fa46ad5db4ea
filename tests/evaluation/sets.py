"""The three sets of questions: read, checked against the counts that they are known to have, and never copied.

They lie in GRAPHMEM_DATA, or in `shared/data` beside the checkout (docs/evaluation.md says where they come from).
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LABELS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
USABLE = {1: 142, 2: 156, 3: 44, 4: 418}
_TURN = re.compile(r"D:?(\d+):(\d+)")
_SESSION = re.compile(r"session_(\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the units that hold its answer."""

    text: str
    gold: frozenset[str]
    category: str
    place: str  # the workspace that it is asked in


@dataclass(frozen=True, slots=True)
class Turn:
    """What one person said in a conversation."""

    id: str
    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with its title, and the triples that were taken from it."""

    id: str
    title: str
    text: str
    triples: tuple[tuple[str, str, str], ...] = ()


def folder() -> Path:
    """Where the sets are; the test is skipped where they are not."""
    found = Path(os.environ.get("GRAPHMEM_DATA") or ROOT.parent / "shared" / "data")
    if not (found / "locomo" / "locomo5.json").is_file():
        pytest.skip(f"no benchmark data in {found}; GRAPHMEM_DATA names its folder, docs/evaluation.md where to get it")
    return found


def _read(*path: str) -> Any:
    return json.loads(folder().joinpath(*path).read_text(encoding="utf-8"))


# -- LoCoMo: five long conversations


def locomo() -> tuple[dict[str, list[Turn]], list[Question]]:
    """The turns of each conversation, and the questions whose evidence names turns; the adversarial ones are left out."""
    turns: dict[str, list[Turn]] = {}
    questions: list[Question] = []
    for sample in _read("locomo", "locomo5.json"):
        turns[sample["sample_id"]] = _turns(sample["conversation"])
        known = {turn.id for turn in turns[sample["sample_id"]]}
        for asked in sample["qa"]:
            gold = _evidence(asked["evidence"]) & known
            if asked["category"] in LABELS and gold:
                questions.append(Question(asked["question"], gold, LABELS[asked["category"]], sample["sample_id"]))
    assert {c: len(t) for c, t in turns.items()} == {
        "conv-26": 419,
        "conv-30": 369,
        "conv-41": 663,
        "conv-42": 629,
        "conv-43": 680,
    }
    assert {c: sum(q.category == LABELS[c] for q in questions) for c in LABELS} == USABLE
    return turns, questions


def _turns(conversation: dict[str, Any]) -> list[Turn]:
    """In order of time; what a shared picture shows is part of what was said."""
    numbers = sorted(int(m[1]) for key in conversation if (m := _SESSION.fullmatch(key)))
    found = []
    for n in numbers:
        at = datetime.strptime(conversation[f"session_{n}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for turn in conversation[f"session_{n}"]:
            shown = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            found.append(Turn(turn["dia_id"], turn["speaker"], turn["text"] + shown, at))
    return found


def _evidence(told: list[str]) -> frozenset[str]:
    return frozenset(f"D{int(a)}:{int(b)}" for text in told for a, b in _TURN.findall(text))


# -- MuSiQue and HotpotQA: questions whose answer lies in two passages or more


def musique() -> tuple[list[Passage], list[Question]]:
    """The passages with the triples given for each, and the questions."""
    docs = _read("musique", "openie_musique_train.json")["docs"]
    corpus = _read("musique", "musique_train_corpus.json")
    assert [(d["title"], d["text"]) for d in docs] == [(c["title"], c["text"]) for c in corpus]
    passages = [
        Passage(f"p{n}", doc["title"], doc["text"], tuple((t[0], t[1], t[2]) for t in doc["extracted_triples"] if len(t) == 3))
        for n, doc in enumerate(docs)
    ]
    places = {(p.title, p.text): p.id for p in passages}
    questions = [
        Question(q["question"], frozenset(places[p["title"], p["paragraph_text"]] for p in q["paragraphs"] if p["is_supporting"]),
                 "multi-hop", "musique")
        for q in _read("musique", "musique_60.json")
    ]  # fmt: skip
    assert (len(passages), len(questions), sum(len(p.triples) for p in passages)) == (1_890, 60, 17_234)
    assert sum(len(q.gold) for q in questions) == 142
    return passages, questions


def hotpotqa() -> tuple[list[Passage], list[Question]]:
    """The passages, which have no triples, and the questions: two passages hold the answer of each."""
    corpus = _read("hotpotqa", "hotpotqa_train_corpus.json")
    passages = [Passage(title, title, "".join(sentences)) for title, sentences in corpus.items()]
    questions = [
        Question(q["question"], frozenset(title for title, _ in q["supporting_facts"]), "multi-hop", "hotpotqa")
        for q in _read("hotpotqa", "hotpotqa_60.json")
    ]
    assert (len(passages), len(questions), {len(q.gold) for q in questions}) == (994, 60, {2})
    return passages, questions
