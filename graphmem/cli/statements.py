"""The statements that graphmem runs, as text for Neo4j Browser."""

from typing import Annotated

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb

PANEL = "Server and store"
StatementName = Annotated[str | None, typer.Argument(help="As read/impact_level; without one, all are listed.")]


@verb(PANEL)
def cypher(call: Call, name: StatementName = None) -> None:
    """Show the Cypher of one statement, ready for Neo4j Browser."""
    from graphmem.errors import InvalidArgument
    from graphmem.store.statements import names, statement

    known = list(names())
    if name is None:
        call.show([{"name": n, "purpose": statement(n).purpose} for n in known])
    elif name in known:
        call.show_text(statement(name).text, statement=name)
    else:
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=3, cutoff=0.4)
        raise InvalidArgument("name", f"no statement {name!r}; did you mean {', '.join(near) or 'one of `graphmem cypher`'}?")
