"""Tools for agents: one registry, and adapters of a few lines for LangChain, OpenAI and the Model Context Protocol."""

from __future__ import annotations

from graphmem.tools.acts import ACTS
from graphmem.tools.questions import QUESTIONS
from graphmem.tools.tool import Tool
from graphmem.tools.toolbox import Result, Toolbox
from graphmem.tools.work import WORK

TOOLS: dict[str, Tool] = {tool.name: tool for tool in (*ACTS, *QUESTIONS, *WORK)}

__all__ = ["TOOLS", "Result", "Tool", "Toolbox"]
