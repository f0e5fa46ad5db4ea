"""The tools in LangChain: its own standard tests, in blocking and in asynchronous code."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool
from langchain_tests.integration_tests import RetrieversIntegrationTests, ToolsIntegrationTests
from langchain_tests.unit_tests import ToolsUnitTests

from graphmem import sync
from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.tools import TOOLS
from graphmem.tools.langchain import langchain_tools
from graphmem.tools.retriever import GraphmemRetriever
from tests.stating import decision

SMALLEST = dict(TOOLS["remember"].example)


@pytest.fixture(scope="module")
def made(settings: Settings) -> Iterator[list[BaseTool]]:
    """The tools on a blocking memory, in a fresh workspace."""
    with sync.Memory.open(settings) as memory:
        name = memory.workspace(f"t-{secrets.token_hex(6)}", create=True).name
        yield list(langchain_tools(memory, workspace=name, author="claude"))


class Standard:
    """What the standard tests need to know of one tool."""

    name: ClassVar[str]
    example: ClassVar[dict[str, Any]]
    made: ClassVar[list[BaseTool]]

    @pytest.fixture(autouse=True)
    def _tools(self, made: list[BaseTool]) -> None:
        type(self).made = made

    @property
    def tool_constructor(self) -> BaseTool:
        return next(tool for tool in self.made if tool.name == self.name)

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return self.example


class TestRemember(Standard, ToolsIntegrationTests):
    """The tool that states."""

    name, example = "remember", SMALLEST


class TestRecords(Standard, ToolsIntegrationTests):
    """A tool that asks."""

    name, example = "records", {"current": True}


class TestForms(Standard, ToolsUnitTests):
    """The form of a tool, without a call."""

    name, example = "remember", SMALLEST


@pytest.fixture(scope="module")
def filled(settings: Settings) -> Iterator[dict[str, Any]]:
    """A blocking memory and a workspace with enough to find."""
    with sync.Memory.open(settings) as memory:
        workspace = memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author="ana")
        workspace.remember(*(decision(f"part {n} depends_on cache", decision=f"the cache of part {n}") for n in range(5)))
        yield {"memory": memory, "workspace": workspace.name}


class TestRetriever(RetrieversIntegrationTests):
    """Search as a retriever."""

    filled: ClassVar[dict[str, Any]]

    @pytest.fixture(autouse=True)
    def _filled(self, filled: dict[str, Any]) -> None:
        type(self).filled = filled

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return GraphmemRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return self.filled

    @property
    def retriever_query_example(self) -> str:
        return "which parts have a cache"


def test_a_document_says_where_it_comes_from(filled: dict[str, Any]) -> None:
    """A document has the id, author and rank of its hit, and filters apply before the limit."""
    documents = GraphmemRetriever(**filled, kinds=["decision"], k=2).invoke("the cache of part 3")
    assert len(documents) == 2
    assert "part 3" in documents[0].page_content
    assert documents[0].metadata["author"] == "ana"
    assert documents[0].id == documents[0].metadata["id"]


def by_name(made: list[BaseTool], name: str) -> BaseTool:
    return next(tool for tool in made if tool.name == name)


def test_every_tool_is_there(made: list[BaseTool]) -> None:
    """Each tool of the registry, with its description and its arguments."""
    assert [(tool.name, tool.description) for tool in made] == [(tool.name, tool.description) for tool in TOOLS.values()]
    assert all(tool.get_input_schema() is TOOLS[tool.name].arguments for tool in made)


async def test_a_failure_is_a_message_that_says_how_to_mend_it(made: list[BaseTool]) -> None:
    """Wrong arguments, a refusal and an unknown name come back as tool messages with the mark of an error, in both ways of calling."""
    calls = [("impact", {}, "- name: is missing"), ("impact", {"name": "nowhere"}, "NAME_NOT_FOUND"),
             ("remember", {**SMALLEST, "files": "a,b"}, 'a list is wanted, as ["a", "b"]')]  # fmt: skip
    for name, arguments, expected in calls:
        call = {"name": name, "args": arguments, "id": "1", "type": "tool_call"}
        for message in (by_name(made, name).invoke(call), await by_name(made, name).ainvoke(call)):
            assert message.status == "error"
            assert expected in message.content


async def test_an_asynchronous_memory_needs_asynchronous_calls(memory: Memory, made: list[BaseTool]) -> None:
    """A tool on an asynchronous memory answers `ainvoke`, and says what to use for `invoke`."""
    tools = langchain_tools(memory)
    assert "Workspaces" in await by_name(list(tools), "workspaces").ainvoke({})
    with pytest.raises(InvalidArgument, match=r"graphmem\.sync"):
        by_name(list(tools), "workspaces").invoke({})
