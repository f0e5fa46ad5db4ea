"""The targets, reached through the public API on a real server; `make eval` runs this and shows every figure."""

from __future__ import annotations

import pytest

from graphmem.memory import Memory
from tests.evaluation import metrics, sets
from tests.evaluation.asking import Answers, answered, gain
from tests.evaluation.conftest import Page
from tests.evaluation.telling import tell_passages, tell_turns

pytestmark = [pytest.mark.evaluation, pytest.mark.own_server, pytest.mark.timeout(3_600)]

MULTI_HOP = {"static": (0.42, 0.54), "bge": (0.48, 0.61)}  # least recall at 10 and at 20
CATEGORIES = ("multi-hop", "temporal", "open-domain", "single-hop", None)
PASSAGES = {"kinds": ["definition", "chunk"]}


def embedder_of(memory: Memory) -> str:
    return memory._settings.embedder


def row(answers: Answers) -> list[str]:
    """Recall at 10 and 20 of every category, at the level of turns."""
    cells = [f"{answers.recall(10, c):.3f} / {answers.recall(20, c):.3f}" for c in CATEGORIES]
    return [answers.embedder, "with" if answers.walk else "without", *cells]


async def test_conversations(evaluated: Memory, page: Page) -> None:
    """LoCoMo: recall of turns that take several hops reaches its target, and the walk's gain is no accident."""
    embedder = embedder_of(evaluated)
    turns, questions = sets.locomo()
    places = {}
    for name, said in turns.items():
        workspace = await evaluated.workspace(name, create=True)
        places[name] = (workspace, await tell_turns(workspace, name, said))
    without, with_ = [await answered("LoCoMo", embedder, places, questions, walk=walk) for walk in (False, True)]
    heads = ["embedder", "walk", *(c or "all" for c in CATEGORIES)]
    page.add(f"locomo {embedder}", heads, [row(without), row(with_)])
    page.add(
        f"locomo beside {embedder}",
        ["embedder", "walk", "sessions, recall@10", "hit@20", "all@20", "MRR"],
        [[embedder, "with" if a.walk else "without", f"{a.by_part(10, 'multi-hop'):.3f}", f"{a.hit(20, 'multi-hop'):.3f}",
          f"{a.complete(20, 'multi-hop'):.3f}", f"{a.reciprocal('multi-hop'):.3f}"] for a in (without, with_)],
    )  # fmt: skip
    page.add(
        f"gain {embedder}",
        ["embedder", "questions", "recall@10", "recall@20"],
        [[embedder, c or "all", gain(without, with_, 10, c), gain(without, with_, 20, c)] for c in ("multi-hop", None)],
    )
    least = MULTI_HOP[embedder]
    assert with_.recall(10, "multi-hop") >= least[0]
    assert with_.recall(20, "multi-hop") >= least[1]
    for k in (10, 20):
        assert metrics.gain(without.recalls(k, "multi-hop"), with_.recalls(k, "multi-hop"))[1] > 0


async def test_passages_with_relations(evaluated: Memory, page: Page) -> None:
    """MuSiQue: with the given triples stated as relations, the walk finds the passages that a question leads to."""
    embedder = embedder_of(evaluated)
    passages, questions = sets.musique()
    workspace = await evaluated.workspace("musique", create=True)
    places = {"musique": (workspace, await tell_passages(workspace, passages))}
    without, with_ = [await answered("MuSiQue", embedder, places, questions, walk=walk, **PASSAGES) for walk in (False, True)]
    page.add(f"musique {embedder}", *_five_and_ten(without, with_))
    if embedder == "bge":
        assert with_.recall(5) >= 0.72
        assert metrics.gain(without.recalls(5), with_.recalls(5))[1] > 0


async def test_passages_without_relations(evaluated: Memory, page: Page) -> None:
    """HotpotQA: passages without relations, joined by their rare terms alone, are found no worse with the walk."""
    embedder = embedder_of(evaluated)
    passages, questions = sets.hotpotqa()
    workspace = await evaluated.workspace("hotpotqa", create=True)
    places = {"hotpotqa": (workspace, await tell_passages(workspace, passages))}
    without, with_ = [await answered("HotpotQA", embedder, places, questions, walk=walk, **PASSAGES) for walk in (False, True)]
    page.add(f"hotpotqa {embedder}", *_five_and_ten(without, with_))
    assert metrics.gain(without.recalls(10), with_.recalls(10))[2] >= 0


def _five_and_ten(without: Answers, with_: Answers) -> tuple[list[str], list[list[str]]]:
    rows = [[a.embedder, "with" if a.walk else "without", f"{a.recall(5):.3f}", f"{a.recall(10):.3f}"] for a in (without, with_)]
    rows.append([with_.embedder, "gain", gain(without, with_, 5), gain(without, with_, 10)])
    return ["embedder", "walk", "recall@5", "recall@10"], rows
