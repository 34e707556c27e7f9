"""The claims as data: what ships is clean, and the lint refuses what it must."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from dingshi.datasets.claims.kinds import conditions, kinds, tables, variants_of, well_formed
from dingshi.datasets.claims.lint import lint_claims, lint_coverage
from dingshi.datasets.claims.records import (
    VERDICTS,
    all_claims,
    claim_of,
    claims,
    format_claim,
    shipped_text,
)
from dingshi.datasets.claims.texts import coverage_text, transcriptions
from dingshi.datasets.vocabulary import BOOKS

GOOD: dict[str, Any] = {
    "id": "bifa.30.1",
    "section": "第一法 前後引從格",
    "line": 30,
    "kind": "above",
    "inputs": {"day": "庚辰", "over": "丑/庚", "at": "支"},
    "as_written": "酉",
    "expected": "酉",
    "emended_from": None,
    "verdict": "holds",
    "under": "",
    "missing": "",
    "note": "",
}


def lint(*rows: dict[str, Any] | str) -> list[str]:
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    return lint_claims("".join(f"{line}\n" for line in lines), "bifa.jsonl", "bifa")


def with_inputs(**changed: Any) -> dict[str, Any]:
    inputs = {**GOOD["inputs"], **changed}
    return {**GOOD, "inputs": {name: value for name, value in inputs.items() if value is not None}}


@pytest.mark.parametrize("book", list(BOOKS))
def test_the_shipped_claims_and_their_coverage_are_clean(book: str) -> None:
    assert lint_claims(shipped_text(book), f"{book}.jsonl", book) == []
    size = transcriptions()[book]
    counts = Counter(claim.line for claim in claims(book))
    assert lint_coverage(coverage_text(book), f"{book}.csv", counts, size.lines, size.filled) == []


def test_the_books_were_read_closely() -> None:
    """At least what an independent reading counted in each book."""
    counts = Counter(claim.book for claim in all_claims())
    least = {"jingwei": 420, "keti": 210, "wuyao": 190, "fushantang": 180, "bifa": 900}
    assert all(counts[book] >= number for book, number in least.items())
    assert len({claim.id for claim in all_claims()}) == len(all_claims())


def test_every_kind_condition_and_table_is_used() -> None:
    used = [claim.inputs for claim in all_claims()]
    assert {claim.kind for claim in all_claims()} == set(kinds())
    named = {inputs["condition"] for inputs in used if "condition" in inputs}
    variants = {variant for condition in named for variant in variants_of(condition)}
    assert named | variants == set(conditions())
    assert not named & variants
    assert {inputs["table"] for inputs in used if "table" in inputs} == set(tables())


def test_no_value_is_a_sentence() -> None:
    for claim in all_claims():
        assert len(claim.as_written) <= 16
        assert not set(claim.as_written) & set("。？！；")
        assert well_formed(kinds()[claim.kind].value, claim.expected)


def test_a_good_claim_passes() -> None:
    assert lint(GOOD) == []
    assert format_claim(claim_of(GOOD)) == json.dumps(GOOD, ensure_ascii=False)


BAD: dict[str, tuple[Any, str]] = {
    "impossible day": (with_inputs(day="甲丑"), "day '甲丑'"),
    "no branch": (with_inputs(over="甲/庚"), "over '甲/庚'"),
    "no branch in the value": ({**GOOD, "expected": "醜"}, "expected '醜'"),
    "unknown kind": ({**GOOD, "kind": "omen"}, "kind 'omen' is unknown"),
    "no source": ({**GOOD, "line": None}, "no source"),
    "no section": ({**GOOD, "section": " "}, "no source"),
    "line zero": ({**GOOD, "line": 0, "id": "bifa.0.1"}, "no source"),
    "another book": ({**GOOD, "id": "keti.30.1"}, "names keti"),
    "another line": ({**GOOD, "id": "bifa.31.1"}, "not of line 30"),
    "long note": ({**GOOD, "note": "x" * 161}, "longer than 160"),
    "a sentence": ({**GOOD, "as_written": "酉" * 17}, "at most 16"),
    "two plates": (with_inputs(ju=3), "plate is given twice"),
    "half a plate": (with_inputs(over=None, month_general="亥"), "gives no plate"),
    "ju out of range": (with_inputs(over=None, ju=13), "ju 13 is not 1 to 12"),
    "an input too many": (with_inputs(sex="m"), "takes no input 'sex'"),
    "an input too few": (with_inputs(at=None), "needs at"),
    "unknown verdict": ({**GOOD, "verdict": "maybe"}, "verdict 'maybe'"),
    "complete, yet undecidable": (
        {**GOOD, "verdict": "undecidable", "missing": "plate"},
        "inputs of a above are complete",
    ),
    "complete, yet outside": (
        {**GOOD, "verdict": "outside", "missing": "date"},
        "inputs of a above are complete",
    ),
    "undecidable without the input": (
        {**with_inputs(over=None), "verdict": "undecidable"},
        "missing '' is not one of plate",
    ),
    "waiting for nothing": ({**GOOD, "verdict": "waiting"}, "missing '' is not one of"),
    "waiting and decided": ({**GOOD, "missing": "spirits"}, "does not go with"),
    "contradicted without a reason": ({**GOOD, "verdict": "contradicted"}, "needs its reason"),
    "emended from nothing": ({**GOOD, "verdict": "emended", "note": "x"}, "emended_from is null"),
    "emendation without a reason": (
        {**GOOD, "verdict": "emended", "emended_from": "西"},
        "needs its reason",
    ),
    "an emendation that holds as it is": (
        {**GOOD, "emended_from": "西", "note": "西 for 酉"},
        "cannot be holds",
    ),
    "under without need": ({**GOOD, "under": "keti"}, "under is given exactly"),
    "a field too many": ({**GOOD, "text": "x"}, "field 'text' is unknown"),
    "a field too few": ({k: v for k, v in GOOD.items() if k != "note"}, "'note' is missing"),
    "not JSON": ("{", "not JSON"),
    "not an object": ("[]", "not a JSON object"),
    "a field twice": ('{"id": "bifa.30.1", "id": "bifa.30.2"}', "'id' stands twice"),
    "another order of inputs": (
        {**GOOD, "inputs": {"at": "支", "day": "庚辰", "over": "丑/庚"}},
        "canonical form",
    ),
    "unknown condition": (
        {**GOOD, "kind": "count", "inputs": {"condition": "rainy days"}, "expected": 3},
        "condition 'rainy days'",
    ),
    "unknown table": (
        {**GOOD, "kind": "table", "inputs": {"table": "雜", "key": "子"}},
        "table '雜'",
    ),
}


@pytest.mark.parametrize("name", list(BAD))
def test_a_bad_claim_is_refused_with_file_and_line(name: str) -> None:
    row, complaint = BAD[name]
    found = lint(GOOD, row)
    assert any(line.startswith("bifa.jsonl:2: ") and complaint in line for line in found), found


def test_a_duplicate_and_a_wrong_order_are_refused() -> None:
    assert lint(GOOD, {**GOOD, "id": "bifa.30.2"}) == [
        "bifa.jsonl:2: duplicate of the claim in line 1"
    ]
    other = {**with_inputs(at="干"), "id": "bifa.30.2", "expected": "丑"}
    assert any("out of order" in line for line in lint(other, GOOD))


def test_what_the_book_leaves_out_may_be_undecidable() -> None:
    row = {**with_inputs(over=None), "verdict": "undecidable", "missing": "plate"}
    assert lint(row) == []


COVERAGE = "line,account,where,why\n1,heading,,\n3,claims,2,\n4,rule,casting,\n"


def coverage(text: str, filled: int = 3) -> list[str]:
    return lint_coverage(text, "x.csv", {3: 2}, 5, filled)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (COVERAGE.replace("3,claims,2", "3,claims,1"), "x.csv:3: line 3 has 2 claims, not 1"),
        (COVERAGE.replace("4,rule,casting,", "4,rule,,"), "x.csv:4: a rule needs the place"),
        (COVERAGE.replace("4,rule", "4,guess"), "x.csv:4: 'guess' is not one of"),
        (COVERAGE.replace("4,rule,casting,", "9,rule,casting,"), "beyond 5"),
        (COVERAGE.replace("4,rule,casting,", "4,waiting,rain,"), "'rain' is not a capability"),
        (COVERAGE.replace("4,rule,casting,", "4,interpretation,,"), "needs its reason"),
        (COVERAGE.replace("3,claims,2,\n", ""), "line 3 has claims and no row"),
        (COVERAGE.replace("4,rule,casting,\n", ""), "2 rows, but 3 lines"),
        ("a,b\n", "the columns are not"),
    ],
)
def test_coverage_that_does_not_add_up_is_refused(text: str, complaint: str) -> None:
    assert coverage(COVERAGE) == []
    assert any(complaint in line for line in coverage(text)), coverage(text)


def test_every_verdict_has_a_meaning() -> None:
    assert {claim.verdict for claim in all_claims()} <= set(VERDICTS)
    assert all(VERDICTS.values())


def test_the_collation_of_the_repository_names_no_sentence() -> None:
    document = Path(__file__).parents[2] / "docs" / "collation.md"
    assert "。" not in document.read_text(encoding="utf-8")
