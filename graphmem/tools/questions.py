"""The questions and look-ups that agents may ask."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from graphmem.tools import telling
from graphmem.tools.arguments import Arguments, Cursor, Id, Name, Reading
from graphmem.tools.pages import Place, Told
from graphmem.tools.stating import Kind
from graphmem.tools.tool import Tool
from graphmem.tools.toolbox import Room

ROWS = 60  # rows that one call of a question reads: more than fit on a page, few enough to be cheap


class Paged(Reading):
    """A question whose answer comes in pages."""

    cursor: Cursor = None

    def clocks(self, place: Place) -> dict[str, Any]:
        """The instants asked, or those of the first page where this is a later one."""
        return {"as_of": place.as_of or self.as_of, "valid_at": place.valid_at or self.valid_at}


class About(Paged):
    """A question about one thing."""

    name: Name


class Impact(About):
    """What a change of one thing reaches."""

    depth: int = Field(3, description="How many hops away, 1 to 12.")


class Radar(Paged):
    """What is open."""

    limit: int = Field(10, description="The most lines of each list, up to 200.")


class File(Paged):
    """One file."""

    path: str = Field(description="A path below the project root, as src/store.py.")


class Timeline(Paged):
    """A period."""

    start: str | None = Field(None, description="From when on: 2026-10-18, 2026-10 or an instant with its zone.")
    end: str | None = Field(None, description="Until when; a day, month or year as a whole.")
    clock: Literal["valid", "recorded"] = Field("valid", description="When it held (valid), or when it was learned (recorded).")


class History(Paged):
    """The past of one thing, or of two."""

    a: Name
    b: str | None = Field(None, description="A second thing: then every link the two ever had.")


class Record(Paged):
    """One record."""

    id: Id


class Records(Paged):
    """Filters; a record fits all that are given."""

    kind: Kind | None = Field(None, description="Only this kind.")
    session: str | None = Field(None, description="Only of this session.")
    author: str | None = Field(None, description="Only of this author.")
    entity: str | None = Field(None, description="Only about this thing, by name or id.")
    current: bool | None = Field(None, description="true: only what holds; false: only what ended.")
    start: str | None = Field(None, description="Only what began then or later.")
    end: str | None = Field(None, description="Only what began before the end of this.")


class Search(Paged):
    """A question in words."""

    text: str = Field(description="What to look for, in words or as a question.")
    kinds: list[str] | None = Field(None, description="Only these: kinds of record, or entity, message, chunk.")
    session: str | None = Field(None, description="Only of this session.")
    author: str | None = Field(None, description="Only of this author.")
    start: str | None = Field(None, description="Only what began then or later.")
    end: str | None = Field(None, description="Only what began before the end of this.")
    current: bool | None = Field(None, description="true: only what holds; false: only what ended.")


class Subgraph(Paged):
    """What lies around the hits for a text."""

    text: str = Field(description="What to look for, in words or as a question.")
    hops: int = Field(2, description="How many hops away from the best hits, 1 to 4.")
    limit: int = Field(60, description="The most nodes, up to 200.")


class Conversation(Paged):
    """What was said."""

    name: str | None = Field(None, description="The conversation, by its name or id; by default all of them.")
    budget: int = Field(1_400, description="The most tokens.")


class Agenda(Paged):
    """What is to be done."""

    name: str | None = Field(None, description="Whose; by default everybody's.")


class DeepSearch(Paged):
    """A wiki around a question."""

    text: str = Field(description="What to look for, in words or as a question.")
    page: str | None = Field(None, description="The page to read, as the call without it names them.")
    limit: int = Field(200, description="The most nodes, up to 1000.")


class Ask(Paged):
    """A question for a statement."""

    question: str = Field(description="The question in plain words.")
    cypher: str | None = Field(
        None, description="The statement that answers it, if you write it yourself: one read in Cypher over the labels and relation "
        "types of this memory. Without it a model writes it, where one is set."
    )  # fmt: skip


class Context(Paged):
    """A task."""

    task: str = Field(description="What you are about to do, in the words of whoever asked for it; name the things it touches.")
    budget: int = Field(1_400, description="The most tokens of the answer.")


class Plain(Paged):
    """Nothing but the clocks."""


class Preferences(Plain):
    """What somebody wants."""

    slot: str | None = Field(None, description="Only for this slot, as indentation.")
    holder: str | None = Field(None, description="Only of this person.")


class Sessions(Paged):
    """All sessions."""


class Dismissals(Paged):
    """All dismissals."""


class Workspaces(Arguments):
    """All workspaces."""

    workspace: str | None = Field(None, description="Only this one.")
    cursor: Cursor = None


async def _impact(room: Room, asked: Impact, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.impact(await workspace.impact(asked.name, depth=asked.depth, **asked.clocks(place)))


async def _lineage(room: Room, asked: About, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.lineage(await workspace.lineage(asked.name, limit=ROWS, cursor=place.core, **asked.clocks(place)))


async def _entity(room: Room, asked: About, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.entity(await workspace.entity(asked.name, limit=ROWS, cursor=place.core, **asked.clocks(place)))


async def _radar(room: Room, asked: Radar, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.radar(await workspace.radar(limit=asked.limit, **asked.clocks(place)))


async def _file(room: Room, asked: File, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.file(await workspace.file(asked.path, **asked.clocks(place)))


async def _timeline(room: Room, asked: Timeline, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    clocks = {**asked.clocks(place), "valid_at": asked.valid_at}  # given, it asks for what holds then and no more
    found = await workspace.timeline(asked.start, asked.end, clock=asked.clock, limit=ROWS, cursor=place.core, **clocks)
    return telling.timeline(found)


async def _history(room: Room, asked: History, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    found = await workspace.history(asked.a, asked.b, limit=ROWS, cursor=place.core, **asked.clocks(place))
    return telling.history(found, first=place.core is None)


async def _record(room: Room, asked: Record, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.record(await workspace.record(asked.id, **asked.clocks(place)))


async def _records(room: Room, asked: Records, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    filters: dict[str, Any] = asked.given("workspace", "cursor", "as_of", "valid_at")
    return telling.records(await workspace.records(**filters, limit=ROWS, cursor=place.core, **asked.clocks(place)))


async def _search(room: Room, asked: Search, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    filters: dict[str, Any] = asked.given("workspace", "text", "cursor", "as_of", "valid_at")
    return telling.search(await workspace.search(asked.text, **filters, limit=20, cursor=place.core, **asked.clocks(place)))


async def _subgraph(room: Room, asked: Subgraph, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.subgraph(await workspace.subgraph(asked.text, hops=asked.hops, limit=asked.limit, **asked.clocks(place)))


async def _conversation(room: Room, asked: Conversation, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    clocks = asked.clocks(place)
    return telling.conversation(await workspace.conversation(asked.name, budget=asked.budget, cursor=place.core, **clocks))


async def _agenda(room: Room, asked: Agenda, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.agenda(await workspace.agenda(asked.name, limit=ROWS, **asked.clocks(place)))


async def _deep_search(room: Room, asked: DeepSearch, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.wiki(await workspace.deep_search(asked.text, page=asked.page, limit=asked.limit, **asked.clocks(place)))


async def _ask(room: Room, asked: Ask, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.asked(await workspace.ask(asked.question, cypher=asked.cypher, words=False, **asked.clocks(place)))


async def _context(room: Room, asked: Context, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.context(await workspace.context(asked.task, budget=asked.budget, **asked.clocks(place)))


async def _topics(room: Room, asked: Plain, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.topics(await workspace.topics(**asked.clocks(place)))


async def _cards(room: Room, asked: Plain, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.cards(await workspace.cards(**asked.clocks(place)))


async def _preferences(room: Room, asked: Preferences, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.preferences(await workspace.preferences(slot=asked.slot, holder=asked.holder, **asked.clocks(place)))


async def _ontology(room: Room, asked: Plain, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.ontology(await workspace.ontology(**asked.clocks(place)))


async def _sessions(room: Room, asked: Sessions, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.sessions(await workspace.sessions(limit=ROWS, cursor=place.core, **asked.clocks(place)))


async def _dismissals(room: Room, asked: Dismissals, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return telling.dismissals(await workspace.dismissals(limit=ROWS, cursor=place.core, **asked.clocks(place)))


async def _ingests(room: Room, asked: Plain, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    clocks = asked.clocks(place)
    failed = await workspace.documents(state="failed", limit=ROWS, **clocks)
    return telling.ingests(await workspace.ingests(limit=ROWS, cursor=place.core, **clocks), failed)


async def _workspaces(room: Room, asked: Workspaces, _: Place) -> Told:
    found = [line for line in await room.workspaces() if asked.workspace in (None, line.id)]
    return telling.workspaces(found, usual=room.usual)


_NAME = {"name": "api"}
QUESTIONS = (
    Tool(
        "context",
        "Ask FIRST, when you are given a task: how the person and the project work, the things that the task names with their links, "
        "what a change of them reaches, risks, and records that match.",
        Context,
        _context,
        {"task": "let the api keep sessions in auth"},
    ),
    Tool(
        "impact",
        "Ask BEFORE you change something: what depends on it, directly and through others, why, and what went wrong there before "
        "(current decisions, requirements, open problems).",
        Impact,
        _impact,
        _NAME,
    ),
    Tool(
        "lineage",
        "How we got here: what caused a thing, a problem or a decision, what fixed it and what followed, in order of time.",
        About,
        _lineage,
        _NAME,
    ),
    Tool(
        "entity",
        "Everything about one thing: what it is, its names, decisions, links with reasons, records and files.",
        About,
        _entity,
        _NAME,
    ),
    Tool(
        "radar",
        "What is open: unsolved problems, decisions without a reason, unanswered questions, contradictions, probable duplicates, "
        "links to removed things, things silent for long. Ask when you begin or look for work.",
        Radar,
        _radar,
        {},
    ),
    Tool("file", "What is known about one file, and what depends on the code in it. Ask before you edit it.", File, _file,
         {"path": "src/api.py"}),
    Tool("timeline", "What began and what ended in a period, oldest first.", Timeline, _timeline, {"start": "2026-10"}),
    Tool(
        "history",
        "The past of a thing or of the links between two things: everything that was ever said, with how and why it ended, and "
        "merges of names.",
        History,
        _history,
        {"a": "api", "b": "auth"},
    ),
    Tool("record", "One record in full, by its id: what it says, how it ended, what it replaced.", Record, _record,
         {"id": "rec_0123456789abcdef"}),
    Tool("records", "Records that fit filters (kind, session, author, entity, current, period), newest first.", Records, _records,
         {}),
    Tool("search", "Find records, things and messages by words, meaning and links, where you know no name or id.", Search, _search,
         {"text": "why does the api ask auth"}),
    Tool("subgraph", "What lies around the best hits for a text: things, records and texts with the links between them. Ask when one "
         "fact is not enough and you need how things hang together.", Subgraph, _subgraph, {"text": "sessions after a restart"}),
    Tool("conversation", "What was said last in a conversation, or in all, the newest first.", Conversation, _conversation, {}),
    Tool("agenda", "What a person, or anybody, has to do now: open tasks by their end.", Agenda, _agenda, {}),
    Tool("deep_search", "A wiki of what lies three hops around a question, a page a thing: call it for the list of pages, then page "
         "by page. For a large subject that no single answer holds.", DeepSearch, _deep_search, {"text": "how sessions are kept"}),
    Tool("ask", "Count, list or compare by a statement in Cypher: for what no other question answers. A guard refuses whatever does "
         "more than read this workspace.", Ask, _ask, {"question": "how many decisions are there?"}),
    Tool("topics", "What the project is about: groups of things that belong together, with key decisions.", Plain, _topics, {}),
    Tool("cards", "How the person works and how the project works, as people wrote it down. Follow the work they describe.", Plain,
         _cards, {}),
    Tool("preferences", "How people want things to be done (indentation, language, tools): follow what counts now.", Preferences,
         _preferences, {}),
    Tool("ontology", "The types of things and links, slots and words that this workspace takes, its own ones too.", Plain, _ontology, {}),
    Tool("sessions", "The pieces of work in this workspace, newest first.", Sessions, _sessions, {}),
    Tool("dismissals", "What was taken off the radar, by whom and why, newest first.", Dismissals, _dismissals, {}),
    Tool("ingests", "How far the ingests of documents are, newest first, and which documents could not be read.", Plain, _ingests, {}),
    Tool("workspaces", "The workspaces that can be named in every other tool.", Workspaces, _workspaces, {}),
)  # fmt: skip
