"""From notes to what they state: a link, a tag, a field with a link and a line of the notation each become a relation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath

from graphmem.ingest.documents import Document, Stated, Thing, distinct
from graphmem.ingest.markdown import Link, Note, parse_note
from graphmem.ingest.notation import StatedEnd, triples
from graphmem.ingest.ontology import NOT_FROM_TEXT
from graphmem.model.ontology import DEFAULT, RELATED, Ontology

DATES = ("date", "created", "published", "updated", "modified")
ABOUT = ("description", "summary")
GENERIC = frozenset({"readme", "index", "license", "changelog", "contributing", "authors", "history", "todo", "notes"})


class Names:
    """How the notes of one folder are called: by file name where it is one note's alone, else by path; and what their words mean."""

    def __init__(self, paths: list[str], ontology: Ontology = DEFAULT) -> None:
        self.ontology = ontology
        self._by_stem: dict[str, list[str]] = {}
        self._by_path = {_bare(path).casefold(): path for path in paths}
        for path in sorted(paths, key=lambda p: (p.count("/"), p)):
            self._by_stem.setdefault(PurePosixPath(path).stem.casefold(), []).append(path)

    def of(self, path: str) -> str:
        """The name of the note at a path."""
        stem = PurePosixPath(path).stem
        alone = len(self._by_stem.get(stem.casefold(), ())) < 2 and stem.casefold() not in GENERIC
        return stem if alone else _bare(path)

    def led_to(self, target: str, here: str) -> str | None:
        """The path of the note that a link leads to, from the note `here`: a path, a path from here, or a name; shortest first."""
        wanted = _bare(target.replace("\\", "/").lstrip("/"))
        from_here = _resolved(PurePosixPath(here).parent / wanted)
        for place in (from_here, wanted):
            if place and (path := self._by_path.get(place.casefold())):
                return path
        named = self._by_stem.get(PurePosixPath(wanted).name.casefold(), [])
        fitting = [p for p in named if _bare(p).casefold().endswith(wanted.casefold())]
        return next(iter(fitting), None)


def _bare(path: str) -> str:
    return path[: -len(PurePosixPath(path).suffix)] if PurePosixPath(path).suffix.lower() in (".md", ".markdown") else path


def _resolved(path: PurePosixPath) -> str | None:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def note_document(path: str, text: str, names: Names, notes: tuple[str, ...] = ()) -> Document:
    """The document that a Markdown note is."""
    note = parse_note(text)
    about = _about(path, note, names)
    problems: list[str] = []
    stated = distinct(
        (*_links(path, note, about, names), *_tags(note, about), *_triples(note.body, names.ontology, problems.append))
    )
    fields = {key: value for key, value in note.fields.items() if key not in ("title", *ABOUT)}
    at = next((str(v)[:10] for key in DATES if isinstance(v := note.fields.get(key), str) and v[:4].isdigit()), None)
    return Document(
        title=note.title or about.name, text=text, about=about, stated=stated, metadata=fields, at=at,
        notes=(*notes, *note.notes, *problems),
    )  # fmt: skip


def _about(path: str, note: Note, names: Names) -> Thing:
    """The note as an entity: of the type that its front matter says, or else what the memory knows it as, or an object."""
    name = names.of(path)
    given = note.fields.get("type")
    declared = names.ontology.entity_type(given.strip().lower()) if isinstance(given, str) else None
    subtype = note.fields.get("subtype")
    fits = declared and isinstance(subtype, str) and subtype in declared.subtypes
    said = next((v for key in ABOUT if isinstance(v := note.fields.get(key), str) and v.strip()), None)
    return Thing(
        name, declared.name if declared else None, "object", str(subtype) if fits else None if declared else "note", said,
        note.aliases[:20],
    )  # fmt: skip


def _links(path: str, note: Note, about: Thing, names: Names) -> Iterator[Stated]:
    for link in note.links:
        led = names.led_to(link.target, path)
        type_, semantic = meaning(link.field, names.ontology, embed=link.embed)
        yield Stated(about, type_, _target(link, led, names), link.line or f"{about.name} links to {link.target}", semantic)


def _target(link: Link, led: str | None, names: Names) -> Thing:
    if led:
        return Thing(names.of(led), usual="object", subtype="note")
    suffix = PurePosixPath(link.target).suffix.lower()
    if suffix and suffix not in (".md", ".markdown") and 1 < len(suffix) < 6 and suffix[1:].isalnum():
        return Thing(PurePosixPath(link.target).name, "object", subtype="attachment")
    return Thing(_bare(link.target), usual="object", subtype="note")


def meaning(field: str | None, ontology: Ontology, *, embed: bool = False) -> tuple[str, str | None]:
    """The relation that a field with a link states: a type of the ontology, else `related_to` with the word closest to it."""
    word = (field or "").strip().lower().replace(" ", "_").replace("-", "_")
    declared = ontology.relation_type(word)
    if declared and declared.name not in NOT_FROM_TEXT and declared.name != RELATED:
        return declared.name, None
    if word in ontology.semantic_types:
        return RELATED, word
    return RELATED, "embeds" if embed else "links_to"


def _tags(note: Note, about: Thing) -> Iterator[Stated]:
    for tag in note.tags:
        yield Stated(about, RELATED, Thing(tag, usual="concept"), f"tagged #{tag}", "tagged")


def _triples(body: str, ontology: Ontology, tell: Callable[[str], None]) -> Iterator[Stated]:
    """The lines of the notation; one with a word that the ontology does not know, or that no text may state, is told."""
    for line in triples(body):
        known = ontology.relation_type(line.type)
        types = (line.source.type, line.target.type)
        if known is None or line.type in NOT_FROM_TEXT:
            tell(f"{line.type!r} is no relation that a text can state: {line.line[:200]}")
        elif any(t is not None and ontology.entity_type(t) is None for t in types):
            tell(f"a type of entity is not declared: {line.line[:200]}")
        elif line.semantic and (line.type != RELATED or line.semantic not in ontology.semantic_types):
            tell(f"{line.semantic!r} is no word of {RELATED}: {line.line[:200]}")
        else:
            yield Stated(_thing(line.source), line.type, _thing(line.target), line.reason, line.semantic)


def _thing(end: StatedEnd) -> Thing:
    return Thing(end.name, end.type)


def text_document(
    path: str, text: str, names: Names, notes: tuple[str, ...] = (), metadata: Mapping[str, str] | None = None
) -> Document:
    """The document that a plain text is: no links, no tags; lines of the notation count."""
    problems: list[str] = []
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    about = Thing(names.of(path), usual="object", subtype="document")
    stated = distinct(_triples(text, names.ontology, problems.append))
    title = first[:200] if 3 <= len(first) <= 120 else PurePosixPath(path).name
    return Document(title, text, about, stated, metadata or {}, notes=(*notes, *problems))
