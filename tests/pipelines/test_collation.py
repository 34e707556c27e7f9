"""The checker: on claims that it must reject, against the texts, and under altered rules."""

import json
import re
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import dingshi
import pyarrow.parquet as pq
import pytest
from dingshi.cli.app import app
from dingshi.collation.checking import agrees, collate, evaluate, judge
from dingshi.collation.conditions import CONDITIONS
from dingshi.collation.document import collation_document
from dingshi.collation.editing import add_claims, lint_files, renumber
from dingshi.collation.mutations import MUTATIONS, broken_by
from dingshi.collation.registry import EVALUATORS
from dingshi.collation.report import changed, draw_details, select
from dingshi.collation.schools_compared import sides
from dingshi.collation.spirits import RULES, _by_rows, _named, _rows_of
from dingshi.collation.table import claims_table
from dingshi.collation.tables import CELLS
from dingshi.collation.values import shown_difference
from dingshi.collation.world import default_world, other_worlds
from dingshi.datasets.claims.kinds import conditions, kinds, tables, waiting_conditions
from dingshi.datasets.claims.mutations import recorded_mutations
from dingshi.datasets.claims.records import Claim, all_claims
from dingshi.datasets.schema import CLAIMS
from dingshi.datasets.spirits.catalogue import spirits
from dingshi.datasets.vocabulary import BOOKS
from dingshi.errors import InputError
from dingshi.writing import write_parquet
from typer.testing import CliRunner

ROOT = Path(__file__).parents[2]


def claim(kind: str, expected: Any, **inputs: Any) -> Claim:
    return Claim("bifa.1.1", "x", 1, kind, inputs, "x", expected, None, "holds", "", "", "a reason")


def test_every_recorded_verdict_is_the_one_found() -> None:
    assert [finding.claim.id for finding in changed(collate())] == []


def test_every_kind_has_an_evaluator_and_every_name_a_rule() -> None:
    assert set(EVALUATORS) == set(kinds())
    computable = set(conditions()) - set(waiting_conditions())
    seen = {c.inputs["condition"] for c in all_claims() if c.kind == "exists"}
    assert computable == set(CONDITIONS) | seen
    assert {name for name, waits in tables().items() if not waits} == set(CELLS)


# What the texts say outright, worked out by hand from the rules, one for each family of kinds.
TRUE = [
    claim("above", "卯", day="甲子", over="丑/子", at="寅"),
    claim("seat", "子", over="丑/子", branch="丑"),
    claim("lesson", "子/甲", day="甲子", over="子/寅", n=1),
    claim("transmissions", "寅巳申", day="甲子", ju=1),
    claim("noble", "丑", stem="甲", night=False),
    claim("noble_direction", "順", day="甲子", ju=1, night=False),
    claim("general_on", "貴人", day="甲子", ju=1, night=False, branch="丑"),
    claim("general_at", "螣蛇", day="甲子", ju=1, night=False, at="寅"),
    claim("relation", "鬼", stem="甲", branch="申"),
    claim("element_relation", "a克b", a="甲", b="己"),
    claim("element_relation", "a生b", a="玄武", b="青龍"),
    claim("branch_relation", "破", a="子", b="酉"),
    claim("branch_relation", "害", a="子", b="未"),
    claim("stage", "長生", stem="甲", branch="亥"),
    claim("stage", "墓", element="金", branch="丑"),
    claim("vigour", "死", season="春", element="土"),
    claim("hidden_stem", "丁", day="甲子", branch="卯"),
    claim("hidden_stem", "空", day="甲子", branch="戌"),
    claim("hour_stem", "甲", stem="甲", branch="子"),
    claim("void", True, day="甲子", branch="亥"),
    claim("seat_void", True, day="甲子", branch="子", over="子/亥"),
    claim("decade", "甲子", day="癸酉"),
    claim("month_general", "亥", month="寅"),
    claim("spirit", ["亥", "子"], spirit="印", stem="甲"),
    claim("spirit", ["寅"], spirit="驛馬", branch="子"),
    claim("spirit", ["子"], spirit="生氣", month="寅"),
    claim("spirit", ["申"], spirit="日德", stem="乙"),
    claim("count", 720, condition="lessons"),
    claim("days", ["甲寅", "丁未", "己未", "庚申", "癸丑"], condition="shared_days"),
    claim("sequence", "亥子丑", name="龍潛", pattern="進茹"),
    claim("quantity", 63, upper="寅", lower="子"),
    claim("table", ["申", "子", "辰"], table="三合局", key="水"),
]
FALSE = {
    "above": "辰",
    "seat": "丑",
    "lesson": "丑/甲",
    "transmissions": "寅申巳",
    "noble": "未",
    "noble_direction": "逆",
    "general_on": "天后",
    "general_at": "天后",
    "relation": "財",
    "element_relation": "b克a",
    "branch_relation": "沖",
    "stage": "胎",
    "vigour": "旺",
    "hidden_stem": "乙",
    "hour_stem": "丙",
    "void": False,
    "seat_void": False,
    "decade": "甲戌",
    "month_general": "戌",
    "spirit": ["亥"],
    "count": 719,
    "days": ["甲寅", "丁未", "己未", "庚申"],
    "sequence": "亥子寅",
    "quantity": 64,
    "table": ["申", "子"],
}


@pytest.mark.parametrize("true", TRUE, ids=lambda c: f"{c.kind} {list(c.inputs.values())}")
def test_the_checker_accepts_what_holds_and_rejects_what_does_not(true: Claim) -> None:
    assert judge(true).verdict == "holds"
    false = judge(replace(true, expected=FALSE[true.kind]))
    assert false.holds is False
    assert false.verdict in ("contradicted", "holds_under")
    assert not false.as_recorded


def test_every_shipped_claim_that_holds_can_fail() -> None:
    """Some value that another claim of the kind asserts is rejected, wherever there is another."""
    by_kind: dict[str, list[Any]] = {}
    for c in all_claims():
        values = by_kind.setdefault(c.kind, [])
        if c.expected not in values:
            values.append(c.expected)
    seen = 0
    for finding in collate():
        kind = kinds()[finding.claim.kind]
        if finding.holds and len(by_kind[kind.name]) > 1 and kind.compare != "subset":
            values = by_kind[kind.name]
            rejected = [v for v in values if not agrees(kind.compare, v, finding.computed)]
            assert rejected, finding
            seen += 1
    assert seen > 2000


def test_a_change_in_either_direction_is_found() -> None:
    held = next(c for c in all_claims() if c.verdict == "holds" and c.kind == "initial")
    wrong = next(c for c in all_claims() if c.verdict == "contradicted" and c.kind == "initial")
    assert not judge(replace(held, verdict="contradicted")).as_recorded
    assert not judge(replace(wrong, verdict="holds")).as_recorded
    waiting = next(c for c in all_claims() if c.verdict == "waiting")
    assert not judge(replace(waiting, verdict="holds", missing="")).as_recorded
    assert not judge(replace(held, verdict="waiting", missing="spirits")).as_recorded


def test_verify_fails_on_a_change_in_either_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    held = next(f for f in collate() if f.verdict == "holds")
    wrong = next(f for f in collate() if f.verdict == "contradicted")
    lost = replace(held, verdict="contradicted", holds=False)
    gained = replace(wrong, verdict="holds", holds=True)
    for findings, status in (([held, wrong], 0), ([lost], 1), ([gained], 1)):
        monkeypatch.setattr("dingshi.collation.checking.collate", lambda found=findings: found)
        done = CliRunner().invoke(app, ["verify", "--book", "bifa"])
        assert (0 if done.exception is None else 1) == status
        assert ("Changed against the record" in done.output) == bool(status)


def test_a_row_of_the_same_line_is_no_witness() -> None:
    """福山堂 2065 gives the virtue of 乙; the rows of another book must bear it out."""
    own = [spirit for spirit in spirits() if (spirit.book, spirit.name) == ("fushantang", "德")]
    assert {row["line"] for row in own[0].rows} == {"2065"}
    asked = {"spirit": "日德", "stem": "乙", "book": "fushantang", "line": 2065}
    altered = tuple(replace(r, cells={**r.cells, "value": "戌"}) for r in own[0].rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(_named(), ("fushantang", "日德"), [replace(own[0], rows=altered)])
        assert _by_rows(asked) == ["申"]
        assert _by_rows({**asked, "line": 1}) == ["戌"]


def test_the_document_says_how_many_claims_have_no_other_witness() -> None:
    by_rows, alone = 0, 0
    for c in all_claims():
        name = c.inputs.get("spirit", "")
        if c.kind != "spirit" or name in RULES or f"season {name}" in RULES:
            continue
        inputs = {**c.inputs, "book": c.book, "line": c.line}
        others = [b for b in BOOKS if b != c.book and _rows_of(b, inputs)]
        own = [line for _, line in _rows_of(c.book, inputs)]
        by_rows += 1
        alone += bool(own) and set(own) == {c.line} and not others
    document = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    assert f"of the {by_rows} claims that rest on rows, {alone}\nhave no other" in document


def test_an_unknown_spirit_waits() -> None:
    assert judge(claim("spirit", ["子"], spirit="無名", stem="甲")).missing == "spirits"


def test_a_list_tells_what_is_missing_and_what_is_surplus() -> None:
    listed = claim("days", ["甲寅", "甲子"], condition="shared_days")
    finding = judge(listed)
    assert finding.verdict == "contradicted"
    assert shown_difference(finding) == "missing 丁未 癸丑 己未 庚申; surplus 甲子"


def test_comparisons_are_strict() -> None:
    assert agrees("exact", "子", "子")
    assert not agrees("exact", ["子"], "子")
    assert agrees("set", ["子", "丑"], ["丑", "子"])
    assert not agrees("set", ["子"], ["丑", "子"])
    assert not agrees("set", ["子"], "子")
    assert agrees("subset", ["子"], ["丑", "子"])
    assert not agrees("subset", ["寅"], ["丑", "子"])
    assert agrees("member", "子", ["丑", "子"])
    assert not agrees("member", "寅", ["丑", "子"])
    assert not agrees("exact", True, 2)


def found(identity: str) -> Any:
    return next(finding for finding in collate() if finding.claim.id == identity)


def test_what_only_another_reading_gives() -> None:
    """六壬經緯 79 leaves out 丁酉; 福山堂 2202 rejects punishments that the other books have."""
    assert (found("jingwei.79.1").verdict, found("jingwei.79.1").under) == (
        "holds_under",
        "bieze=list",
    )
    assert "missing 丁酉" in shown_difference(found("jingwei.79.1"))
    assert found("fushantang.2202.9").under == "punishment=fushantang"


def test_known_conflicts_between_text_and_rule() -> None:
    """課體象意 499 gives 戌 on 甲午 by seat, against its own depth; 五要權衡 423 contradicts 59."""
    assert found("keti.499.4").verdict == "holds"
    three = next(
        c
        for c in all_claims()
        if c.line == 423 and c.kind == "transmissions" and "戌" in c.expected
    )
    assert judge(three).verdict == "contradicted"
    assert judge(three).computed == "酉亥丑"


def test_the_schools_are_told_apart_by_claims() -> None:
    by_name = {side.name: side for side in sides(collate())}
    keti = by_name["keti"]
    assert {c.id for c in keti.for_default} >= {"keti.499.4", "bifa.96.5", "bifa.158.1"}
    assert any(c.book == "wuyao" and c.inputs["day"] == "丁卯" for c in keti.for_default)
    assert keti.for_other == ()
    lessons = [dingshi.resolve_school(name) for name in ("jingwei", "keti")]
    assert lessons[0] != lessons[1]
    assert len(keti.rows) == 19
    assert by_name["zimao=mao"].rows
    assert {c.line for c in by_name["zimao=mao"].for_default} == {83}


def test_each_turned_rule_breaks_as_many_claims_as_recorded() -> None:
    computed = {
        name: len(broken_by(all_claims(), turn(default_world())))
        for name, turn in MUTATIONS.items()
    }
    assert computed == {name: count for name, (count, _) in recorded_mutations().items()}
    assert all(computed.values())


def test_worlds_are_not_changed_by_their_mutations() -> None:
    before = collate()
    for turn in MUTATIONS.values():
        turn(default_world())
    assert [f.computed for f in collate()] == [f.computed for f in before]
    assert all(world is not default_world() for world in other_worlds().values())


def test_the_published_apparatus_is_fresh() -> None:
    shipped = (ROOT / "docs" / "collation.md").read_text(encoding="utf-8")
    assert shipped == collation_document(), "stale: make collation"


def test_the_apparatus_names_every_emendation_and_contradiction() -> None:
    document = (ROOT / "docs" / "collation.md").read_text(encoding="utf-8")
    for finding in collate():
        if finding.verdict in ("emended", "contradicted", "holds_under"):
            assert re.search(rf"^- {re.escape(finding.claim.id)} ", document, re.MULTILINE)


def test_details_name_the_place_and_the_computed_fact() -> None:
    chosen = select(collate(), "bifa", None, "contradicted")
    text = draw_details(chosen)
    assert text.count("\n") + 1 == len(chosen)
    assert "bifa.336.10" in text
    assert "computed 寅" in text
    with pytest.raises(InputError, match="allowed"):
        select([], "yijing", None, None)
    with pytest.raises(InputError, match="allowed"):
        select([], None, None, "perhaps")


def test_the_table_has_a_row_for_every_claim(tmp_path: Path) -> None:
    path = tmp_path / "claims.parquet"
    write_parquet(CLAIMS, claims_table(), path)
    table = pq.read_table(path)
    assert table.num_rows == len(all_claims())
    rows = {row["id"]: row for row in table.to_pylist()}
    row = rows["keti.499.4"]
    assert (row["expected"], row["computed"], row["holds"]) == ("戌", "戌", True)
    assert json.loads(row["inputs"]) == {"day": "甲午", "over": "子/干"}
    assert {r["holds"] for r in rows.values() if r["verdict"] == "waiting"} == {None}
    assert {r["computed"] for r in rows.values() if r["verdict"] == "waiting"} == {""}


def test_values_of_default_claims_do_not_depend_on_the_order_of_evaluation() -> None:
    forward = {f.claim.id: f.computed for f in collate()}
    backward = {f.claim.id: f.computed for f in collate(reversed(all_claims()))}
    assert forward == backward


DRAFT: dict[str, Any] = {
    "book": "bifa",
    "section": "第一法 前後引從格",
    "line": 30,
    "kind": "above",
    "inputs": {"day": "庚辰", "over": "丑/庚", "at": "戌"},
    "as_written": "卯",
    "expected": "卯",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("claims", "coverage"):
        shutil.copytree(ROOT / "datasets" / name, tmp_path / name)
    return tmp_path / "claims"


def draft(**changed: Any) -> str:
    return json.dumps({**DRAFT, **changed}, ensure_ascii=False)


def test_a_draft_is_numbered_judged_and_filed(checkout: Path) -> None:
    before = Counter(c.line for c in all_claims() if c.book == "bifa")
    (added,) = add_claims(checkout, draft())
    assert added.verdict == "holds"
    assert added.ordinal > max(c.ordinal for c in all_claims() if (c.book, c.line) == ("bifa", 30))
    assert lint_files(checkout) == []
    assert f"\n30,claims,{before[30] + 1}," in (checkout.parent / "coverage/bifa.csv").read_text(
        encoding="utf-8"
    )
    with pytest.raises(InputError, match=f"input:1: duplicate of {added.id}"):
        add_claims(checkout, draft())


@pytest.mark.parametrize(
    ("changed_fields", "complaint"),
    [
        ({"inputs": {"day": "甲丑", "over": "丑/庚", "at": "戌"}}, "day '甲丑'"),
        ({"inputs": {"day": "庚辰", "over": "丑/龍", "at": "戌"}}, "over '丑/龍'"),
        ({"kind": "omen"}, "kind 'omen' is unknown"),
        ({"line": None}, "no source"),
        ({"line": 31}, "line 31 of the book is empty"),
        ({"book": "yijing"}, "book 'yijing'"),
        ({"expected": "辰"}, r"needs its reason in the note \(computed: 卯\)"),
        ({"note": "x" * 161}, "longer than 160"),
        ({"kind": "table", "inputs": {"table": "三合局", "key": "雲"}}, "no value follows"),
        ({"colour": "red"}, "field 'colour' is unknown"),
    ],
)
def test_a_bad_draft_is_refused_and_nothing_changes(
    checkout: Path, changed_fields: dict[str, Any], complaint: str
) -> None:
    before = {path.name: path.read_bytes() for path in checkout.iterdir()}
    with pytest.raises(InputError, match=complaint):
        add_claims(checkout, draft() + "\n" + draft(**changed_fields))
    assert {path.name: path.read_bytes() for path in checkout.iterdir()} == before


def test_a_draft_without_source_or_json_is_refused(checkout: Path) -> None:
    fields = {name: value for name, value in DRAFT.items() if name != "line"}
    with pytest.raises(InputError, match="input:1: no source: 'line'"):
        add_claims(checkout, json.dumps(fields))
    with pytest.raises(InputError, match="input:1: not JSON"):
        add_claims(checkout, "{")
    with pytest.raises(InputError, match="holds no claim"):
        add_claims(checkout, "")
    with pytest.raises(InputError, match=r"holds no .*\.jsonl"):
        add_claims(checkout.parent, draft())


def test_renumbering_closes_gaps(checkout: Path) -> None:
    assert renumber(checkout, "bifa") == []
    path = checkout / "bifa.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    gone = next(i for i, line in enumerate(lines) if '"bifa.30.2"' in line)
    path.write_text("".join(lines[:gone] + lines[gone + 1 :]), encoding="utf-8")
    moved = renumber(checkout, "bifa")
    assert moved[0] == ("bifa.30.3", "bifa.30.2")
    assert any("line 30 has" in complaint for complaint in lint_files(checkout))


def test_lint_compares_coverage_with_the_transcriptions(checkout: Path, tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    for i, book in enumerate(("jingwei", "keti", "wuyao", "fushantang", "bifa")):
        rows = (checkout.parent / f"coverage/{book}.csv").read_text(encoding="utf-8").splitlines()
        numbers = {int(row.split(",")[0]) for row in rows[1:]}
        lines = ["x" if n in numbers else "" for n in range(1, max(numbers) + 1)]
        if book == "bifa":
            lines[28] = "an unread line"
            lines[29] = ""
        (texts / f"{i:03d}_x.txt").write_text("\n".join(lines), encoding="utf-8")
    found_complaints = lint_files(checkout, texts)
    assert [c.partition(": ")[2] for c in found_complaints] == [
        "line 29 of the book is unaccounted",
        "line 30 of the book is empty",
    ]


def test_an_evaluation_names_its_world() -> None:
    seat = next(c for c in all_claims() if c.id == "keti.499.4")
    assert evaluate(seat, default_world()) == ("戌", True)
    assert evaluate(seat, other_worlds()["keti"]) == ("寅", False)
