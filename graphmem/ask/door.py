"""A question in plain words: a model writes a statement, the guard lets it run or refuses it, once more it may be mended."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.ask.guard import ROWS, Guarded, guarded
from graphmem.ask.plans import check_plan
from graphmem.ask.prompting import asking, asking_again, statement_in, telling
from graphmem.ask.vocabulary import HIDDEN
from graphmem.clock import Instants
from graphmem.context.recognising import recognise
from graphmem.errors import InvalidArgument, ModelError, QueryRefused
from graphmem.language_model import LanguageModel
from graphmem.model.answers.asked import Asked
from graphmem.redact import redact
from graphmem.store import Store
from graphmem.store.asked import Asked as Rows
from graphmem.store.asked import Caps, run_asked

LONGEST = 2_000  # characters of a question
NO_MODEL = "No language model is set: set GRAPHMEM_MODEL (and GRAPHMEM_MODEL_URL, GRAPHMEM_MODEL_KEY), or give the statement as `cypher`."
NO_ROWS = "Nothing that is stored answers the question."


@dataclass(frozen=True, slots=True)
class Ran:
    """A statement that ran, and its rows."""

    query: str
    statement: Guarded
    rows: Rows


async def ask(
    store: Store, workspace: str, clocks: Instants, question: str, *, cypher: str | None = None, words: bool = True
) -> Asked:
    """The rows that answer `question`, and where a model is set the answer in words.

    Raises `ModelError` without a model, `QueryRefused` where the statement may not run, after one try to mend what a model wrote.
    """
    if not question.strip() or len(question) > LONGEST:
        raise InvalidArgument("question", f"ask in 1 to {LONGEST:,} characters")
    if cypher is not None:
        return _answer(question, await _run(store, workspace, clocks, cypher), None, None, 0, repaired=False)
    if store.model is None:
        raise ModelError(NO_MODEL)
    return await _Asking(store, store.model, workspace, clocks, redact(question)[0]).answer(words)


@dataclass(slots=True)
class _Asking:
    """One question that a model answers."""

    store: Store
    model: LanguageModel
    workspace: str
    clocks: Instants
    question: str
    tokens: int = 0
    repaired: bool = False

    async def answer(self, words: bool) -> Asked:
        ran = await self._found()
        told = None
        if words:  # without rows there is nothing to tell: a model would make it up
            told = await self._say(telling(self.question, ran.rows.rows)) if ran.rows.rows else NO_ROWS
        return _answer(self.question, ran, told, self.model.name, self.tokens, repaired=self.repaired)

    async def _found(self) -> Ran:
        """What the statement finds; one that is refused may be mended once."""
        names = await self.store.read(lambda r: recognise(r, self.question), workspace=self.workspace, clocks=self.clocks)
        messages = asking(self.question, names, self.store.ontologies.of(self.workspace))
        written = statement_in(await self._say(messages))
        try:
            return await _run(self.store, self.workspace, self.clocks, written)
        except QueryRefused as refused:
            self.repaired = True
            written = statement_in(await self._say(asking_again(messages, written, refused.reason)))
            return await _run(self.store, self.workspace, self.clocks, written)

    async def _say(self, messages: list[dict[str, str]]) -> str:
        completion = await self.model.complete(messages)
        self.tokens += completion.tokens
        return completion.text.strip()


async def _run(store: Store, workspace: str, clocks: Instants, query: str) -> Ran:
    """Guards and runs; a refusal tells which statement it refused."""
    try:
        statement = guarded(query)
        rows = await run_asked(
            store, statement.text, statement.params, workspace=workspace, clocks=clocks, check=check_plan, caps=Caps(ROWS),
            hidden=HIDDEN.__contains__,
        )  # fmt: skip
    except QueryRefused as refused:
        raise QueryRefused(refused.reason, query) from refused
    return Ran(query, statement, rows)


def _answer(question: str, ran: Ran, words: str | None, model: str | None, tokens: int, *, repaired: bool) -> Asked:
    clocks = ran.rows.clocks
    return Asked(
        as_of=clocks.as_of, valid_at=clocks.valid_at, question=question, query=ran.query, ran=ran.statement.shown,
        columns=ran.rows.columns, rows=ran.rows.rows, truncated=ran.rows.truncated, words=words, repaired=repaired, model=model,
        tokens=tokens,
    )  # fmt: skip
