"""Ingest as asked: finds out what the source is, lists its documents, and does them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from graphmem.access import Principal
from graphmem.errors import InvalidArgument, ModelError, NotFound
from graphmem.ingest.background import begin
from graphmem.ingest.chunking import check_sizes
from graphmem.ingest.connectors.archive import list_archive
from graphmem.ingest.connectors.conversations import list_conversations
from graphmem.ingest.connectors.folder import list_folder
from graphmem.ingest.connectors.highlights import list_highlights
from graphmem.ingest.connectors.live import list_live, live
from graphmem.ingest.connectors.repository import list_repository
from graphmem.ingest.connectors.stars import list_stars
from graphmem.ingest.documents import Listing
from graphmem.ingest.extraction.extracting import Budget, Extractor
from graphmem.ingest.extraction.log import Log
from graphmem.ingest.reading import Unreadable, read_bytes
from graphmem.ingest.running import Options, Report, Running
from graphmem.model.answers.ingested import Ingested, IngestLine, Missing, SourceKind
from graphmem.model.characters import whole
from graphmem.model.ontology import Ontology
from graphmem.read.ingests import JobRow
from graphmem.store import Writer
from graphmem.write.acts import Actor

MAX_SOURCE = 200
MAX_EXPORT = 500_000_000


async def ingest(
    actor: Actor, path: str, *, source: str | None = None, kind: SourceKind = "auto", missing: Missing = "ask",
    chunk_tokens: int | None = None, overlap: int | None = None, again: bool = False, extract: bool = False,
    max_tokens: int | None = None, wait: bool = True, principal: Principal | None = None, report: Report | None = None,
) -> Ingested:  # fmt: skip
    """Ingests what is new or changed; raises `InvalidArgument` for a path that leads nowhere or is out of reach."""
    service = live(path, actor.store.services, held=is_held(principal) or actor.kind != "person")
    root = Path(path.strip().lower()) if service else allowed(path, principal, actor.store.ingest_root)
    for package in ("semantic_text_splitter", "yaml"):
        if find_spec(package) is None:
            raise InvalidArgument("ingest", f'the package {package} is not installed: pip install "graphmem[ingest]"')
    name, usual = _source_name(source or (str(root).rstrip(":") if service else None), root), Options()
    ontology = await actor.store.know(actor.workspace)
    options = Options(chunk_tokens or usual.chunk_tokens, usual.overlap if overlap is None else overlap, missing, again)
    check_sizes(options.chunk_tokens, options.overlap)
    budget = Budget(max_tokens)
    if extract:
        options = replace(options, extractor=extractor_of(actor, ontology, budget, again))

    async def work(job: str | None) -> Ingested:
        try:
            listing = await (
                asyncio.to_thread(list_live, str(root), name, service)
                if service
                else asyncio.to_thread(_listed, root, name, kind, ontology)
            )
        except Unreadable as error:
            raise InvalidArgument("path", str(error)) from None
        told = await Running(actor, listing, options, report, job).run(whole(str(root)))
        return told.model_copy(update={"counts": told.counts | {"tokens": budget.spent}}) if extract else told

    # Whoever closes the memory with the answer waits for it.
    return await (work(None) if wait or not actor.store.lasting else begin(actor, name, whole(str(root)), work))


def extractor_of(actor: Actor, ontology: Ontology, budget: Budget, again: bool) -> Extractor:
    """What reads passages with the model that is set; raises `ModelError` where none is."""
    if actor.store.model is None:
        raise ModelError("Extraction needs a language model: set GRAPHMEM_MODEL, and GRAPHMEM_MODEL_URL or GRAPHMEM_MODEL_KEY.")
    log = Log(actor.store, actor.workspace, actor.author, keep=actor.store.ingest_log)
    return Extractor(actor.store.model, ontology, log, budget, again=again)


def is_held(principal: Principal | None) -> bool:
    """Whether it is kept to what it is given: an agent, or somebody from elsewhere."""
    return principal is not None and (principal.token is not None or principal.kind != "person")


def allowed(path: str, principal: Principal | None, root: Path | None) -> Path:
    """The path, if it may be read: a person at this machine may read any; others what lies below `root`, GRAPHMEM_INGEST_ROOT."""
    try:
        real = Path(path).expanduser().resolve()
        there = real.exists()
    except (OSError, ValueError, RuntimeError):
        raise InvalidArgument("path", "not a path that this system knows") from None
    if is_held(principal) and (root is None or not real.is_relative_to(root.resolve())):
        raise InvalidArgument("path", "only what lies below GRAPHMEM_INGEST_ROOT can be ingested from here; nothing was read")
    if not there:
        raise InvalidArgument("path", f"nothing is at {path!r}")
    return real


def _source_name(given: str | None, root: Path) -> str:
    name = " ".join(whole(given or root.name or "root").split())
    if not name or len(name) > MAX_SOURCE:
        raise InvalidArgument("source", f"a source has a name of 1 to {MAX_SOURCE} characters")
    return name


def _listed(root: Path, source: str, kind: SourceKind, ontology: Ontology) -> Listing:
    """All documents of the source; what it is, its files say where nobody did."""
    if root.suffix.lower() == ".zip" and kind in ("auto", "folder", "conversations"):
        return list_archive(root, source, ontology)
    found = kind if kind != "auto" else kind_of(root)
    connectors: dict[str, Callable[[Path, str], Listing]] = {
        "folder": partial(list_folder, ontology=ontology), "conversations": list_conversations,
        "git": partial(list_repository, ontology=ontology), "readwise": list_highlights, "stars": list_stars
    }  # fmt: skip
    return connectors[found](root, source)


def kind_of(root: Path) -> SourceKind:
    """Transcripts and exports are conversations, everything else is a folder or file of texts."""
    if root.is_file():
        of: dict[str, SourceKind] = {".jsonl": "conversations", ".csv": "readwise"}
        return _kind_of_json(root) if root.suffix.lower() == ".json" else of.get(root.suffix.lower(), "folder")
    texts = any(root.glob("*.md")) or any(root.glob("*/*.md"))
    transcripts = any(root.glob("*.jsonl")) or any(root.glob("*/*.jsonl"))
    return "conversations" if transcripts and not texts else "folder"


def _kind_of_json(root: Path) -> SourceKind:
    """Books with highlights, repositories, or else what people said."""
    head = read_bytes(root, MAX_EXPORT)[:20_000]
    if b'"highlights"' in head:
        return "readwise"
    return "stars" if b'"full_name"' in head else "conversations"


async def cancel_ingest(actor: Actor, job: str) -> IngestLine:
    """Stops an ingest after the document in hand; raises `NotFound` for an id that is none."""

    async def work(writer: Writer) -> dict[str, Any]:
        rows = await writer.rows("ingest/job_cancel", id=job, reason=f"cancelled by {actor.author}")
        if not rows:
            raise NotFound("job", job)
        return rows[0]

    row = await actor.store.write(work, workspace=actor.workspace, author=actor.author)
    return JobRow.model_validate(row).line()
