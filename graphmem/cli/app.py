"""All commands, in the order in which the help lists them."""

from __future__ import annotations

from graphmem.cli import (
    acts,
    agents,
    browser,
    demo,
    lookups,
    ontology,
    questions,
    serve,
    server,
    statements,
    tokens,
    transfer,
    work,
    workspaces,
)
from graphmem.cli.frame import app

__all__ = [
    "acts", "agents", "app", "browser", "demo", "lookups", "ontology", "questions", "serve", "server", "statements", "tokens",
    "transfer", "work", "workspaces",
]  # fmt: skip
