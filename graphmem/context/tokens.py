"""Counting tokens as a language model would: with the tokeniser that comes with the default embedder, loaded when first used."""

from __future__ import annotations

import threading
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_FILE = "l2_supercat_tokenizer_config.json"
_LOADING = threading.Lock()


def count_tokens(text: str) -> int:
    """How many tokens the text is."""
    return len(tokenizer().encode(text, add_special_tokens=False).ids) if text else 0


def tokenizer() -> Tokenizer:
    """The tokeniser itself."""
    with _LOADING:
        return _loaded()


@cache
def _loaded() -> Tokenizer:
    from tokenizers import Tokenizer

    found = find_spec("wordllama")  # its place is asked for; the package itself, with all it brings, is not loaded
    assert found is not None
    assert found.submodule_search_locations
    return Tokenizer.from_file(str(Path(found.submodule_search_locations[0]) / "tokenizers" / _FILE))
