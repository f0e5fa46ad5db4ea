"""The hooks of the plugin: `python3 -S hook.py start|prompt|spool|stored|stop|end`, the input of the hook on standard input.

It imports the standard library alone, so that handing over a message takes a fraction of what a session's end allows. A hook never
fails its session: what goes wrong is said on standard error, and the exit code is 0.
"""

import json
import os
import re
import sys
import time
import zlib

STORED = re.compile(r"stored [a-z_]+ (rec_[0-9a-f]{16})")
TASK = re.compile(r"Done as (tsk_[0-9a-f]+)")
CORRECTION = re.compile(
    r"\b(no longer|instead of|replac(?:e[sd]?|ing)|supersed\w+|switched? (?:from|to|back)|moved? (?:away )?from|migrated? from|"
    r"correct(?:s|ed|ion|ing)|(?:was|were|is|are) wrong|turn(?:s|ed) out|contrary to|revert(?:s|ed)?|rolled back|deprecat\w+|"
    r"not any ?more|dropped in favou?r of|in place of)\b",
    re.I,
)
FIX = re.compile(r"\b(fix(?:es|ed)?|solv(?:es|ed)|resolv(?:es|ed)|repair(?:s|ed)|cured?|(?:root )?cause was|works again)\b", re.I)
SAID = (
    "title", "text", "question", "answer", "decision", "reason", "problem", "solution", "cause", "description", "change",
    "requirement", "term", "definition",
)  # fmt: skip


def main(arguments):
    """Runs one hook; whatever happens, the session goes on."""
    try:
        given = json.load(sys.stdin)
        HOOKS[arguments[0]](given)
    except Exception as error:  # a hook must never break the work it accompanies
        print(f"graphmem: {type(error).__name__}: {error}", file=sys.stderr)
    return 0


# -- handing over


def folder(name):
    """Where the hooks keep what is not yet taken in; the same place that `graphmem spool take` looks at."""
    made = os.path.join(os.environ.get("GRAPHMEM_SPOOL") or os.path.join(data_folder(), "spool"), name)
    os.makedirs(made, mode=0o700, exist_ok=True)
    return made


def data_folder():
    """The data folder of graphmem on this platform."""
    stated = os.environ.get("XDG_DATA_HOME", "")
    usual = "~/Library/Application Support" if sys.platform == "darwin" else "~/.local/share"
    if sys.platform == "win32":
        usual = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    return os.path.join(stated if os.path.isabs(stated) else os.path.expanduser(usual), "graphmem")


def spool(given):
    """Leaves one message of the conversation: a file of its own, written aside and then renamed, so that none is ever half there."""
    speaker, text = ("user", given.get("prompt")) if "prompt" in given else ("assistant", given.get("last_assistant_message"))
    if not text:
        return
    at = time.time_ns()
    message = {
        "version": 1, "conversation": given["session_id"], "speaker": speaker, "text": text, "at": stamp(at),
        "workspace": workspace(), "cwd": given.get("cwd"),
    }  # fmt: skip
    leave(message, at, mark(given, speaker, text))


def mark(given, speaker, text):
    """The same for one message however often a hook is run for it, where the input says which prompt it belongs to."""
    turn = given.get("prompt_id") or f"{time.time_ns()}.{os.getpid()}"
    told = "\x1f".join((given["session_id"], turn, speaker, text)).encode("utf-8", "replace")
    return f"{zlib.crc32(told):08x}{zlib.adler32(told):08x}"


def leave(message, at, mark):
    """Writes and renames; a file whose name ends with the same mark is the same message."""
    there = folder("new")
    if any(name.endswith(f"-{mark}.json") for name in os.listdir(there)):
        return
    aside = os.path.join(folder("tmp"), f"{mark}.{os.getpid()}")
    with open(aside, "w", encoding="utf-8") as file:
        json.dump(message, file)
    os.replace(aside, os.path.join(there, f"{at:020d}-{mark}.json"))


def stamp(at):
    """An instant in UTC, to the microsecond."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at // 10**9)) + f".{at // 1000 % 10**6:06d}Z"


def workspace():
    """The workspace that the plugin or the environment names."""
    return os.environ.get("CLAUDE_PLUGIN_OPTION_WORKSPACE") or os.environ.get("GRAPHMEM_WORKSPACE") or None


def take_in():
    """Starts taking in what was left, apart from this process, which may be gone in a moment."""
    import subprocess

    nothing = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        subprocess.Popen([command(), "spool", "take"], start_new_session=True, **nothing)
    except OSError as error:
        print(f"graphmem: what was said waits in {folder('new')}: {error}", file=sys.stderr)


def command():
    """The command line of graphmem."""
    return os.environ.get("GRAPHMEM_COMMAND", "graphmem")


# -- bringing up


def start(given):
    """What is open, as the beginning of the session; and what an earlier session left is taken in."""
    take_in()
    ask("start", given)


def prompt(given):
    """What is known of the things that the prompt names."""
    ask("prompt", given)


def ask(what, given):
    """Hands the question to the command line and its answer on."""
    import subprocess

    told = subprocess.run(
        [command(), "hook", what], input=json.dumps(given).encode(), capture_output=True, timeout=25, check=False
    )
    sys.stderr.buffer.write(told.stderr)
    sys.stdout.buffer.write(told.stdout)


# -- asking for what was forgotten


def stored(given):
    """Notes a record of this session and what it lacks, or a task, for the check at its end; nothing of what they say."""
    asked, told = given.get("tool_input") or {}, json.dumps(given.get("tool_response"))
    if asked.get("dry_run"):
        return
    if found := STORED.search(told):
        note(given, {"record": found[1], "lacks": list(lacks(asked))})
    elif found := TASK.search(told):
        note(given, {"task": found[1]})


def stop(given):
    """Holds the turn once for each record that reads like a correction or a fix and does not say of what; with the first it asks for
    the task too, where none was recorded."""
    if given.get("stop_hook_active"):
        return
    lines = notes(given)
    told = {line["asked"] for line in lines if "asked" in line}
    missing = [
        (line["record"], what)
        for line in lines
        if "record" in line and line["record"] not in told
        for what in line.get("lacks", ())
    ]
    if not missing:
        return
    if "task" not in told and not any("task" in line for line in lines):
        missing.append(("task", "task"))
    for record in dict.fromkeys(record for record, _ in missing):
        note(given, {"asked": record})
    print(json.dumps({"decision": "block", "reason": "\n".join(ASK[what].format(record=record) for record, what in missing)}))


def lacks(given):
    """`supersedes` for what reads like a correction and names nothing that it ends, `solves` for a fix without its problem."""
    said = " ".join(str(given.get(field) or "") for field in SAID)
    types = {link.get("type") for link in unwrapped(given.get("relations")) if isinstance(link, dict)}
    ends = any(unwrapped(given.get(field)) for field in ("supersedes", "corrects", "retires")) or "conflicts_with" in types
    if CORRECTION.search(said) and not ends:
        yield "supersedes"
    is_fix = given.get("kind") == "problem_solved" or (given.get("kind") == "code_change" and FIX.search(said))
    if is_fix and "solves" not in types:
        yield "solves"


ASK = {
    "supersedes": (
        "The record {record} reads like a correction, and does not say what it replaces. Find the earlier record with the tool `records` "
        "or `entity`; if there is one, call `remember` again with the same content and supersedes: [{record!r}, its id] (corrects, if it "
        "was never true). If there is none, go on."
    ),
    "solves": (
        "The record {record} reads like a fix, and no relation says which problem it solves. If the problem is known (`radar` lists the "
        "open ones), call `remember` again with the same content, supersedes: [{record!r}], and a relation of type solves to the problem. "
        "If there is none, go on."
    ),
    "task": (
        "No task of this session was recorded. If what was asked is done, call `record_task` once: what was asked, what you did, how it "
        "ended, and every correction that you were given. If it is not done, go on."
    ),
}


def unwrapped(value):
    """A list, also where the client sent it as JSON text."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return []
    return value if isinstance(value, list) else []


def notes_file(given):
    """The notes of one session."""
    name = re.sub(r"[^A-Za-z0-9-]", "_", str(given["session_id"]))[:100]
    return os.path.join(folder("sessions"), f"{name}.jsonl")


def note(given, line):
    """Adds one line to the notes of the session, in one write."""
    with open(notes_file(given), "ab") as notes:
        notes.write(json.dumps(line).encode() + b"\n")


def notes(given):
    """All notes of the session."""
    try:
        with open(notes_file(given), encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]
    except FileNotFoundError:
        return []


def end(given):
    """The session is over: its notes go, and what was said is taken in."""
    if os.path.exists(notes_file(given)):
        os.unlink(notes_file(given))
    take_in()


HOOKS = {"start": start, "prompt": prompt, "spool": spool, "stored": stored, "stop": stop, "end": end}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
