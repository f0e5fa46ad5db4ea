"""The ontology: what can be said, as a table for people and as a schema for programs and models."""

from typing import Annotated

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import app, verb

PANEL = "Server and store"
ontology = typer.Typer(no_args_is_help=True, help="The types of entities and relations, slots and subtypes.")
app.add_typer(ontology, name="ontology", rich_help_panel=PANEL)
AsSchema = Annotated[
    bool, typer.Option("--schema", help="The JSON schema of what an extraction answers, as it stands in prompts.")
]


@verb(PANEL, within=ontology)
def show(call: Call, schema: AsSchema = False) -> None:
    """Show the ontology: types with their subtypes and fields, relations, slots of preferences, words of related_to."""
    import json

    from graphmem.ingest.ontology import extraction_schema
    from graphmem.model.ontology import DEFAULT

    if schema:
        call.show_text(json.dumps(extraction_schema(DEFAULT), indent=1))
    else:
        call.show(DEFAULT)
