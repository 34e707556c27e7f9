"""Perfect tables of every school, reading, noble rule and day rule, and what is detected."""

from pathlib import Path

import dingshi
import pytest
from dingshi.datasets.validation import day_rules

from tests.pipelines.validation.tables import (
    BRANCHES,
    JINGWEI,
    KETI,
    PILLARS,
    Row,
    charts,
    judged,
    transmissions,
    words,
)
from tests.twins import casting as twin

OTHER_READINGS = [
    ("crossing", "depth", "with 涉害 by depth"),
    ("crossing", "depth_from_seat", "with 涉害 by depth counting the starting seat"),
    ("crossing", "depth_branches", "with 涉害 by depth counting branches only"),
    ("pool", "all", "if all candidates go on to 涉害"),
    ("tie", "lessons", "if the last tie falls to the order of the lessons"),
    ("zimao", "mao", "if 伏吟 子卯 returns to 卯"),
    ("bieze", "list", "if 別擇 holds on the six listed days only"),
]


@pytest.mark.parametrize(("school", "readings"), [("jingwei", JINGWEI), ("keti", KETI)])
def test_a_perfect_table_of_a_school_agrees(
    school: str, readings: dict[str, str], tmp_path: Path
) -> None:
    rows = charts(readings)
    result, report = judged(rows, tmp_path, school=school)
    assert result.statuses["agrees"] == len(rows) == len(report)
    assert (result.agrees, result.exit_status(), result.samples) == (True, 0, [])
    assert {row["status"] for row in report} == {"agrees"}
    assert {row["explanation"] for row in report} == {None}
    assert result.best is not None
    assert (result.best.school, result.best.rows) == (school, len(rows))


def test_the_school_of_a_table_is_detected_and_taken(tmp_path: Path) -> None:
    rows = charts(KETI, hours=(0,))
    result, _ = judged(rows, tmp_path)
    assert result.best is not None
    assert (result.best.school, result.best.rows) == ("keti", 720)
    differing = sum(
        transmissions(day, shift, KETI) != transmissions(day, shift)
        for day in range(60)
        for shift in range(12)
    )
    assert result.statuses["differs"] == result.by_option == differing > 0
    assert result.unexplained == 0
    assert {fit.school: fit.rows for fit in result.schools} == {
        "jingwei": 720 - differing,
        "keti": 720,
    }
    again, _ = judged(rows, tmp_path, school="auto")
    assert (again.school, again.exit_status()) == ("keti", 0)


@pytest.mark.parametrize(("reading", "value", "phrase"), OTHER_READINGS)
def test_each_reading_is_named_where_it_tells(
    reading: str, value: str, phrase: str, tmp_path: Path
) -> None:
    readings = {**JINGWEI, reading: value}
    rows = charts(readings, hours=(7,), generals=False)
    result, report = judged(rows, tmp_path)
    differing = [
        row
        for row, (day, shift) in zip(
            report, ((d, s) for d in range(60) for s in range(12)), strict=True
        )
        if transmissions(day, shift, readings) != transmissions(day, shift)
    ]
    assert result.statuses["differs"] == len(differing) > 0
    assert {row["status"] for row in differing} == {"differs"}
    assert {row["cause"] for row in differing} == {"reading"}
    assert {row["changes"] for row in differing} == {1}
    # Another reading may fit single rows as well, and is named beside it.
    assert all(phrase in row["explanation"] for row in differing)
    assert result.options[reading][value] == 720
    pinned, _ = judged(rows, tmp_path, readings={reading: value})
    assert pinned.exit_status() == 0


def test_a_noble_rule_is_named_and_detected(tmp_path: Path) -> None:
    rows = charts(noble="xieji", hours=(1, 7))
    result, report = judged(rows, tmp_path)
    jia = [r for r in report if r["day"] == "甲子" and r["hour"] == "未" and r["cause"]]
    assert jia
    assert {r["explanation"] for r in jia} == {"agrees if the day noble is 未 for 甲"}
    nights = [r for r in report if r["day"] == "甲子" and r["hour"] == "丑" and r["cause"]]
    assert {r["explanation"] for r in nights} == {"agrees if the night noble is 丑 for 甲"}
    assert result.unexplained == 0
    assert result.best is not None
    assert (result.best.noble, result.best.rows) == ("xieji", len(rows))
    pinned, _ = judged(rows, tmp_path, noble="xieji")
    assert pinned.exit_status() == 0


@pytest.mark.parametrize("place", range(1, len(day_rules())))
def test_each_day_rule_is_detected(place: int, tmp_path: Path) -> None:
    rule = day_rules()[place]
    days = {(rule.first + i) % 12 for i in range((rule.last - rule.first) % 12 + 1)}
    rows = charts(hours=range(12), night=lambda hour: hour not in days)[::5]
    result, _ = judged(rows, tmp_path)
    assert result.statuses["differs"] > 0
    assert result.best is not None
    assert (result.best.day_rule, result.best.rows) == (rule.name, len(rows))
    # Fewer changes than a day rule may do, when the generals alone are compared, but none fewer.
    assert result.unexplained == 0
    pinned, _ = judged(rows, tmp_path, day_rule=rule.name)
    assert pinned.exit_status() == 0


def test_a_school_and_a_noble_together(tmp_path: Path) -> None:
    rows = charts(KETI, noble="xieji", hours=(7,))
    result, _ = judged(rows, tmp_path)
    assert result.best is not None
    assert (result.best.school, result.best.noble, result.best.rows) == ("keti", "xieji", 720)
    auto, _ = judged(rows, tmp_path, school="auto")
    assert auto.exit_status() == 0


def test_a_table_keyed_by_day_and_what_stands_over_the_stem(tmp_path: Path) -> None:
    rows: list[Row] = [
        {
            "日": PILLARS[day],
            "干上": BRANCHES[twin.four_uppers(day, shift)[0]],
            "三傳": words(transmissions(day, shift)),
            "課體": twin.cast(day, shift, JINGWEI)["method"],
        }
        for day in range(60)
        for shift in range(12)
    ]
    result, _ = judged(rows, tmp_path)
    assert result.exit_status() == 0
    assert result.files[0].keyed_by == "above_stem"
    assert result.files[0].table == "定式: each of the 720 lessons, each once"
    short, _ = judged(rows[5:], tmp_path)
    assert short.files[0].table == "定式: lacks 5, each once"
    twice, _ = judged([*rows, rows[3]], tmp_path)
    assert twice.files[0].table == "定式: each of the 720 lessons, 1 rows again"


def test_the_corpus_validates_as_its_own_schools(tmp_path: Path) -> None:
    dingshi.build(tmp_path / "corpus")
    for name in ("dingshi.parquet", "plates.parquet"):
        result = dingshi.validate(tmp_path / "corpus" / name)
        assert result.exit_status() == 0, name
        assert result.rows == {"dingshi.parquet": 1440, "plates.parquet": 2880}[name]
