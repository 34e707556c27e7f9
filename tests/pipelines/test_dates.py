"""Dates as people write them, zones with their history, and charts that say how near a boundary."""

import json
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import dingshi
import numpy as np
import pytest
from dingshi import Clock, InputError, cast_at
from dingshi.datasets.spirits.catalogue import spirits
from dingshi.datasets.vocabulary import BRANCHES
from dingshi.dates import civil, zones
from dingshi.dates.dated import instant_of
from dingshi.dates.persons import parse_person
from dingshi.dates.resolving import civil_dates, resolve
from dingshi.kernels.almanac import FIRST_DAY, LAST_DAY
from dingshi.spirits.chart_spirits import chart_spirits
from dingshi.spirits.inputs import setting_of
from hypothesis import given, settings
from hypothesis import strategies as st

SHANGHAI = "Asia/Shanghai"
AT = "2024-02-04 16:27"  # eight seconds before 立春


def test_known_day_numbers() -> None:
    assert civil.day_number(1970, 1, 1) == 0
    assert civil.day_number(1582, 10, 15) == -141_427 == civil.day_number(1582, 10, 4) + 1
    assert civil.day_number(1500, 2, 29) + 1 == civil.day_number(1500, 3, 1)
    # Julian day 2086308 begins on 1000-01-01 of the Julian calendar, 2440588 on 1970-01-01.
    assert civil.day_number(1000, 1, 1) == 2_086_308 - 2_440_588


def test_every_day_of_the_table_there_and_back() -> None:
    days = np.arange(FIRST_DAY, LAST_DAY + 1)
    columns = [column.tolist() for column in civil_dates(days)]
    for number, written in zip(
        range(FIRST_DAY, LAST_DAY + 1, 29),
        zip(*(c[::29] for c in columns), strict=True),
        strict=True,
    ):
        assert civil.calendar_date(number) == written
        assert civil.day_number(*written) == number
        gregorian = date.fromordinal(number + 719_163)
        assert civil.calendar_date(number, "gregorian") == (
            gregorian.year,
            gregorian.month,
            gregorian.day,
        )
        assert civil.day_number(*civil.calendar_date(number, "julian"), "julian") == number


@pytest.mark.parametrize("day", range(5, 15))
def test_the_ten_lost_days(day: int) -> None:
    with pytest.raises(InputError, match="1582-10-04 was followed by 1582-10-15"):
        civil.day_number(1582, 10, day)
    assert civil.day_number(1582, 10, day, "gregorian") == -141_437 + day - 5


@pytest.mark.parametrize(
    "text",
    [
        "1700-02-29 10:00",
        "2023-02-29 10:00",
        "2024-13-01 10:00",
        "2024-00-10 10:00",
        "2024-01-00 10:00",
        "2024-04-31 10:00",
        "2024-02-04 24:00",
        "2024-02-04 12:60",
        "2024-02-04 23:59:60",
        "",
        "   ",
        "today",
        "2024-2",
        "2024-02-04 1",
        "2024-02-04 16:27:08.5",
        "2024-02-04 16:27+16:00",
        "02/04/2024 16:27",
        "0999-12-31 10:00",
        "2401-01-01 10:00",
        "२०२४-०१-०१ 10:00",
        "2024-02-04 16:27\0",
    ],
)
def test_what_is_no_date_time_is_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        civil.parse_date_time(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        AT,
        "2024-2-4 16:27:00",
        "2024-02-04T16:27",
        " ２０２４-02-04　16：27 ",
        "2024/02/04 16:27",
        "2024-02-04 16:27:00.000",
    ],
)
def test_spellings_of_one_moment(text: str) -> None:
    assert civil.parse_date_time(text) == (19_757, 59_220, None)


def test_an_offset_may_be_written_with_the_time() -> None:
    written = {"+08:00": 28_800, "-0330": -12_600, "Z": 0, "+8": 28_800, " +08:05:43": 29_143}
    for text, offset in written.items():
        assert civil.parse_date_time(AT + text).offset == offset


def test_a_calendar_can_be_forced() -> None:
    with pytest.raises(InputError, match="Gregorian calendar this month has 28 days"):
        civil.parse_date_time("1500-02-29 10:00", "gregorian")
    assert civil.parse_date_time("1700-02-29 10:00", "julian").day == civil.day_number(1700, 3, 11)
    with pytest.raises(InputError, match="calendar 'roman' is unknown"):
        cast_at(AT, SHANGHAI, calendar="roman")


def test_a_clock_that_went_forward_skipped_an_hour() -> None:
    with pytest.raises(InputError, match=r"does not exist in .* from \+08:00 to \+09:00"):
        instant_of("1986-05-04 02:30", SHANGHAI)
    assert instant_of("1986-05-04 01:59:59", SHANGHAI)[1] == 28_800
    assert instant_of("1986-05-04 03:00", SHANGHAI)[1] == 32_400


def test_a_clock_that_went_back_shows_an_hour_twice() -> None:
    twice = "1988-09-11 01:30"
    with pytest.raises(InputError, match=r"exists twice .* first at \+09:00, again at \+08:00"):
        instant_of(twice, SHANGHAI)
    first, second = (instant_of(twice, SHANGHAI, fold=f)[0] for f in ("first", "second"))
    assert second - first == 3_600
    assert instant_of(twice + "+09:00", SHANGHAI)[0] == first
    assert instant_of(twice + "+08:00", SHANGHAI)[0] == second
    with pytest.raises(InputError, match=r"offset \+09:00, not \+07:00"):
        instant_of(twice + "+07:00", SHANGHAI)
    with pytest.raises(InputError, match="fold 'third'"):
        instant_of(twice, SHANGHAI, fold="third")


@settings(max_examples=300, derandomize=True)
@given(
    st.datetimes(datetime(1000, 1, 2), datetime(2399, 12, 30)),
    st.sampled_from([SHANGHAI, "America/New_York", "Europe/Lisbon", "Asia/Kathmandu", "UTC"]),
)
def test_an_instant_there_and_back(moment: datetime, name: str) -> None:
    instant = int((moment - datetime(1970, 1, 1)) // timedelta(seconds=1))
    offset = zones.offset_at(name, instant)
    fold = moment.replace(microsecond=0, tzinfo=UTC).astimezone(ZoneInfo(name)).fold
    found = zones.offset_of(name, instant + offset, fold=("first", "second")[fold])
    assert found == offset


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Asia/Shangai", SHANGHAI), ("Beijing", SHANGHAI), ("new york", "America/New_York"), ("", "")],
)
def test_an_unknown_zone_is_refused_with_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(InputError, match="is unknown") as refused:
        zones.zone_of(name)
    assert hint in str(refused.value)


def test_offsets_are_plus_to_the_east_except_in_the_zones_that_say_otherwise() -> None:
    for name in ("+08:00", "+8", "UTC+8", "GMT+08:00", "Etc/GMT-8"):
        assert zones.offset_at(name, 0) == 28_800
    assert zones.offset_at("Etc/GMT+8", 0) == -28_800
    with pytest.raises(InputError, match="out of range"):
        zones.zone_of("-25:00")


def test_a_date_without_zone_or_hour_is_refused() -> None:
    with pytest.raises(InputError, match="has no zone; give --tz"):
        cast_at(AT)
    with pytest.raises(InputError, match="has no time of day"):
        cast_at("2024-02-04", SHANGHAI)
    with pytest.raises(InputError, match=r"the time says \+09:00, the zone \+08:00"):
        cast_at(AT + "+09:00", "+08:00")


def test_a_datetime_is_read_as_its_text() -> None:
    text = cast_at(AT, SHANGHAI)
    assert cast_at(datetime(2024, 2, 4, 16, 27), SHANGHAI).to_dict() == text.to_dict()
    aware = datetime(2024, 2, 4, 16, 27, tzinfo=ZoneInfo(SHANGHAI))
    assert cast_at(aware).instant == text.instant
    again = datetime(1988, 9, 11, 1, 30, fold=1)
    assert cast_at(again, SHANGHAI).date["offset"] == 28_800


def test_the_chart_of_a_date_is_that_of_its_axes() -> None:
    dated = cast_at(AT, SHANGHAI, born=1984, sex="m")
    plain = dingshi.cast("戊戌", month_general="子", hour="申", natal="子")
    assert dated.chart == plain
    found = dated.to_dict()
    assert {key: found[key] for key in plain.to_dict()} == plain.to_dict()
    assert found["date"]["pillars"] == {
        "year": "癸卯",
        "month": "乙丑",
        "day": "戊戌",
        "hour": "庚申",
    }
    assert found["date"]["instant"] == "2024-02-04T08:27:00Z"
    assert [term["term"] for term in found["date"]["terms"]] == ["大寒", "立春"]
    assert found["date"]["lunar"] == {
        "year": 2023,
        "month": 12,
        "leap": False,
        "day": 25,
        "quarter": None,
    }
    assert found["date"]["lodge"] == {"lodge": "氐", "branch": "卯"}
    assert found["year_of_life"]["age"] == 40
    json.dumps(found)


def test_a_term_near_by_is_warned_of_with_the_other_chart() -> None:
    (warning,) = cast_at(AT, SHANGHAI).warnings
    assert (warning.kind, warning.name, warning.undecided) == ("term", "立春", False)
    assert warning.seconds == 8
    assert warning.other.pillars()["year"] == "甲辰"
    assert cast_at("2024-02-04 16:27:07", SHANGHAI).warnings[0].undecided
    after = cast_at("2024-02-04 16:28", SHANGHAI).warnings[0]
    assert (after.seconds, after.other.pillars()["year"]) == (-52, "癸卯")
    assert cast_at("2024-02-04 16:40", SHANGHAI).warnings == ()


def test_a_middle_term_changes_the_general() -> None:
    # 雨水 of 2024 is at 12:13 at UTC+8 (published to the minute).
    before, after = (cast_at(f"2024-02-19 {t}", SHANGHAI) for t in ("12:10", "12:16"))
    generals = [BRANCHES[c.chart.month_general] for c in (before, after)]
    assert generals == ["子", "亥"]
    assert before.warnings[0].other.chart == after.chart


def test_hours_and_days_near_by_are_warned_of() -> None:
    near = cast_at("2024-03-01 12:58", SHANGHAI).warnings
    assert [(w.kind, w.name, w.seconds) for w in near] == [("hour", "未", 120)]
    midnight = cast_at("2024-03-01 00:02", SHANGHAI).warnings
    assert [(w.kind, w.seconds) for w in midnight] == [("day", -120)]
    assert midnight[0].other.chart.day == (cast_at("2024-03-01 00:02", SHANGHAI).chart.day - 1) % 60
    early = cast_at("2024-03-01 22:58", SHANGHAI, clock=Clock(day_starts="子初")).warnings
    assert [(w.kind, w.name) for w in early] == [("day and hour", "子")]


def test_the_late_zi_hour_belongs_to_this_day_or_the_next() -> None:
    night = "2024-03-01 23:30"
    midnight, early = (
        cast_at(night, SHANGHAI, clock=Clock(day_starts=start)) for start in ("子正", "23:00")
    )
    assert (early.chart.day - midnight.chart.day) % 60 == 1
    assert early.chart.hour == midnight.chart.hour == 0
    # The pillars of the hours run on, so both give the same.
    assert early.pillars()["hour"] == midnight.pillars()["hour"]
    assert early.lunar() != midnight.lunar()


def test_apparent_time_moves_the_hour_and_not_the_terms() -> None:
    # Urumqi, 87.6° E, keeps UTC+8: the sun is two hours and more behind the clock.
    text = "2024-02-10 13:00"
    civil_time, apparent = (
        cast_at(text, SHANGHAI),
        cast_at(text, SHANGHAI, clock=Clock(longitude=87.6)),
    )
    assert (civil_time.chart.hour, apparent.chart.hour) == (7, 5)
    assert civil_time.terms() == apparent.terms()
    assert cast_at(text, SHANGHAI, clock=Clock("civil", 87.6)).chart == civil_time.chart


def test_night_by_the_sun() -> None:
    here = Clock(longitude=116.4, latitude=39.9, night_by="sun")
    dawn = cast_at("2024-06-21 04:50", SHANGHAI, clock=here)
    assert dawn.clock.time == "civil"
    assert not dawn.chart.night
    assert cast_at("2024-06-21 04:50", SHANGHAI).chart.night
    (sunrise,) = (w for w in dawn.warnings if w.kind == "sun")
    assert (sunrise.name, sunrise.other.chart.night) == ("sunrise", True)
    assert cast_at("2024-06-21 04:50", SHANGHAI, clock=here, night=True).chart.night


@pytest.mark.parametrize(
    ("choices", "complaint"),
    [
        ({"time": "apparent"}, "needs a longitude"),
        ({"time": "solar"}, "time 'solar' is unknown"),
        ({"night_by": "sun", "longitude": 1.0}, "need a longitude and a latitude"),
        ({"night_by": "moon"}, "night by 'moon' is unknown"),
        ({"day_starts": "noon"}, "day start 'noon' is unknown"),
        ({"longitude": 181.0}, "longitude 181.0 is out of range"),
        ({"longitude": float("nan")}, "longitude nan is out of range"),
        ({"latitude": -91.0}, "latitude -91.0 is out of range"),
    ],
)
def test_choices_that_make_no_sense_are_refused(choices: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        Clock(**choices)  # type: ignore[arg-type]


def test_a_date_decides_the_spirits_that_wait_for_one() -> None:
    # 立夏 of 2024 is on 05-05: the eighteen days before it are those of earth, 04-16 is not one.
    found = {}
    for day in ("04-16", "04-17", "05-04", "05-05"):
        setting = setting_of(cast_at(f"2024-{day} 06:00", SHANGHAI))
        assert (
            chart_spirits(cast_at(f"2024-{day} 06:00", SHANGHAI).chart, setting).undecided() == {}
        )
        found[day] = setting.earth_days
    assert found == {"04-16": False, "04-17": True, "05-04": True, "05-05": False}


def test_earth_days_key_the_spirits_of_the_fifth_season() -> None:
    # 五要權衡 23: wood flourishes in spring, earth in the last eighteen days of its season.
    (prosperous,) = (
        s for s in spirits() if (s.name, s.book, s.season) == ("旺", "wuyao", "earth_days")
    )
    for day, branches in ((16, "寅卯"), (17, "丑辰未戌")):
        dated = cast_at(f"2024-04-{day} 12:00", SHANGHAI)
        columns = chart_spirits(dated.chart, setting_of(dated)).columns(prosperous)
        assert "".join(BRANCHES[column] for column in columns) == branches


def test_persons() -> None:
    assert parse_person(1984, "m").natal == 0
    assert parse_person("２０００", "女") == parse_person(2000, "woman")
    assert parse_person(natal="子", sex="f").year_of_life(0) == 8
    for born, sex, natal in (
        ("84", "m", None),
        (None, "m", None),
        (1984, "x", None),
        (1984, "m", "丑"),
    ):
        with pytest.raises(InputError):
            parse_person(born, sex, natal)
    with pytest.raises(InputError, match="born 2025 is after the date"):
        cast_at(AT, SHANGHAI, born=2025)


def test_before_the_true_sun_the_month_is_reconstructed() -> None:
    old = cast_at("1500-02-29 12:00", SHANGHAI)
    assert old.to_dict()["date"]["reconstructed"]
    assert old.lunar() is None
    assert "Reconstructed" in str(old)
    assert not cast_at("1645-02-28 12:00", SHANGHAI).date["reconstructed"]
    with pytest.raises(InputError, match="outside the years 1000 to 2400"):
        cast_at("2400-12-31 12:00", "+08:00", calendar="julian")


def test_many_are_as_each_alone() -> None:
    instants = [1_707_035_220, 1_707_035_228, -14_825_880_338, 0]
    table = dingshi.charts_at(instants, 28_800)
    for row, instant in zip(table.to_pylist(), instants, strict=True):
        text = civil.show_clock(instant + 28_800)
        alone = cast_at(text, "+08:00")
        named = alone.to_dict()
        for column in ("day", "hour", "month_general", "ju", "night", "method"):
            assert row[column] == named[column]
        assert (row["year"], row["month_pillar"]) == tuple(alone.pillars().values())[:2]
        assert f"{row['civil_year']:04d}-{row['civil_month']:02d}" == text[:7]
        assert row["lunar_day"] == (alone.lunar() or {}).get("day")


def test_arrays_that_cannot_be_resolved_are_refused() -> None:
    for instants, offsets in (
        ([0.5], 0),
        ([0, 1], [0, 0, 0]),
        ([0], 100_000),
        ([10**12], 0),
        ([[0]], 0),
        (np.array(["NaT"], dtype="datetime64[s]"), 0),
    ):
        with pytest.raises(InputError):
            resolve(instants, offsets)
    assert len(resolve([], 0).day) == 0
    assert resolve(np.array(["2024-02-04T08:27"], dtype="datetime64[m]"), 28_800).day[0] == 34


def test_in_bulk_the_compiled_kernel_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    instants = np.arange(0, 10**9, 1_234_567)
    few = resolve(instants, 28_800)
    monkeypatch.setattr("dingshi.dates.resolving.BULK", 1)
    for a, b in zip(few, resolve(instants, 28_800), strict=True):
        assert np.array_equal(np.asarray(a), np.asarray(b))


def test_a_chart_of_a_date_loads_no_compiler_and_no_astronomy() -> None:
    program = (
        "import sys, dingshi; dingshi.cast_at('2024-02-04 16:27', 'Asia/Shanghai').to_dict(); "
        "print([m for m in ('numba', 'pyarrow', 'polars', 'skyfield', 'astronomy', 'sxtwl', "
        "'lunar_python', 'dingshi.almanac') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
