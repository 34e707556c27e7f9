"""Instants to axes: compiled, by search, and by a twin written from the rules."""

import numpy as np
import pytest
from dingshi.datasets.almanac import tables, words
from dingshi.datasets.vocabulary import BRANCHES, PILLARS
from dingshi.kernels import almanac, axes, dates, life, moments, sun
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.twins.dates import Almanac

TERMS = tables.terms()
INDEX = almanac.term_index(TERMS)
TWIN = Almanac(TERMS.tolist())
FIRST, LAST = int(TERMS[30]), int(TERMS[-30])
OFFSETS = np.array([28_800, 27_940, 0, -18_000, 32_400, 20_700, -43_200, 50_400])


def instants() -> np.ndarray:
    """Return terms and the seconds beside them, nights from 22:59 to 1:00, and random moments."""
    rng = np.random.default_rng(1645)
    terms = rng.choice(TERMS[30:-30], 400)
    nights = rng.integers(FIRST // 86_400, LAST // 86_400, 100) * 86_400 - 28_800
    return np.concatenate(
        [
            *(terms + d for d in (-1, 0, 1)),
            *(nights + d for d in (-3_601, -3_600, -1, 0, 1, 3_599, 3_600)),
            rng.integers(FIRST, LAST, 800),
        ]
    )


@pytest.mark.parametrize("at_23", [False, True])
def test_all_three_agree(at_23: bool) -> None:
    t = instants()
    offsets = np.random.default_rng(7).choice(OFFSETS, len(t))
    offsets[1200:1900] = 28_800
    late = 3_600 if at_23 else 0
    compiled = dates.date_axes(t, offsets.astype(np.int32), INDEX, late)
    searched = moments.date_axes(t, t + offsets, INDEX, late)
    for ours, slow in zip(compiled, searched, strict=True):
        assert ours.dtype == np.int8
        assert (ours == slow).all()
    row = almanac.term_row(INDEX, t)
    month = almanac.month_pillar_of_row(row)
    hour = moments.hour_pillar(t + offsets)
    branch = axes.month_branch(searched.month_general.astype(int), searched.half.astype(int))
    seasons = moments.seasons(t, t + offsets, INDEX, late)
    for i, (moment, offset) in enumerate(zip(t.tolist(), offsets.tolist(), strict=True)):
        assert {
            "day": PILLARS[searched.day[i]],
            "hour": BRANCHES[searched.hour[i]],
            "month_general": BRANCHES[searched.month_general[i]],
            "month_branch": BRANCHES[branch[i]],
            "year": PILLARS[searched.year[i]],
            "month_pillar": PILLARS[month[i]],
            "hour_pillar": PILLARS[hour[i]],
        } == TWIN.axes(moment, offset, at_23)
        eve = int(seasons.eve[i])
        assert {
            "season": words.SEASONS[seasons.season[i]],
            "earth_days": bool(seasons.earth[i]),
            "eve": words.EVES[eve] if eve >= 0 else None,
            "season_begins": bool(seasons.beginning[i]),
        } == TWIN.season(moment, offset, at_23)


def test_the_ju_is_that_of_general_and_hour() -> None:
    found = moments.date_axes(instants(), instants() + 28_800, INDEX, 0)
    shift = axes.shift_of(found.month_general.astype(int), found.hour.astype(int))
    assert (found.ju == axes.ju(shift)).all()


def test_the_moment_of_a_term_belongs_to_it() -> None:
    # 立春 of 2024, 16:27:08 at UTC+8: the year and the month change, the day does not.
    spring = int(TERMS[(2024 - 999) * 24 + 2])
    found = moments.date_axes(
        np.array([spring - 1, spring]), np.array([spring - 1, spring]) + 28_800, INDEX, 0
    )
    assert [PILLARS[y] for y in found.year] == ["癸卯", "甲辰"]
    assert [PILLARS[d] for d in found.day] == ["戊戌", "戊戌"]
    assert found.half.tolist() == [0, 1]


def test_outside_the_table_every_axis_is_none() -> None:
    t = np.array([TERMS[0] - 1, TERMS[0], TERMS[-1] - 1, TERMS[-1], -(2**62), 2**62])
    offsets = np.zeros(1, dtype=np.int32)
    found = dates.date_axes(t, offsets, INDEX, 0)
    assert (found.day < 0).tolist() == [True, False, False, True, True, True]
    assert all((column[[0, 3, 4, 5]] == -1).all() for column in found)
    assert len(dates.date_axes(t[:0], offsets, INDEX, 0).day) == 0


def test_offsets_of_another_length_or_of_more_than_a_day_are_refused() -> None:
    t = np.array([0, 1, 2])
    with pytest.raises(ValueError, match="one offset"):
        dates.date_axes(t, np.zeros(2, dtype=np.int32), INDEX, 0)
    with pytest.raises(ValueError, match="at most a day"):
        dates.date_axes(t, np.array([90_000], dtype=np.int32), INDEX, 0)


def test_it_is_compiled_once_whatever_the_arrays() -> None:
    t = np.arange(10, dtype=np.int64)
    t.flags.writeable = False
    dates.date_axes(t, np.zeros(1, dtype=np.int64), INDEX, 0)
    dates.date_axes(np.arange(20)[::2], np.zeros(10, dtype=np.int16), INDEX, 0)
    assert len(getattr(dates._fill, "signatures", [0])) <= 2


def test_terms_too_uneven_for_a_guess_are_refused() -> None:
    uneven = TERMS[:100].copy()
    uneven[50:] += 60 * 86_400
    with pytest.raises(ValueError, match="too uneven"):
        almanac.term_index(uneven)


# Lunar new years and leap months as the printed calendars have them.
@pytest.mark.parametrize(
    ("day", "lunar"),
    [
        ("1900-01-31", (1900, 1, 1, False)),
        ("1916-02-03", (1916, 1, 1, False)),
        ("1920-11-10", (1920, 10, 1, False)),
        ("1984-02-02", (1984, 1, 1, False)),
        ("1984-11-23", (1984, 10, 1, True)),
        ("1985-02-20", (1985, 1, 1, False)),
        ("2020-05-23", (2020, 4, 1, True)),
        ("2023-03-22", (2023, 2, 1, True)),
        ("2024-02-09", (2023, 12, 30, False)),
        ("2024-02-10", (2024, 1, 1, False)),
        ("2025-07-25", (2025, 6, 1, True)),
        ("2033-12-22", (2033, 11, 1, True)),
        ("1645-01-28", (1645, 1, 1, False)),
        ("1645-01-27", (0, 0, 0, False)),
    ],
)
def test_lunar_dates_of_printed_calendars(day: str, lunar: tuple[int, int, int, bool]) -> None:
    found = almanac.lunar_dates(
        np.array([np.datetime64(day).astype(int)]), almanac.number_months(TERMS, tables.moons())
    )
    assert (found.year[0], found.month[0], found.day[0], found.leap[0]) == lunar


def test_every_lunar_month_follows_the_one_before() -> None:
    months = almanac.number_months(TERMS, tables.moons())
    length = np.diff(months.start)
    assert set(length.tolist()) == {29, 30}
    step = np.where(months.leap[1:], 0, 1)
    assert ((months.month[:-1] + step - 1) % 12 + 1 == months.month[1:]).all()
    assert (np.diff(months.year) == ((months.month[1:] == 1) & ~months.leap[1:])).all()
    # Seven leap months in nineteen years, very nearly.
    assert abs(int(months.leap.sum()) / (len(months.start) / 235) - 7) < 0.05


def test_quarters_are_by_lunar_day_and_by_the_end_of_the_month() -> None:
    day = np.array([1, 2, 8, 15, 23, 29, 29, 30, 0])
    length = np.array([30, 30, 30, 30, 30, 29, 30, 30, 0])
    names = [*words.QUARTERS, None]
    found = [names[q] for q in moments.quarters(day, length)]
    assert found == ["朔", None, "上弦", "望", "下弦", "晦", None, "晦", None]


# Equation of time (s) and declination (°) by Skyfield 1.55 with DE422 and DE440, noon UT1.
@pytest.mark.parametrize(
    ("instant", "equation", "declination", "margin"),
    [
        (-30606292799, -952.8, -12.662, 5),
        (-30598603199, 321.6, 18.833, 5),
        (-30590654399, -186.0, 14.312, 5),
        (-30582705599, 829.8, -18.646, 5),
        (-10252007999, -884.8, -12.447, 2),
        (-10244318399, 254.4, 19.005, 2),
        (-10236369599, -229.3, 13.947, 2),
        (-10228420799, 890.3, -18.694, 2),
        (1707998400, -847.0, -12.754, 2),
        (1715774400, 217.9, 19.051, 2),
        (1723723200, -264.0, 13.801, 2),
        (1731672000, 920.5, -18.676, 2),
        (13573396800, -804.7, -12.804, 2),
        (13597070400, 945.4, -18.597, 2),
    ],
)
def test_the_sun_is_where_an_ephemeris_has_it(
    instant: int, equation: float, declination: float, margin: float
) -> None:
    found = sun.sun(np.array([instant]))
    assert abs(found.equation[0] - equation) < margin
    assert abs(np.degrees(found.declination[0]) - declination) < 0.011


def test_apparent_time_adds_longitude_and_equation() -> None:
    noon = np.array([1707998400])
    assert abs(int(sun.apparent_offset(noon, 116.4)[0]) - round(116.4 * 240 - 847)) <= 2
    assert abs(int(sun.apparent_offset(noon, -75.0)[0]) - (-75 * 240 - 847)) <= 2


@pytest.mark.parametrize(
    ("rise", "fall", "longitude", "latitude"),
    [
        # Beijing and Sydney on 2024-06-21, Quito at the equinox, to a minute or two.
        ("2024-06-20T20:46", "2024-06-21T11:46", 116.4, 39.9),
        ("2024-06-20T21:00", "2024-06-21T06:54", 151.2, -33.87),
        ("2024-03-20T11:17", "2024-03-20T23:24", -78.5, -0.2),
    ],
)
def test_the_sun_rises_and_sets_when_tables_say(
    rise: str, fall: str, longitude: float, latitude: float
) -> None:
    up, down = (int(np.datetime64(t, "s").astype(int)) for t in (rise, fall))
    around = np.array([up - 150, up + 150, down - 150, down + 150])
    assert sun.is_night(around, longitude, latitude).tolist() == [True, False, False, True]


def test_beyond_the_polar_circle_the_sun_may_stay() -> None:
    june = np.arange(1718841600, 1718841600 + 86_400, 3_600)
    assert not sun.is_night(june, 20.0, 70.0).any()
    assert sun.is_night(june + 183 * 86_400, 20.0, 70.0).all()


def test_the_year_of_life_by_shortcut_by_counting_and_by_the_axes() -> None:
    year, natal, sex = np.meshgrid(np.arange(60), np.arange(12), [0, 1], indexing="ij")
    formula = axes.year_of_life(year, natal, sex)
    assert (life.by_shortcut(year % 12, natal, sex) == formula).all()
    for turn in range(9):
        age = (year - natal) % 12 + 1 + 12 * turn
        assert (life.by_counting(age, sex) == formula).all()


def test_a_man_begins_at_yin_and_a_woman_at_shen() -> None:
    # In the year of birth a man stands on 寅 and goes on, a woman on 申 and goes back.
    age = np.array([1, 2, 3])
    assert [BRANCHES[b] for b in life.by_counting(age, np.array(0))] == ["寅", "卯", "辰"]
    assert [BRANCHES[b] for b in life.by_counting(age, np.array(1))] == ["申", "未", "午"]


@settings(max_examples=200, derandomize=True)
@given(st.integers(FIRST, LAST), st.integers(-43_200, 50_400))
def test_one_alone_is_as_one_among_many(instant: int, offset: int) -> None:
    alone = moments.date_axes(np.array([instant]), np.array([instant + offset]), INDEX, 0)
    many = dates.date_axes(np.array([0, instant]), np.array([0, offset]), INDEX, 0)
    assert [int(a[0]) for a in alone] == [int(a[1]) for a in many]
