"""Answers in the words of agents: one line a thing, the most needed first, stored text in quotes."""

from graphmem.tools.telling.asked import asked
from graphmem.tools.telling.conversation import agenda, conversation
from graphmem.tools.telling.entity import entity
from graphmem.tools.telling.file import file
from graphmem.tools.telling.history import history
from graphmem.tools.telling.impact import impact
from graphmem.tools.telling.ingested import ingests
from graphmem.tools.telling.lineage import lineage
from graphmem.tools.telling.lists import dismissals, preferences, records, sessions, timeline, workspaces
from graphmem.tools.telling.ontology import ontology
from graphmem.tools.telling.orientation import cards, context, topics
from graphmem.tools.telling.radar import radar
from graphmem.tools.telling.receipt import receipt
from graphmem.tools.telling.record import record
from graphmem.tools.telling.search import search
from graphmem.tools.telling.subgraph import subgraph
from graphmem.tools.telling.wiki import wiki

__all__ = [
    "agenda",
    "asked",
    "cards",
    "context",
    "conversation",
    "dismissals",
    "entity",
    "file",
    "history",
    "impact",
    "ingests",
    "lineage",
    "ontology",
    "preferences",
    "radar",
    "receipt",
    "record",
    "records",
    "search",
    "sessions",
    "subgraph",
    "timeline",
    "topics",
    "wiki",
    "workspaces",
]
