"""Tokens: made, listed and revoked by whoever can open the store."""

from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import app, verb

if TYPE_CHECKING:
    from graphmem.access import Role

PANEL = "Workspaces"
token = typer.Typer(no_args_is_help=True, help="Make, list and revoke the tokens by which clients are known.")
app.add_typer(token, name="token", rich_help_panel=PANEL)

Holder = Annotated[str, typer.Argument(help="Whom it stands for: the author of what is stated with it.", show_default=False)]
Roles = Annotated[
    list[str],
    typer.Option(
        "--roles", "--role", metavar="WORKSPACE=ROLE", show_default=False,
        help="A role in a workspace: reader, writer, curator or administrator; * is every workspace. May be said again.",
    ),
]  # fmt: skip
Expires = Annotated[str | None, typer.Option(help="The last day, month or instant; by default in 90 days.", metavar="TIME")]
TokenKind = Annotated[Literal["person", "agent"], typer.Option(help="Some acts need a person.")]
TokenId = Annotated[str, typer.Argument(help="The id of the token.", show_default=False)]


@verb(PANEL, within=token)
def create(call: Call, name: Holder, roles: Roles, kind: TokenKind = "agent", expires: Expires = None) -> None:
    """Make a token; it is shown this once and cannot be shown again."""
    places = dict(_place(text) for text in roles)
    by = call.author or call.settings().author
    call.ask_memory(lambda m: m.tokens.create(name, roles=places, kind=kind, expires=expires, created_by=by))


@verb(PANEL, "list", within=token)
def list_tokens(call: Call) -> None:
    """Every token, the newest first, with its roles and times."""
    call.ask_memory(lambda memory: memory.tokens.list())


@verb(PANEL, within=token)
def revoke(call: Call, id: TokenId) -> None:
    """End a token at once."""
    call.ask_memory(lambda memory: memory.tokens.revoke(id))


def _place(text: str) -> "tuple[str, Role]":
    from graphmem.errors import InvalidArgument

    workspace, equals, role = text.rpartition("=")
    if not equals:
        raise InvalidArgument("roles", f"{text!r}: write WORKSPACE=ROLE, as my-project=writer")
    return workspace, cast("Role", role)
