"""Which entities a task names, measured on a list of tasks with common words, other spellings, signs and other scripts."""

from __future__ import annotations

from pathlib import Path

from graphmem.clock import instants
from graphmem.context.common import is_common
from graphmem.context.recognising import recognise, spans_of
from graphmem.model.records import CodeChange, EntityRef, Relation
from graphmem.workspace import Workspace

LIST = Path(__file__).parent / "data" / "recognition.tsv"


def lines(kind: str) -> list[list[str]]:
    rows = (line.split("\t") for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [row[1:] for row in rows if row[0] == kind]


async def test_recognition(workspace: Workspace) -> None:
    """Of what is recognised at least 95 in 100 are meant, and of what is meant at least 95 in 100 are recognised."""
    refs = [EntityRef(name=name, type=type_) for name, type_ in lines("E")]
    links = [Relation(source=r.name, target=refs[0].name, type="related_to", reason="both are here") for r in refs[1:]]
    await workspace.remember(CodeChange(change="everything", entities=refs, relations=links))
    right, wrong, missed = 0, [], []
    for task, expected in lines("T"):
        found = await workspace._store.read(
            lambda reader, t=task: recognise(reader, t),  # type: ignore[misc]
            workspace=workspace.name,
            clocks=instants(None, None),
        )
        names, meant = [r.entity.name for r in found], [n for n in expected.split("|") if n]
        right += len(set(names) & set(meant))
        wrong += [(task, n) for n in names if n not in meant]
        missed += [(task, n) for n in meant if n not in names]
        if set(names) == set(meant):
            assert names == meant, "in the order of the task"
    print(f"right {right}, wrong {wrong}, missed {missed}")
    assert right / (right + len(wrong)) >= 0.95, wrong
    assert right / (right + len(missed)) >= 0.95, missed


def test_common_words() -> None:
    """Words of any work are common in every form; words that carry a subject are not."""
    for word in ("the", "Fix", "changes", "working", "moved", "users", "files", "stopping"):
        assert is_common(word), word
    for word in ("queue", "auth", "cache", "persister", "RocksDB", "deploy", "index"):
        assert not is_common(word), word


def test_spans_stay_few() -> None:
    """A huge task makes no more candidates than one of four hundred words."""
    assert len(list(spans_of("word " * 100_000))) <= 400 * 6
    assert len(list(spans_of("점" * 10_000))) < 1_000
