"""Files of dates and the calendar: what is written, what is rejected, what is refused."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import dingshi
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from dingshi import InputError, build_calendar, cast_file
from dingshi.datasets.almanac.schema import CALENDAR, PATTERN_COLUMNS
from dingshi.datasets.almanac.tables import almanac_id
from dingshi.datasets.vocabulary import BRANCHES
from dingshi.dates.civil import show_clock
from dingshi.dates.texts import resolver
from dingshi.patterns.chart_patterns import chart_patterns

SHANGHAI = "Asia/Shanghai"
ROWS = """who,at,day,zone
甲,2024-02-04 16:27,mine,
乙,,y,
"丙
丙",2023-02-29 01:00,z,
丁,1990-01-01 00:30
戊,1500-02-29 12:00:05,,UTC
己,1986-05-04 02:30,,
庚,1988-09-11 01:30,,
辛,2024-02-04 16:27+08:00,,Asia/Shangai
"""


def written(folder: Path, text: str = ROWS) -> Path:
    path = folder / "visits.csv"
    path.write_text(text, encoding="utf-8")
    return path


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_good_rows_are_cast_and_bad_ones_rejected_with_their_reason(tmp_path: Path) -> None:
    report = cast_file(written(tmp_path), tz=SHANGHAI, tz_column="zone")
    assert (report.rows, report.rejected) == (8, 6)
    charts, rejects = read(report.out), read(report.rejects)
    assert [row["who"] for row in charts] == ["甲", "戊"]
    first = charts[0]
    assert (first["day"], first["chart_day"], first["hour"]) == ("mine", "戊戌", "申")
    assert (first["year"], first["lunar_day"], first["night"]) == ("癸卯", "25", "false")
    assert (charts[1]["offset"], charts[1]["lunar_day"]) == ("0", "")
    assert [(row["row"], row["line"]) for row in rejects] == [
        ("2", "3"),
        ("3", "5"),
        ("4", "6"),
        ("6", "8"),
        ("7", "9"),
        ("8", "10"),
    ]
    for row, reason in zip(
        rejects,
        ("is empty", "does not exist", "2 cells", "skipped", "exists twice", "is unknown"),
        strict=True,
    ):
        assert reason in row["reason"]
    assert rejects[1]["who"] == "丙\n丙"


def test_every_column_of_the_table_is_there_in_words(tmp_path: Path) -> None:
    report = cast_file(written(tmp_path, "at\n2024-02-04 16:27\n"), tz="+08:00")
    (row,) = read(report.out)
    assert list(row) == ["at", *(column.name for column in CALENDAR.columns)]
    (table,) = dingshi.charts_at([1_707_035_220], 28_800).to_pylist()
    spelled = {None: "", True: "true", False: "false"}
    for name in row.keys() - {"at"}:
        value = table[name]
        plain = value is None or isinstance(value, bool)
        assert row[name] == (spelled[value] if plain else str(value)), name


def test_chunks_do_not_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "at\n" + "".join(f"2024-02-{d:02d} 12:00\n" for d in range(1, 29))
    whole = cast_file(written(tmp_path, text), tz="+08:00").out.read_bytes()
    monkeypatch.setattr("dingshi.dates.files.CHUNK", 5)
    seen: list[int] = []
    again = cast_file(tmp_path / "visits.csv", tz="+08:00", replace=True, progress=seen.append)
    assert again.out.read_bytes() == whole
    assert seen == [5, 10, 15, 20, 25, 28]


def test_no_column_has_the_name_of_another(tmp_path: Path) -> None:
    header = "at,day,chart_day,year"
    report = cast_file(written(tmp_path, f"{header}\n2024-02-04 16:27,1,2,3\n"), tz="+08:00")
    (row,) = read(report.out)
    assert len(row) == 4 + len(CALENDAR.columns)
    assert (row["day"], row["chart_day"], row["chart_chart_day"]) == ("1", "2", "戊戌")
    assert (row["year"], row["chart_year"]) == ("3", "癸卯")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"when\n2024-02-04 16:27\n", "has no column 'at'; .*when"),
        (b"at,at\nx,y\n", "has the column 'at' 2 times"),
        (b"at\n\xff\xfe\n", "is not UTF-8"),
        (b"at\n" + b'"' + b"x" * 200_000, "field larger"),
    ],
)
def test_files_that_are_no_table_of_dates_are_refused(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    path = tmp_path / "visits.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=complaint):
        cast_file(path, tz=SHANGHAI)
    assert [p.name for p in tmp_path.iterdir()] == ["visits.csv"]


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    path = written(tmp_path)
    cast_file(path, tz=SHANGHAI)
    with pytest.raises(InputError, match="exists; give another name, or say --replace"):
        cast_file(path, tz=SHANGHAI)
    with pytest.raises(InputError, match="neither of them"):
        cast_file(path, path, tz=SHANGHAI, replace=True)
    with pytest.raises(InputError, match="is no folder"):
        cast_file(path, tmp_path / "none" / "x.csv", tz=SHANGHAI)
    with pytest.raises(InputError, match="No such file"):
        cast_file(tmp_path / "absent.csv", tz=SHANGHAI)
    with pytest.raises(InputError, match="zone 'Mars' is unknown"):
        cast_file(path, tz="Mars", replace=True)
    assert path.read_text(encoding="utf-8") == ROWS


def test_the_calendar_has_every_double_hour_once(tmp_path: Path) -> None:
    seen: list[str] = []
    manifest = build_calendar(1898, "1901-03-01", tmp_path / "made", progress=seen.append)
    assert list(manifest["files"]) == ["1890s.parquet", "1900s.parquet"] == seen
    table = pl.read_parquet(tmp_path / "made" / "*.parquet")
    days = 365 + 365 + 365 + 31 + 28 + 1
    assert table.height == days * 12
    assert set(np.diff(table["instant"].to_numpy()).tolist()) == {7_200}
    assert table["civil_second"].unique().sort().to_list() == [h * 7_200 for h in range(12)]
    by_day = table.group_by("civil_year", "civil_month", "civil_day").agg(
        pl.col("day_id").n_unique(), pl.col("hour_id").n_unique().alias("hours")
    )
    assert set(by_day["day_id"]) == {1}
    assert set(by_day["hours"]) == {12}
    description = pq.read_schema(tmp_path / "made" / "1900s.parquet").metadata[b"description"]
    assert b"UTC+08:00, civil time" in description
    assert f"almanac {almanac_id()}".encode() in description


def test_a_calendar_is_the_same_bytes_again_and_leaves_no_file_of_another_range(
    tmp_path: Path,
) -> None:
    first = build_calendar(1999, 2000, tmp_path / "made")
    assert build_calendar(1999, 2000, tmp_path / "made") == first
    build_calendar("2000-01-01", "2000-01-02", tmp_path / "made")
    assert sorted(p.name for p in (tmp_path / "made").glob("*.parquet")) == ["2000s.parquet"]


@pytest.mark.parametrize(
    ("first", "last", "tz", "complaint"),
    [
        ("2001", "2000", "+08:00", "is after"),
        ("999", "2000", "+08:00", "year 999 is outside"),
        ("2000", "2401", "+08:00", "year 2401 is outside"),
        ("x", "2000", "+08:00", "'x' is not a date-time"),
        ("2000-01-01 10:00", "2000", "+08:00", "has a time"),
        ("2000", "2000", SHANGHAI, "changes its clock"),
    ],
)
def test_ranges_that_are_none_are_refused(
    tmp_path: Path, first: str, last: str, tz: str, complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        build_calendar(first, last, tmp_path / "made", tz=tz)
    assert not (tmp_path / "made").exists()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dingshi", *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )


AT = ("cast", "--at", "2024-02-04 16:27")


def test_the_commands(tmp_path: Path) -> None:
    done = run(*AT, "--tz", SHANGHAI, "--longitude", "116.4", "--born", "1984", "--sex", "m")
    assert (done.returncode, done.stderr) == (0, "")
    spirits = run(*AT, "--tz", SHANGHAI, "--born", "1984", "--sex", "m", "--spirits")
    assert "行年 巳" in spirits.stdout
    for words in ("apparent solar time at 116.4°", "行年 巳", "8 s before", "初傳"):
        assert words in done.stdout
    made = run("calendar", "--from", "2000", "--to", "2000", "--out", str(tmp_path / "made"))
    assert made.returncode == 0
    assert "4,392 rows" in made.stdout
    assert "2000s.parquet …" in made.stderr
    dated = run("dates", str(written(tmp_path)), "--tz", SHANGHAI)
    assert "3 of 8 rows cast" in dated.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((*AT,), "has no zone"),
        ((*AT, "甲子"), "drop DAY, or --at"),
        ((*AT, "--hour", "子", "--tz", SHANGHAI), "drop --hour, or --at"),
        ((*AT, "-g", "子", "--tz", SHANGHAI), "drop --month-general, or --at"),
        ((*AT, "--tz", "Asia/Shangai"), "did you mean Asia/Shanghai"),
        ((*AT, "--tz", SHANGHAI, "--sex", "m"), "needs the year of birth"),
        ((*AT, "--tz", SHANGHAI, "--longitude", "x"), "should be a valid number"),
        (("cast", "--at", "1988-09-11 01:30", "--tz", SHANGHAI), "say --fold first or second"),
        (("cast", "--at", "1986-05-04 02:30", "--tz", SHANGHAI), "skipped it"),
        (("cast", "甲子", "-g", "亥", "--hour", "子", "--tz", SHANGHAI), "--tz goes with a date"),
        (("cast", "甲子"), "Missing option '--month-general'"),
        (("cast",), "Missing argument 'DAY'"),
        ((*AT, "--tz", SHANGHAI, "--spirits", "--month", "寅"), "--at tells month and year"),
        (("calendar", "--from", "1900"), "Missing option '--to'"),
        (("dates", "absent.csv"), "No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: tuple[str, ...], complaint: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_column_of_moments_is_validated(tmp_path: Path) -> None:
    path = tmp_path / "charts.csv"
    path.write_text(
        "時間,三傳\n2024-02-04 16:27,寅午戌\n2024-02-04 10:27,寅午戌\n"
        "2024-02-04T08:27+00:00,寅午戌\n"
        "1986-05-04 02:30,寅午戌\n",
        encoding="utf-8",
    )
    done = run("validate", str(path), "--tz", SHANGHAI, "--no-report", "--format", "json")
    counts = json.loads(done.stdout)["statuses"]
    assert (counts["agrees"], counts["differs"], counts["unreadable"]) == (1, 1, 2)


def test_texts_become_codes_and_what_is_no_moment_none() -> None:
    texts = ["2024-02-04 16:27", "", "1986-05-04 02:30", "2024-02-04 08:27Z"]
    day, hour, general = resolver(SHANGHAI)(texts)
    assert day.tolist() == [34, -1, -1, -1]
    assert (hour[0], general[0]) == (8, 0)
    assert resolver()(texts)[0].tolist() == [-1, -1, -1, 34]
    assert resolver()([])[0].tolist() == []
    with pytest.raises(InputError, match="is unknown"):
        resolver("Mars")


def test_the_patterns_of_a_date_are_those_of_its_chart() -> None:
    instants = np.arange(0, 4_000_000_000, 99_999_997)
    table = dingshi.charts_at(instants, 28_800).to_pylist()
    for row, instant in zip(table, instants.tolist(), strict=True):
        dated = dingshi.cast_at(show_clock(instant + 28_800), "+08:00")
        found = chart_patterns(
            dated.chart, month=BRANCHES[dated.date["month_branch"]], year=dated.pillars()["year"]
        )
        held = {fired.entry.id for fired in found.patterns()}
        assert {name for name, column in PATTERN_COLUMNS.items() if row[column]} == held


def test_the_pattern_that_needs_a_lunar_day() -> None:
    days = np.arange(0, 3_000 * 12, dtype=np.int64) * 7_200
    table = pl.from_arrow(dingshi.charts_at(days, 28_800))
    assert isinstance(table, pl.DataFrame)
    held = table.filter("jingwei_guange_sanguangburen")
    assert held.height > 0
    assert held["lunar_day"].is_in([1, 8, 15, 23, 29, 30]).all()
    assert set(held["month_branch"].cast(pl.String)) <= set("申酉戌")
    orders = {
        tuple(row) for row in held.select("initial", "middle", "final").cast(pl.String).rows()
    }
    assert orders <= {tuple(order) for order in ("子卯午", "卯午酉", "午酉子", "酉子卯")}
    old = dingshi.charts_at(days - 15_000_000_000, 28_800)["jingwei_guange_sanguangburen"]
    assert set(old.to_pylist()) == {None, False}
