"""Names that may mean one thing: design 3.1; cases ENT-02, ENT-04; figures in docs/duplicates.md."""

import csv
import re
import sysconfig
import time
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from graphmem.model.names import PROPOSE_AT, fold_key, name_key, probable_duplicate, typo_keys

PAIRS = Path(__file__).parent / "data" / "name_pairs.tsv"


def labelled(which: str) -> list[dict[str, str]]:
    with PAIRS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in rows if row["set"] == which]


def is_proposed(a: str, b: str) -> bool:
    return probable_duplicate(a, b) >= PROPOSE_AT


def is_found(a: str, b: str) -> bool:
    """Whether a store that looks up by equality would meet `b` when it writes `a`."""
    return name_key(a) == name_key(b) or fold_key(a) == fold_key(b) or bool({*typo_keys(a)} & {*typo_keys(b)})


def test_pairs_are_fair() -> None:
    """At least 150 pairs, half of them duplicates, none twice in either direction."""
    rows = labelled("tuned") + labelled("held_out")
    same = sum(row["label"] == "same" for row in rows)
    assert {row["label"] for row in rows} == {"same", "different"}
    assert len(rows) >= 300
    assert 0.45 < same / len(rows) < 0.55
    assert len({frozenset((row["one"], row["other"])) for row in rows}) == len(rows)


@pytest.mark.parametrize(("which", "least_recall"), [("tuned", 0.87), ("held_out", 0.88)])
def test_precision_and_recall(which: str, least_recall: float, capsys: pytest.CaptureFixture[str]) -> None:
    """On labelled pairs nearly every proposal is right, and most duplicates are proposed."""
    rows = labelled(which)
    verdicts = Counter((row["label"], is_proposed(row["one"], row["other"])) for row in rows)
    right, wrong, missed = verdicts["same", True], verdicts["different", True], verdicts["same", False]
    precision, recall = right / (right + wrong), right / (right + missed)
    with capsys.disabled():
        print(f"\n{which}: {len(rows)} pairs, precision {precision:.3f}, recall {recall:.3f}")
    assert precision >= 0.97
    assert recall >= least_recall


def test_every_proposal_is_found() -> None:
    """What would be proposed is met by plain equality under a key: nothing depends on comparing all names."""
    rows = [row for row in labelled("tuned") + labelled("held_out") if is_proposed(row["one"], row["other"])]
    assert [row for row in rows if not is_found(row["one"], row["other"])] == []
    assert len(rows) > 100


def test_typos_among_the_words_of_the_standard_library() -> None:
    """Among thousands of words in use, hardly two are taken for a slip of one another."""
    words = Counter[str]()
    for path in Path(sysconfig.get_path("stdlib")).glob("*.py"):
        words.update(re.findall(r"\b[a-z]{5,}\b", path.read_text(encoding="utf-8", errors="ignore")))
    used = [word for word, count in words.items() if count >= 5]
    met = defaultdict(set)
    for word in used:
        for key in typo_keys(word):
            met[key].add(word)
    pairs = {pair for group in met.values() for pair in combinations(sorted(group), 2)}
    slips = [pair for pair in pairs if is_proposed(*pair) and fold_key(pair[0]) != fold_key(pair[1])]
    assert len(used) > 1500
    assert len(slips) < len(used) / 100, slips


def test_names_of_one_letter() -> None:
    """A word of one letter beside the same letter doubled is compared like any other pair."""
    assert probable_duplicate("plan x", "plan xx") == probable_duplicate("x", "xx") == 0


def test_ent_02_plural() -> None:
    """A singular and its plural stay two names and are proposed."""
    assert name_key("Operator") != name_key("Operators")
    assert is_proposed("Operator", "Operators")
    assert is_found("Operator", "Operators")


def test_ent_04_quiet() -> None:
    """Of the eleven names only `Node.js` and `nodejs` are proposed."""
    names = ["C", "C++", "C#", ".NET", "Net", "Node.js", "nodejs", "HTTP", "HTTPS", "fetchUser", "fetchUsers"]
    assert [pair for pair in combinations(names, 2) if is_proposed(*pair)] == [("Node.js", "nodejs")]


def test_ent_04_identifier_in_words() -> None:
    """An identifier and its spelling in words are proposed."""
    assert is_proposed("DocumentKey", "document keys")
    assert fold_key("DocumentKey") == fold_key("document keys")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("かき", "かぎ"),
        ("и", "й"),
        ("王小明", "王小红"),
        ("_private", "private"),
        ("__init__", "init"),
        ("-1", "1"),
        ("I", "i "),
        ("x", "y"),
        ("", "a"),
        ("->", "=>"),
        ("🦊", "🐻"),
        ("can log in", "can't log in"),
        ("getAtime", "getMtime"),
        ("v1.2", "v12"),
    ],
)
def test_quiet(a: str, b: str) -> None:
    """Marks of other scripts, signs, negations and numbers make another thing."""
    assert is_proposed(a, b) == (name_key(a) == name_key(b))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Document Keys", "documentkey"),
        ("APIs", "api"),
        ("HTTPS", "https"),
        ("Policies", "policy"),
        ("C++", "c++"),
        (".NET", "net."),
        ("Python 3.11", "python3.11"),
        ("shard-01", "shard1"),
        ("The Ledger", "ledger"),
        ("Café", "cafe"),
        ("k8s", "kubernetes"),
        ("->", ">"),
        ("—", "—"),
        ("東京", "東京"),
    ],
)
def test_fold_key(name: str, key: str) -> None:
    """The fold key keeps what tells things apart and drops how they are written."""
    assert fold_key(name) == key


@given(st.text(min_size=1, max_size=40))
@example("the ")
@example("the")
@example("ſs")
def test_fold_key_is_never_empty(text: str) -> None:
    """Every name with a key has a fold key, so that blank ones never meet under an empty one."""
    assume(name_key(text))
    assert fold_key(text)


@given(st.text(max_size=30), st.text(max_size=30))
def test_symmetric(a: str, b: str) -> None:
    """The score lies in 0..1 and does not depend on the order; a name is itself."""
    assert probable_duplicate(a, b) == probable_duplicate(b, a)
    assert 0 <= probable_duplicate(a, b) <= 1
    assert probable_duplicate(a, a) == 1


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str]:
    """A word and the same with one letter more, less or other, or two that changed places."""
    word = draw(st.text("abcdefghij", min_size=6, max_size=60))
    at, letter = draw(st.integers(0, len(word) - 1)), draw(st.sampled_from("abcdefghij"))
    kinds = [
        word[:at] + letter + word[at:],
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at + 1 :],
        word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
    ]
    return word, draw(st.sampled_from(kinds))


@given(slips())
def test_typo_keys_meet(pair: tuple[str, str]) -> None:
    """Whatever the slip and wherever it lies, the two words share one of at most a dozen keys each."""
    one, other = pair
    assume(min(len(one), len(other)) >= 6)
    assert {*typo_keys(one)} & {*typo_keys(other)}
    assert len(typo_keys(one)) <= 12


@pytest.mark.parametrize("name", ["", "Rust", "C++", "a b c"])
def test_no_typo_keys_for_short_names(name: str) -> None:
    """Names of fewer than five letters have no typo keys."""
    assert typo_keys(name) == ()


def test_typo_keys_tell_names_apart() -> None:
    """Long names that only begin alike share no key."""
    assert not {*typo_keys("payment service")} & {*typo_keys("payment gateway")}
    assert not {*typo_keys("customer support team")} & {*typo_keys("customer success plan")}


@pytest.mark.parametrize("shape", ["a", "aA", "a.", "A", "'", "the ", "1", "1.", "_", "é", "s", "::"])
def test_linear_time(shape: str) -> None:
    """A hostile name of any shape is judged at once."""
    name = shape * 20_000
    start = time.process_time()
    probable_duplicate(name, f"{name}s")
    fold_key(name)
    assert time.process_time() - start < 2
