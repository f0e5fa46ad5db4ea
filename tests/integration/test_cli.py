"""The command line, run as its users run it: a process of its own with arguments, standard input and an exit code."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from graphmem.cli import main
from graphmem.cli.input import read_records
from graphmem.errors import GraphmemError
from graphmem.memory import Memory
from graphmem.pictures.mermaid import mermaid
from graphmem.settings import Settings
from graphmem.store.statements import statement
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import decision, solved

Ran = subprocess.CompletedProcess[bytes]
Run = Callable[..., Ran]
RELATION = {"source": "auth", "target": "redis", "type": "depends_on", "reason": "keeps sessions there"}
RECORD = {
    "kind": "decision",
    "decision": "Sessions live in redis",
    "reason": "shared by all nodes",
    "entities": [{"name": "auth", "type": "code_component"}, {"name": "redis", "type": "technology"}],
    "relations": [RELATION],
}
COMMAND = str(Path(sys.executable).with_name("graphmem"))
OVERRIDE = "\u202egnp.exe"


@pytest.fixture
def environment(settings: Settings, workspace: Workspace) -> dict[str, str]:
    """The environment of a user of the tests' server, in this test's workspace; warnings would show on standard error."""
    password = settings.password.get_secret_value() if settings.password else ""
    told = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password,
        "GRAPHMEM_WORKSPACE": workspace.name, "GRAPHMEM_AUTHOR": "ana", "PYTHONWARNINGS": "error",
    }  # fmt: skip
    return {**os.environ, **told}


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    """Runs `graphmem` with arguments, what is given on standard input, and changes to the environment."""

    def graphmem(*arguments: str, given: Any = b"", **changes: str) -> Ran:
        content = given if isinstance(given, bytes) else json.dumps(given).encode()
        return subprocess.run(
            [COMMAND, *arguments], input=content, env={**environment, **changes}, capture_output=True, timeout=240
        )

    return graphmem


def answer(ran: Ran) -> Any:
    """The JSON on standard output of a command that went well."""
    assert (ran.returncode, ran.stderr) == (0, b"")
    return json.loads(ran.stdout.decode("utf-8"))


def problem(ran: Ran) -> dict[str, Any]:
    """The one JSON object on standard error of a command that did not."""
    assert ran.stdout == b""
    assert ran.stderr.count(b"\n") == 1
    found: dict[str, Any] = json.loads(ran.stderr)
    return found


# -- answers


async def test_what_one_command_states_another_reads(run: Run, workspace: Workspace) -> None:
    """`remember` stores what the library reads, and a question answers in JSON exactly what the library answers."""
    receipt = answer(run("--session", "one", "remember", "--json", given=RECORD))
    assert [(e["name"], e["created"]) for e in receipt["entities"]] == [("auth", True), ("redis", True)]
    clocks = {"as_of": receipt["recorded_at"], "valid_at": receipt["recorded_at"]}
    told = run("impact", "redis", "--json", "--as-of", clocks["as_of"], "--valid-at", clocks["valid_at"])
    asked = await workspace.impact("redis", **clocks)
    assert answer(told) == json.loads(asked.model_dump_json())
    assert asked.dependents[0].path[0].author == "ana"
    assert asked.dependents[0].path[0].record == receipt["records"][0]["id"]


async def test_a_person_reads_a_tree(run: Run, workspace: Workspace) -> None:
    """Without `--json` impact is a tree with the reason of each link, then the risks."""
    await workspace.remember(decision("api depends_on auth", "auth depends_on redis", reason="calls it"))
    ran = run("impact", "redis")
    lines = ran.stdout.decode().splitlines()
    assert lines[:2] == ["redis code_component", "└── auth code_component"]
    assert lines[2].startswith("    auth depends_on redis — calls it (ana, rec_")
    assert lines[3] == "    └── api code_component"
    assert "Risks: 1" in lines
    assert (ran.returncode, ran.stderr) == (0, b"")


async def test_a_receipt_is_short_lines(run: Run, workspace: Workspace) -> None:
    """A receipt says line by line what was stored and what it ended; a dry run says that nothing was."""
    first = await workspace.remember(decision("auth depends_on redis"))
    given = {**RECORD, "supersedes": [first.records[0].id], "relations": [{**RELATION, "type": "implements"}]}
    dry = run("remember", "--dry-run", given=given).stdout.decode().splitlines()
    wet = run("remember", given=given).stdout.decode().splitlines()
    assert dry[0].startswith("Nothing was stored")
    assert [line.split()[0] for line in wet] == [line.split()[0] for line in dry[1:]]
    assert wet[0].startswith("record decision rec_")
    assert any(line.startswith("link auth implements redis new rel_") for line in wet)
    assert any(line.startswith("ended auth depends_on redis") for line in wet)


def test_records_come_in_three_forms(run: Run, tmp_path: Path) -> None:
    """One object, an array, or objects one after the other; from a file as from standard input."""
    text = json.dumps(RECORD)
    forms = {
        "one": (text, 1),
        "mark": ("\ufeff" + text, 1),
        "array": (f"[{text},\n{text}]", 2),
        "lines": (f"\n{text}\n\n{text}", 2),
    }
    file = tmp_path / "records.json"
    for form, (content, count) in forms.items():
        file.write_text(content, encoding="utf-8")
        assert read_records(file) == [RECORD] * count, form
    assert len(answer(run("remember", str(file), "--json"))["records"]) == 2
    assert len(answer(run("remember", "--json", given=file.read_bytes()))["records"]) == 2


def test_a_partial_batch_lands_its_good_items(run: Run) -> None:
    """`--mode partial` stores the good items, names the refused ones and ends with exit code 1."""
    ran = run("remember", "--mode", "partial", "--json", given=[RECORD, {**RECORD, "entities": []}])
    receipt = json.loads(ran.stdout)
    assert ran.returncode == 1
    assert len(receipt["records"]) == 1
    assert [(r["index"], r["code"]) for r in receipt["refused"] if r["path"] == "entities"] == [(1, "NO_ENTITY")]


def test_a_workspace_is_made_on_purpose(run: Run) -> None:
    """`workspace create` makes one that `workspace list` shows; a mistyped one is not found, with the nearest names."""
    name = f"t-{secrets.token_hex(6)}"
    assert answer(run("workspace", "create", name, "--json"))["id"] == name
    assert name in [w["id"] for w in answer(run("--json", "workspace", "list"))]
    mistyped = run("impact", "x", "--json", "-w", name + "x")
    assert mistyped.returncode == 3
    assert name in problem(mistyped)["nearest"]


def test_the_doctor_says_by_its_exit_code_whether_the_store_is_well(run: Run) -> None:
    """`doctor` lists what is wrong with what to do, and ends with exit code 7 exactly when something is broken."""
    ran = run("doctor", "--json")
    findings = json.loads(ran.stdout)["findings"]
    assert ran.returncode == (7 if "broken" in [f["weight"] for f in findings] else 0)
    shown = run("doctor").stdout.decode()
    assert "version 5." in shown
    assert all(f["code"] in shown and f["advice"] in shown for f in findings)


def test_a_statement_is_shown_as_it_runs(run: Run) -> None:
    """`cypher NAME` prints the statement with every pseudo word written out, and asks no database."""
    ran = run("cypher", "read/impact_level", GRAPHMEM_URI="bolt://127.0.0.1:1")
    assert ran.stdout.decode().strip() == statement("read/impact_level").text.strip()
    assert "holds(" not in ran.stdout.decode()
    assert "read/impact_level" in [s["name"] for s in answer(run("cypher", "--json"))]


@pytest.mark.slow
async def test_an_export_goes_through_a_pipe(run: Run, workspace: Workspace, tmp_path: Path) -> None:
    """`export -` writes JSON lines and nothing else, `import -` reads them; a broken line is refused by its number."""
    await workspace.remember(decision("api depends_on auth"))
    exported = run("export", "-")
    assert (exported.returncode, exported.stderr) == (0, b"")
    lines = exported.stdout.splitlines()
    assert json.loads(lines[0])["counts"]["record"] == 1
    assert run("import", "-", given=exported.stdout).returncode == 0
    assert len((await workspace.timeline()).events) == 1
    file = tmp_path / "export.jsonl"
    assert answer(run("export", str(file), "--json"))["workspace"] == workspace.name
    file.write_bytes(b"\n".join([*lines[:2], b'{"entity": {}}', *lines[3:]]))
    broken = run("import", str(file))
    assert (broken.returncode, b"  line 3" in broken.stderr) == (1, True)
    assert run("import", str(tmp_path / "nowhere")).returncode == 2
    assert run("export", str(tmp_path / "no" / "folder")).returncode == 2


# -- errors


async def test_refusals_stand_one_a_line(run: Run) -> None:
    """Each broken rule has a line with its path and code, and nothing was stored."""
    ran = run("remember", given=[RECORD, {**RECORD, "relations": [{**RELATION, "reason": ""}], "entities": []}])
    lines = ran.stderr.decode().splitlines()
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert lines[0] == "Nothing was stored."
    assert any(line.startswith("  item 1, entities: ") and line.endswith("(NO_ENTITY)") for line in lines)
    assert any(line.startswith("  item 1, relations[0].reason: ") for line in lines)


ERRORS: dict[str, tuple[list[str], int, str]] = {
    "a broken rule": (["remember"], 1, "UNKNOWN_KIND"),
    "no such verb": (["impct", "redis"], 2, "INVALID_ARGUMENT"),
    "no such option": (["impact", "redis", "--dept", "3"], 2, "INVALID_ARGUMENT"),
    "a missing argument": (["impact"], 2, "INVALID_ARGUMENT"),
    "a value without meaning": (["impact", "redis", "--depth", "99"], 2, "INVALID_ARGUMENT"),
    "a time that is none": (["impact", "redis", "--as-of", "yesterday"], 2, "INVALID_ARGUMENT"),
    "a file that is none": (["remember", "/no/such/file"], 2, "INVALID_ARGUMENT"),
    "no such statement": (["cypher", "read/impct"], 2, "INVALID_ARGUMENT"),
    "no such entity": (["impact", "rediss"], 3, "NAME_NOT_FOUND"),
    "no such record": (["forget", "rec_0", "--reason", "x"], 3, "NOT_FOUND"),
    "the local server, though another is set": (["down"], 2, "INVALID_ARGUMENT"),
}


@pytest.fixture
def here(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., Ran]:
    """Runs the command line in this process, which saves its start; exit code and output are those of a process."""

    def graphmem(*arguments: str, given: Any = b"") -> Ran:
        with monkeypatch.context() as patched:
            for name in ("URI", "USER", "PASSWORD", "WORKSPACE", "AUTHOR"):
                patched.setenv(f"GRAPHMEM_{name}", environment[f"GRAPHMEM_{name}"])
            patched.setattr(sys, "stdin", TextIOWrapper(BytesIO(json.dumps(given).encode())))
            code = main(arguments)
        told = capfdbinary.readouterr()
        return Ran(arguments, code, told.out, told.err)

    return graphmem


async def test_a_picture_instead_of_a_tree(here: Run, workspace: Workspace) -> None:
    """With `--mermaid` impact and lineage are the flowcharts that the library draws of them; with `--json`, as its text."""
    await workspace.remember(decision("api depends_on redis"), solved("patch solves crash", "crash caused_by redis"))
    for verb, name, link in (("impact", "redis", "depends_on"), ("lineage", "crash", "solves")):
        drawn = mermaid(await getattr(workspace, verb)(name))
        assert f'-->|"{link}"|' in drawn
        ran = await asyncio.to_thread(here, verb, name, "--mermaid", given="")
        assert (ran.returncode, ran.stdout.decode(), ran.stderr) == (0, drawn, b"")
        assert answer(await asyncio.to_thread(here, verb, name, "--mermaid", "--json", given="")) == {"text": drawn}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_are_one_json_object(here: Run, case: str) -> None:
    """With `--json` an error is one object with `code`, `path` and `message`; its sort is the exit code."""
    arguments, exit_code, code = ERRORS[case]
    ran = here("--json", *arguments, given={"kind": "no kind"})
    assert ran.returncode == exit_code
    found = problem(ran)
    assert found["code"] == code
    assert found["message"]
    assert "path" in found


def test_a_process_ends_like_the_function(run: Run) -> None:
    """What a process ends with is what `main` returns."""
    ran = run("--json", "impact", "rediss")
    assert (ran.returncode, problem(ran)["code"]) == (3, "NAME_NOT_FOUND")


def test_a_database_that_is_away(run: Run) -> None:
    """No connection is exit code 5, a refused sign-in too; a malformed setting is a usage error that names the variable."""
    assert run("impact", "x", GRAPHMEM_URI="bolt://127.0.0.1:1").returncode == 5
    assert run("status", GRAPHMEM_PASSWORD="wrong").returncode == 5
    malformed = run("impact", "x", GRAPHMEM_URI="http://127.0.0.1")
    assert malformed.returncode == 2
    assert malformed.stderr.startswith(b"Error: GRAPHMEM_URI: give a bolt://")


async def test_an_ambiguous_name_lists_its_candidates(run: Run, workspace: Workspace) -> None:
    """A name of two entities is exit code 3, and the error carries the ids to ask again with."""
    await workspace.remember(decision("api depends_on auth"), decision("api depends_on web", types={"api": "concept"}))
    ran = run("impact", "api", "--json")
    assert ran.returncode == 3
    assert sorted(c["type"] for c in problem(ran)["candidates"]) == ["code_component", "concept"]


BAD_JSON = {
    "no JSON": (b'{"kind": "decision",}', "line 1, column"),
    "cut off": (b'{"kind": "decision"}\n{"kind"', "line 2, column"),
    "a field given twice": (b'{"kind": "decision", "kind": "question"}', "twice"),
    "not UTF-8": (b'{"kind": "d\xe9cision"}', "UTF-8"),
    "no number of JSON": (b'{"kind": NaN}', "NaN"),
    "too deep": (b"[" * 100_000, "recursion"),
    "no object": (b'["decision"]', "object"),
}


@pytest.mark.parametrize("case", BAD_JSON)
def test_what_is_no_json_is_told(tmp_path: Path, case: str) -> None:
    """A file that cannot be read as records is an error of ours that names the place or the reason."""
    content, word = BAD_JSON[case]
    file = tmp_path / "records.json"
    file.write_bytes(content)
    with pytest.raises(GraphmemError, match=word):
        read_records(file)


def test_a_bad_file_is_a_usage_error(run: Run) -> None:
    """On the command line that is exit code 2; a file without a record is refused by the library."""
    cut = run("remember", given=b'{"kind": "decision"}\n{"kind"')
    assert (cut.returncode, b"line 2, column" in cut.stderr, b"Traceback" in cut.stderr) == (2, True, False)
    assert run("remember", given=b"  \n").returncode == 1


def test_erase_asks_back(run: Run) -> None:
    """What cannot be undone needs `--yes` where nobody can be asked."""
    ran = run("erase", "rec_0", "--reason", "x")
    assert (ran.returncode, b"--yes" in ran.stderr) == (2, True)
    assert run("erase", "rec_0", "--reason", "x", "--yes").returncode == 3


# -- consoles


async def test_ent_09_hostile_names_are_shown_not_obeyed(run: Run, workspace: Workspace) -> None:
    """ENT-09: a direction override is shown escaped, markup is shown as it is; in JSON the name is exact but escaped."""
    await workspace.remember(decision(f"{OVERRIDE} depends_on core", "[red]x[/red] depends_on core", reason="[bold]so[/bold]"))
    shown = run("impact", "core").stdout.decode()
    assert "\\u202egnp.exe code_component" in shown
    assert "[red]x[/red] depends_on core — [bold]so[/bold]" in shown
    assert "\u202e" not in shown
    raw = run("impact", "core", "--json")
    assert "\u202e" not in raw.stdout.decode()
    assert OVERRIDE in [d["entity"]["name"] for d in answer(raw)["dependents"]]
    missing = run("impact", OVERRIDE + "x")
    assert "\u202e" not in missing.stderr.decode()


CONSOLES = {"cp1252": {"PYTHONIOENCODING": "cp1252"}, "ascii": {"PYTHONIOENCODING": "ascii"}, "C": {"LANG": "C", "LC_ALL": "C"}}


@pytest.mark.slow
@pytest.mark.parametrize("console", CONSOLES)
async def test_mcp_07_no_console_breaks_it(run: Run, workspace: Workspace, console: str) -> None:
    """MCP-07: emoji on a console that lacks them: the exit code is 0, text is escaped, JSON is UTF-8 or escaped."""
    given = {**RECORD, "entities": [{"name": "🚀 日本", "type": "concept"}, {"name": "redis", "type": "concept"}]}
    given["relations"] = [{"source": "🚀 日本", "target": "redis", "type": "depends_on", "reason": "é"}]
    content = json.dumps(given, ensure_ascii=False).encode("utf-8")
    environment = {**CONSOLES[console], "PYTHONUTF8": "0"}
    assert answer(run("remember", "--json", given=content, **environment))["entities"][0]["name"] == "🚀 日本"
    told = run("impact", "redis", **environment)
    assert (told.returncode, told.stderr) == (0, b"")
    assert b"depends_on redis" in told.stdout
    assert answer(run("impact", "redis", "--json", **environment))["dependents"][0]["entity"]["name"] == "🚀 日本"


def test_mcp_07_a_reader_that_closes_early(run: Run, environment: dict[str, str]) -> None:
    """MCP-07: when the reader goes away the command ends with its documented code and without a trace."""
    assert run("remember", given=RECORD).returncode == 0
    for verb in ("impact redis --json", "impact redis"):
        script = f'"{COMMAND}" {verb} | true; echo ${{PIPESTATUS[0]}}'
        ran = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, timeout=120)
        assert (ran.stdout.strip(), ran.stderr) == (b"141", b"")


async def test_tim_16_times_are_plain_iso_text(run: Run, memory: Memory, make_workspace: MakeWorkspace) -> None:
    """TIM-16: nanoseconds that another tool wrote come out as ISO text cut to microseconds, and find the link again."""
    workspace = await make_workspace()
    await workspace.remember(decision("api depends_on auth"))
    instant = "datetime('2024-05-01T12:00:00.123456789Z')"
    await memory.store.command(
        f"MATCH (:Entity {{workspace: '{workspace.name}'}})-[r:DEPENDS_ON]->() SET r.valid_from = {instant}"
    )
    since = answer(run("-w", workspace.name, "impact", "auth", "--json"))["dependents"][0]["path"][0]["since"]
    assert since == "2024-05-01T12:00:00.123456Z"
    assert "2024-05-01T12:00:00.123456Z" in run("-w", workspace.name, "impact", "auth").stdout.decode()


# -- budgets and the managed server


def test_a_question_loads_nothing_heavy(environment: dict[str, str]) -> None:
    """A question loads the driver and Pydantic, and none of what takes seconds."""
    heavy = {"graphdatascience", "openai", "langchain_core", "pandas", "numpy", "mcp", "neomodel", "jgo"}
    program = f"import sys; from graphmem.cli import main; main(['impact', 'x']); print(*{heavy} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env=environment)
    assert ran.stdout.strip() == ""
    assert "NAME_NOT_FOUND" in ran.stderr


@pytest.mark.own_server
@pytest.mark.slowest
@pytest.mark.timeout(600)
def test_a_fresh_machine_needs_two_commands(run: Run, tmp_path: Path) -> None:
    """Without a URI the first command starts the managed server and says so; `status`, `logs`, `down`, `backup` follow."""
    local = {"GRAPHMEM_URI": "", "GRAPHMEM_HOME": str(tmp_path / "home"), "GRAPHMEM_HEAP": "512m", "PYTHONWARNINGS": "default"}
    archive = tmp_path / "saved.tar"
    assert run("status", **local).returncode == 5
    try:
        made = run("workspace", "create", "mine", **local)
        assert made.returncode == 0, made.stderr.decode()
        assert b"GRAPHMEM_URI is not set" in made.stderr
        stored = run("-w", "mine", "remember", given=RECORD, **local)
        assert (stored.returncode, stored.stderr.decode()) == (0, "")
        status = answer(run("status", "--json", **local))
        assert status["running"] is True
        assert status["uri"].startswith("bolt://127.0.0.1:")
        assert b"Started." in run("logs", **local).stdout
    finally:
        assert json.loads(run("down", "--json", **local).stdout) == {"stopped": True}
    assert run("status", **local).returncode == 5
    assert json.loads(run("down", "--json", **local).stdout) == {"stopped": False}
    assert run("backup", str(archive), **local).returncode == 0
    assert archive.is_file()
    for refused in (run("backup", str(archive), "--json", **local), run("restore", str(archive), "--json", **local)):
        assert (refused.returncode, problem(refused)["code"]) == (1, "BACKUP_REFUSED")
