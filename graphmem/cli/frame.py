"""The frame that every command stands in: what comes before the verb, and what every verb takes after it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from graphmem.cli.call import Call
from graphmem.cli.options import AsJson, WorkspaceName

Body = Callable[..., None]

app = typer.Typer(
    name="graphmem",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Settings: GRAPHMEM_URI, GRAPHMEM_USER, GRAPHMEM_PASSWORD, GRAPHMEM_WORKSPACE, GRAPHMEM_AUTHOR, GRAPHMEM_HOME. "
    "Exit codes: 0 done, 1 refused, 2 usage, 3 not found or ambiguous, 4 not allowed, 5 not available, 6 timeout, 7 repair needed.",
)


def _version(asked: bool) -> None:
    if asked:
        from graphmem import __version__

        print(f"graphmem {__version__}")
        raise typer.Exit()


@app.callback()
def graphmem(
    context: typer.Context,
    workspace: WorkspaceName = None,
    author: Annotated[str | None, typer.Option(help="Who speaks; by default GRAPHMEM_AUTHOR.", metavar="NAME")] = None,
    session: Annotated[str | None, typer.Option(help="The piece of work that records belong to.", metavar="NAME")] = None,
    as_json: AsJson = False,
    version: Annotated[bool, typer.Option("--version", help="Show the version.", callback=_version, is_eager=True)] = False,
) -> None:
    """Memory for software work: state what was learned; ask what breaks, how we got here, what is open."""
    context.obj = Call(workspace=workspace, author=author, session=session, as_json=as_json)


def verb(panel: str, name: str | None = None, *, within: typer.Typer = app) -> Callable[[Body], Body]:
    """Makes a command of a function `(call, …)`; its docstring is the help, its parameters are the arguments."""

    def register(body: Body) -> Body:
        within.command(name or body.__name__.strip("_").replace("_", "-"), rich_help_panel=panel)(_command(body))
        return body

    return register


def _command(body: Body) -> Body:
    """`body` with `-w` and `--json`, which people also write after the verb."""

    def command(context: typer.Context, workspace: str | None, as_json: bool, **given: Any) -> None:
        body(context.obj.also(workspace=workspace, as_json=as_json), **given)

    def parameter(name: str, kind: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)

    own = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in _parameters(body)]
    shared = [parameter("workspace", WorkspaceName, None), parameter("as_json", AsJson, False)]
    signature = inspect.Signature([parameter("context", typer.Context), *own, *shared])
    command.__signature__ = signature  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
    command.__doc__, command.__name__ = body.__doc__, body.__name__
    return command


def _parameters(body: Body) -> list[inspect.Parameter]:
    """The parameters behind the first one, which is the call."""
    return list(inspect.signature(body, eval_str=True).parameters.values())[1:]
