"""The memory of a real project, told with its dates."""

from __future__ import annotations

from pathlib import Path

from graphmem.errors import Refused, RequestReused
from graphmem.memory import Memory

WORKSPACE = "demo-story"
AUTHOR = "agent"


def story() -> Path:
    """The file: beside the code in a wheel, under `examples/` in a checkout."""
    package = Path(__file__).parent.parent
    packed = package / "_examples" / "story.jsonl"
    return packed if packed.is_file() else package.parent / "examples" / "story.jsonl"


async def load(memory: Memory, workspace: str = WORKSPACE) -> int:
    """Tells the story and says how many of its lines were new: none in a second call, nor where another version told its own."""
    try:
        receipt = await memory.import_(story(), workspace=workspace, author=AUTHOR)
    except Refused as refused:
        if refused.code == RequestReused.code:
            return 0  # the same story in the words of another version: it stays as it was told
        raise
    return receipt.counts.get("records", 0)
