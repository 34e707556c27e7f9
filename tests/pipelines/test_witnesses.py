"""Pillars, terms and lunar dates against sxtwl and lunar-python: a sample of docs/calendar.md."""

import numpy as np
import pytest
from dingshi.almanac import comparison
from dingshi.datasets.almanac import tables
from dingshi.datasets.reading import Row, read_rows
from dingshi.kernels.almanac import TRUE_SUN_DAY, UTC8

DIFFERENCES = (
    "first_day",
    "days",
    "ours",
    "theirs",
    "witnesses",
    "event",
    "seconds_after_midnight",
    "uncertainty_s",
    "cause",
)


@pytest.mark.parametrize("name", ["sxtwl", "lunar-python"])
def test_no_difference_is_without_its_cause(name: str) -> None:
    instants = comparison.sample(3_000)
    assert (np.diff(instants) >= 0).all()
    offsets = comparison.local_offsets(instants)
    assert set(offsets.tolist()) == {28_800, 32_400}
    ours = comparison.by_us(instants, offsets)
    theirs = comparison.WITNESSES[name](instants, offsets)
    found = comparison.causes(name, instants, ours, theirs)
    assert found["unexplained"] == 0
    assert (ours[:, :3] == theirs[:, :3]).all()


def test_a_wrong_day_hour_month_or_year_would_be_unexplained() -> None:
    instants = comparison.sample(500)
    terms = tables.terms()[::2]
    # Ten days from any 節 nothing explains a difference.
    far = np.abs(instants[:, None] - terms[None, :]).min(axis=1) > 10 * 86_400
    instants = instants[far][:50]
    ours = comparison.by_us(instants, comparison.local_offsets(instants))
    for field in range(len(comparison.FIELDS)):
        wrong = ours.copy()
        wrong[:, field] = (wrong[:, field] + 1) % 60
        for name in comparison.WITNESSES:
            found = comparison.causes(name, instants, ours, wrong)
            assert found == {"unexplained": len(instants)}


def test_every_lunar_date_is_theirs_but_for_the_listed_runs() -> None:
    days = np.arange(TRUE_SUN_DAY, comparison.LAST // 86_400 + 1)
    ours = comparison.lunar_codes(days)
    for name, witness, step in (
        ("lunar-python", comparison.lunar_by_lunar_python, 1),
        ("sxtwl", comparison.lunar_by_sxtwl, 15),
    ):
        listed = {
            day
            for row in read_rows("almanac/lunar_differences.csv", DIFFERENCES)
            if name in row["witnesses"].split()
            for day in range(*span(row))
        }
        some = days[::step]
        differ = set(some[ours[::step] != witness(some)].tolist())
        assert differ == listed & set(some.tolist())


def test_every_listed_run_has_a_cause_that_its_numbers_bear() -> None:
    rows = read_rows("almanac/lunar_differences.csv", DIFFERENCES)
    assert len(rows) == 35
    for row in rows:
        away, doubt = abs(int(row["seconds_after_midnight"])), int(row["uncertainty_s"])
        # The theory of the Qing erred by minutes for the moon, by an hour and more for the sun.
        theory = 7_200 if row["event"] == "中氣" else 1_200
        limit = {"theory": theory, "delta_t": doubt}[row["cause"]]
        assert away <= limit or row["first_day"] == "2057-09-28", row
        assert row["cause"] == ("theory" if row["first_day"] < "1912" else "delta_t")


def span(row: Row) -> tuple[int, int]:
    first = int(np.datetime64(row["first_day"]).astype(int))
    return first, first + int(row["days"])


def test_a_run_of_other_lunar_dates_is_seen() -> None:
    days = np.arange(19_757, 19_857)
    ours = comparison.lunar_codes(days)
    theirs = ours.copy()
    theirs[[3, 4, 5, 60]] += 1
    assert [(run.first.isoformat(), run.days) for run in comparison.runs(days, ours, theirs)] == [
        ("2024-02-07", 3),
        ("2024-04-04", 1),
    ]
    assert comparison.show_code(int(ours[0])) == "2023-12-25"


def test_terms_are_those_of_sxtwl_within_the_stated_uncertainty() -> None:
    sxtwl = pytest.importorskip("sxtwl")
    terms = tables.terms()
    for year in range(1700, 2400, 23):
        theirs = np.array(
            [(term.jd - 2440587.5) * 86_400 - UTC8 for term in sxtwl.getJieQiByYear(year)]
        )
        gaps = np.abs(terms[None, :] - theirs[:, None]).min(axis=1)
        # Where the printed calendar had a term on another day, it puts the time of day on that day.
        gaps = np.minimum(gaps, np.abs(gaps - 86_400))
        assert gaps.max() <= comparison.allowance("sxtwl", np.array(year)), year
