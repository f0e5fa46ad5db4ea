"""All commands, in the order in which the help lists them."""

from __future__ import annotations

from graphmem.cli import acts, demo, lookups, questions, serve, server, statements, tokens, transfer, workspaces
from graphmem.cli.frame import app

__all__ = ["acts", "app", "demo", "lookups", "questions", "serve", "server", "statements", "tokens", "transfer", "workspaces"]
