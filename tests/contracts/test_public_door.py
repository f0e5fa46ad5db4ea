"""The public door: what `graphmem` exports, and that every surface has the verbs of the library under the same names."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import graphmem
from graphmem import memory, sync, workspace
from graphmem.cli import app as commands
from graphmem.cli import exits, main
from graphmem.errors import GraphmemError

EXPORTED = {
    *("Memory", "Workspace", "Settings", "Receipt"),
    *("Question", "Decision", "ProblemSolved", "ProblemFound", "CodeChange", "Requirement", "Definition"),
    *("Preference", "Fact"),
    *("EntityRef", "Relation", "Retire", "Chunk", "Message"),
    *("GraphmemError", "Refused", "InvalidArgument", "NotAllowed", "NotFound", "AmbiguousName", "StoreError"),
    "__version__",
}

# Where a command cannot take its argument as the method does: records come from a file, what cannot be undone asks back,
# and the workspace and the author of an import stand before the verb.
OWN_ARGUMENTS: dict[str, tuple[set[str], set[str]]] = {
    "remember": ({"records"}, {"file"}),
    "add_texts": ({"texts", "report"}, {"file"}),
    "add_messages": ({"messages", "report"}, {"file"}),
    "record_task": (
        {
            *("request", "summary", "outcome", "task", "sources", "tools", "artifacts", "decisions", "corrections", "tags"),
            *("entities", "applied", "related", "session", "agent", "at"),
        },
        {"file"},
    ),
    "promote": ({"entities", "relations", "files"}, {"file"}),
    "ingest": ({"report", "wait"}, set()),
    "replay_extractions": ({"report"}, set()),
    "erase": (set(), {"yes"}),
    "ontology": (set(), {"schema", "built_in"}),
    "diff_ontology": ({"text"}, {"file"}),
    "apply_ontology": ({"text"}, {"file"}),
    "export": ({"report"}, set()),
    "reembed": ({"report"}, set()),
    "import_": ({"report", "workspace", "author"}, set()),
    **{name: (set(), {"mermaid"}) for name in ("impact", "lineage", "subgraph")},
}
NOT_VERBS = {"close", "workspace", "workspaces"}  # what every command does by itself, and `workspace create|list`


def verbs(handle: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public asynchronous methods of a handle."""
    for name, method in vars(handle).items():
        if not name.startswith("_") and (inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method)):
            yield name, method


VERBS = [pytest.param(method, id=name) for name, method in verbs(workspace.Workspace)]


def test_the_door_is_small() -> None:
    """`__all__` holds these names and no others, and each leads to something."""
    assert set(graphmem.__all__) == EXPORTED
    assert all(getattr(graphmem, name) is not None for name in graphmem.__all__)
    assert set(graphmem.__all__) <= set(dir(graphmem))


def test_an_unknown_name_is_an_attribute_error() -> None:
    """Loading names when they are asked for does not make other names look known."""
    with pytest.raises(AttributeError, match="Memry"):
        graphmem.Memry  # noqa: B018


def test_the_import_is_light() -> None:
    """`import graphmem` loads neither the driver nor Pydantic, and the help of the command line does not either."""
    heavy = {"neo4j", "pydantic", "asyncio", "rapidfuzz", "jgo", "numpy", "pandas"}
    after_import = loaded("import graphmem")
    assert not heavy & after_import
    after_help = loaded("from graphmem.cli import main\nmain(['--help'])")
    assert not heavy & after_help
    assert "typer" in after_help
    assert "neo4j" in loaded("import graphmem; graphmem.Memory")


def loaded(program: str) -> set[str]:
    """The packages that a fresh interpreter has loaded after `program`."""
    asks = f"import sys\n{program}\nprint('LOADED', *sys.modules)"
    run = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True, encoding="utf-8")
    return {name.split(".")[0] for name in run.stdout.split("LOADED ")[1].split()}


@pytest.mark.parametrize("method", VERBS)
def test_blocking_callers_have_every_verb(method: Callable[..., Any]) -> None:
    """The blocking handle has the method, with the same arguments and the same docstring."""
    same_door(getattr(sync.Workspace, method.__name__), method)


@pytest.mark.parametrize("method", [pytest.param(m, id=n) for n, m in verbs(memory.Memory)])
def test_blocking_callers_have_the_memory(method: Callable[..., Any]) -> None:
    """So does the memory itself; what it returns is the blocking kind of the same thing."""
    blocking = getattr(sync.Memory, method.__name__)
    assert inspect.signature(blocking) == inspect.signature(method)
    assert not inspect.iscoroutinefunction(blocking)


def same_door(blocking: Callable[..., Any], method: Callable[..., Any]) -> None:
    """The one is the other, but for the waiting."""
    assert inspect.signature(blocking) == inspect.signature(method)
    assert blocking.__doc__ == method.__doc__
    assert not inspect.iscoroutinefunction(blocking)


@pytest.mark.parametrize("method", [*VERBS, *(pytest.param(m, id=n) for n, m in verbs(memory.Memory) if n not in NOT_VERBS)])
def test_the_command_line_has_every_verb(method: Callable[..., Any]) -> None:
    """There is a command of the verb's name that takes the arguments of the method, by the same names and defaults."""
    command = command_of(method.__name__)
    left_out, own = OWN_ARGUMENTS.get(method.__name__, (set(), set()))
    taken = {p.name: p for p in list(inspect.signature(method).parameters.values())[1:] if p.name not in left_out}
    given = {p.name: p for p in list(inspect.signature(command).parameters.values())[1:] if p.name not in own}
    assert set(given) == set(taken)
    for name, parameter in given.items():
        assert (parameter.default or None) == (taken[name].default or None), name
    assert command.__doc__


def command_of(verb: str) -> Callable[..., Any]:
    """The function of the command that does this verb."""
    rooms = (commands.acts, commands.transfer, commands.questions, commands.lookups, commands.work, commands.workspaces)
    for room in (*rooms, commands.ontology):
        if command := vars(room).get(verb):
            return command  # type: ignore[no-any-return]
    raise AssertionError(f"no command for {verb}")


@pytest.mark.parametrize("error", GraphmemError.__subclasses__())
def test_every_error_has_an_exit_code(error: type[GraphmemError]) -> None:
    """No error of ours ends a command with the code of another sort, or with that of a fault."""
    made = error.__new__(error)
    assert exits.code_of(made) in range(1, 8)
    assert exits.code_of(ValueError()) is None


def test_every_exit_code_is_documented() -> None:
    """The codes that a command can end with are those of the table, and no two sorts of end share one."""
    codes = [value for name, value in vars(exits).items() if name.isupper() and isinstance(value, int)]
    told = [int(line.split("|")[1]) for line in (exits.__doc__ or "").splitlines() if line[2:3].isdigit()]
    assert sorted(codes) == told
    assert len(set(codes)) == len(codes)


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    """`graphmem --version` and `graphmem.__version__` say the same."""
    assert main(["--version"]) == exits.DONE
    assert capsys.readouterr().out == f"graphmem {graphmem.__version__}\n"
