"""The ontology: what can be said, as a table for people and as a schema for programs and models; and a workspace's own part of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import app, verb
from graphmem.cli.options import AsOf, DryRun, MaybeReason, RequestId, ValidAt

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.model.answers.ontology import OntologyView

PANEL = "Server and store"
room = typer.Typer(no_args_is_help=True, help="The types of entities and relations, slots and subtypes; a workspace's own ones.")
app.add_typer(room, name="ontology", rich_help_panel=PANEL)
AsSchema = Annotated[
    bool, typer.Option("--schema", help="The JSON schema of what an extraction answers, as it stands in prompts.")
]
BuiltIn = Annotated[bool, typer.Option("--built-in", help="The built-in one alone; no server is asked.")]
Declared = Annotated[
    Path,
    typer.Argument(
        help="A file in YAML or JSON, or one in Python that holds an OwnOntology; `-` reads standard input.", show_default=False
    ),
]


@verb(PANEL, "show", within=room)
def ontology(
    call: Call, schema: AsSchema = False, built_in: BuiltIn = False, as_of: AsOf = None, valid_at: ValidAt = None
) -> None:
    """Show the ontology of the workspace, or the built-in one: types with subtypes and fields, relations, slots, words of related_to."""
    import json

    from graphmem.ingest.ontology import extraction_schema
    from graphmem.model.ontology import DEFAULT, Ontology

    if built_in or not (call.workspace or call.settings().workspace):
        call.show_text(json.dumps(extraction_schema(DEFAULT), indent=1)) if schema else call.show(DEFAULT)
        return

    async def shown(memory: "Memory") -> "OntologyView":
        workspace = await memory.workspace(call.workspace, author=call.author)
        return await workspace.ontology(as_of=as_of, valid_at=valid_at)

    found = call.answer(shown)
    if schema:
        parts = found.model_dump(include={*Ontology.model_fields})
        call.show_text(json.dumps(extraction_schema(Ontology.model_validate(parts)), indent=1))
    else:
        call.show(found)


@verb(PANEL, "diff", within=room)
def diff_ontology(call: Call, file: Declared) -> None:
    """Show what an ontology would change in the workspace, and how many entities and links each change affects."""
    text = _text(file)
    call.ask(lambda w: w.diff_ontology(text))


@verb(PANEL, "apply", within=room)
def apply_ontology(
    call: Call, file: Declared, reason: MaybeReason = None, request_id: RequestId = None, dry_run: DryRun = False
) -> None:
    """Make an ontology the workspace's own, as a new version; types in use stay, or become what the file says."""
    text = _text(file)
    call.ask(lambda w: w.apply_ontology(text, reason=reason, request_id=request_id, dry_run=dry_run))


def _text(file: Path) -> str:
    """What the file declares, as text; one in Python is run, as its author would run it."""
    from graphmem.cli.input import read_text
    from graphmem.model.own_ontology import OwnOntology

    text = read_text(file)
    if file.suffix != ".py":
        return text
    import runpy

    from graphmem.errors import InvalidArgument

    found = [v for v in runpy.run_path(str(file)).values() if isinstance(v, OwnOntology)]
    if len(found) != 1:
        raise InvalidArgument("file", f"{file} holds {len(found) or 'no'} OwnOntology, where one is wanted")
    return found[0].model_dump_json()
