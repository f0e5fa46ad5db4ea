"""Ingest of real documents: what installed packages ship as Markdown, reStructuredText and text, twice."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from graphmem.memory import Memory
from tests.benchmarks.table import Table
from tests.real_documents import documents

pytestmark = pytest.mark.benchmark


@pytest.mark.timeout(900)
async def test_ingest(memory: Memory, table: Table, tmp_path: Path) -> None:
    """At least 200 real documents are taken in; again nothing changes, in seconds; the graph that is left answers."""
    count = documents(tmp_path)
    assert count >= 200
    workspace = await memory.workspace(f"ingest-{secrets.token_hex(4)}", create=True)
    first = await workspace.ingest(str(tmp_path), source="packages")
    assert (first.state, first.failed) == ("done", ())
    rate = count / first.seconds
    shown = f"{rate:.1f} documents/s ({first.counts['chunks'] / first.seconds:.0f} chunks/s)"
    table.add(f"ingest of {count} documents, {first.counts['chunks']:,} chunks", "", shown, None)
    before = (await workspace.changes()).changes
    second = await workspace.ingest(str(tmp_path), source="packages")
    assert second.counts["unchanged"] == count
    assert (await workspace.changes()).changes == before
    table.add("the same again, nothing changed", "≤ 5 s", f"{second.seconds:.1f} s", second.seconds <= 5)
    assert (await workspace.search("how to install the package", kinds=["chunk"])).hits
