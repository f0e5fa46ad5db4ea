"""Embedders: what they make, and what is refused of it."""

from __future__ import annotations

import math

import pytest

from graphmem.embed import checked, known_space, open_embedder
from graphmem.errors import EmbedderError
from graphmem.settings import Settings

SETTINGS = Settings()


@pytest.mark.parametrize(
    "vector",
    [
        [math.nan, 1.0],
        [math.inf, 0.0],
        [0.0, 0.0],
        [],
        [1.0],
        [1.0, 0.0, 0.0],
        ["1", "0"],
        [True, False],
        "ab",
        None,
        [None, 1.0],
    ],
    ids=repr,
)
def test_src_10_bad_vectors_are_refused(vector: object) -> None:
    """What an index cannot hold is no vector: not finite, all zero, of another length, no numbers."""
    assert checked(vector, 2) is None


def test_good_vectors_get_unit_length() -> None:
    """Any other vector is stored at unit length, also one whose numbers are whole or very small."""
    assert checked([3, 4], 2) == [0.6, 0.8]
    assert checked((0.0, 1e-30), 2) == [0.0, 1.0]


@pytest.mark.parametrize("name", ["static", "bge"])
def test_vectors_tell_near_from_far(name: str) -> None:
    """A text is nearer to what means the same than to something else; alone or among others, its vector is the same or nearly so."""
    model, dimension = known_space(name) or ("", 0)
    embedder = open_embedder(model, SETTINGS)
    texts = ["the cache keeps sessions", "sessions are kept in the cache", "my dog likes the beach"]
    vectors = [checked(v, dimension) for v in embedder.embed(texts)]
    near, far = (sum(a * b for a, b in zip(vectors[0] or (), v or (), strict=True)) for v in vectors[1:])
    assert near > far + 0.1
    alone = checked(embedder.embed(texts[:1])[0], dimension)
    assert sum(a * b for a, b in zip(alone or (), vectors[0] or (), strict=True)) > 0.98


def test_the_static_embedder_is_what_its_package_makes() -> None:
    """Reading the weights directly gives the vectors of the package, which is slow to import and looks for files on the network."""
    from pathlib import Path

    import wordllama

    package = wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, dim=256, disable_download=True)
    texts = ["SessionPersister depends on carry_over", "점검은 금요일", "x"]
    for ours, theirs in zip(open_embedder("wordllama-256", SETTINGS).embed(texts), package.embed(texts).tolist(), strict=True):
        assert ours == pytest.approx(theirs, abs=1e-6)


def test_a_text_without_a_token_has_no_vector() -> None:
    """An empty text is no fault; it just has no vector."""
    assert open_embedder("wordllama-256", SETTINGS).embed([""]) == [[]]


def test_an_unknown_model_says_what_to_do() -> None:
    """A model that nothing here makes vectors of names the setting."""
    with pytest.raises(EmbedderError, match="GRAPHMEM_EMBEDDER"):
        open_embedder("some-model", SETTINGS)


def test_vectors_of_names_propose_too_much() -> None:
    """At no threshold do vectors of names find a duplicate that the rules miss without bringing several pairs of different things."""
    import csv
    from pathlib import Path

    from graphmem.model.names import PROPOSE_AT, parts, probable_duplicate

    lines = (Path(__file__).parent / "data" / "name_pairs.tsv").read_text(encoding="utf-8").splitlines()
    pairs = list(csv.DictReader((x for x in lines if not x.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE))
    names = {name: " ".join(parts(name)) or name for pair in pairs for name in (pair["one"], pair["other"])}
    made = open_embedder("wordllama-256", SETTINGS).embed(list(names.values()))
    vectors = {name: checked(vector, 256) or [0.0] * 256 for name, vector in zip(names, made, strict=True)}
    new, false = [], []
    for pair in pairs:
        cosine = sum(a * b for a, b in zip(vectors[pair["one"]], vectors[pair["other"]], strict=True))
        if pair["label"] == "different":
            false.append(cosine)
        elif probable_duplicate(pair["one"], pair["other"]) < PROPOSE_AT:
            new.append(cosine)
    assert len(new) > 10
    for threshold in (0.8, 0.9, 0.95, 0.98):
        assert sum(c >= threshold for c in false) >= 4 * sum(c >= threshold for c in new) > 0
