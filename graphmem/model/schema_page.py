"""The schema as a page for people, written from the declaration: `python -m graphmem.model.schema_page docs/model.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from graphmem.model.ontology import DEFAULT, KEYS, KINDS, LACKING, STRUCTURE

BEGIN = "<!-- schema: from graphmem/model/ontology.py, by python -m graphmem.model.schema_page docs/model.md -->"
END = "<!-- end of schema -->"


def schema_page() -> str:
    """Every type, kind, label and relationship that the product declares, as Markdown."""
    relations = ((f"`{t.name}`", f"`{t.type}`", t.read_by, "" if t.directed else "no direction") for t in DEFAULT.relation_types)
    kinds = (
        (f"`{k.name}`", f"`Record:{k.label}`", _listed(k.required), _listed(k.optional), LACKING.get(k.name, "")) for k in KINDS
    )
    structure = ((f"`{type_}`", f"`{source}`", f"`{target}`", says) for type_, source, target, says in STRUCTURE)
    return "\n\n".join(
        (
            "### Types of entity",
            _table(
                ("type", "label", "fields"), ((f"`{t.name}`", f"`{t.label}`", _listed(t.fields)) for t in DEFAULT.entity_types)
            ),
            "### Types of relation",
            _table(("type", "in Neo4j", "read by", ""), relations),
            "### Kinds of record",
            _table(("kind", "labels", "must have", "may have", "the radar asks for"), kinds),
            "### Nodes and their keys",
            _table(("label", "unique key"), ((f"`{label}`", f"`{key}`") for label, key in KEYS.items())),
            "### Structural relationships",
            _table(("type", "from", "to", "says"), structure),
        )
    )


def spliced(page: str) -> str:
    """The page with its schema part as declared now; raises ValueError when the page has no such part."""
    before, found, rest = page.partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not (found and closed):
        raise ValueError(f"the page needs the lines {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n\n{schema_page()}\n\n{END}{after}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(spliced(path.read_text(encoding="utf-8")), encoding="utf-8")
