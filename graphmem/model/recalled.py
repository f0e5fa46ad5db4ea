"""What the memory brought up is marked, so that it is never taken in again as something new."""

from __future__ import annotations

import re

BEGIN, END = "<graphmem-context>", "</graphmem-context>"
_BLOCK = re.compile(f"{re.escape(BEGIN)}.*?(?:{re.escape(END)}|\\Z)", re.S)


def marked(text: str) -> str:
    """The text between the two marks."""
    return f"{BEGIN}\n{text}\n{END}" if text else text


def unmarked(text: str) -> str:
    """Stored text without either mark, so that it can neither open nor close a block."""
    while BEGIN in text or END in text:  # what is left may join into another mark
        text = text.replace(BEGIN, "").replace(END, "")
    return text


def without_recalled(text: str) -> tuple[str, int]:
    """The text without blocks that the memory brought up, and how many they were; one that was cut off goes to the end."""
    left, found = _BLOCK.subn("", text)
    return (left.replace(END, "").strip(), found) if found else (text, 0)
