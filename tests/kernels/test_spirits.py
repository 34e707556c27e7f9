"""Spirits against the naive twin: every spirit at every place of the axes that it depends on."""

from itertools import product

import numpy as np
import pytest
from dingshi.kernels import generals
from dingshi.kernels import spirits as kernel
from dingshi.kernels.lessons import cast_all
from dingshi.kernels.spirit_bulk import fill_positions
from dingshi.schools import (
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)
from dingshi.spirits.arrays import spirit_falls, spirit_table, spirit_tables, stem_images

from tests.twins import casting as casting_twin
from tests.twins import spirits as twin

SPIRITS = twin.all_spirits()
COUNT = len(SPIRITS)
PLATE = generals.plates(noble_table("jingwei"), forward_seats())
THREE = cast_all(kernel_rules(), resolve_school("jingwei").kernel_readings()).transmissions
THREE = THREE.reshape(60, 12, 3)

DAY_KINDS = {"day", "day_stem", "day_branch", "decade", "none"}


def mask(places: set[int]) -> int:
    return sum(1 << place for place in places)


def numbers(*kinds: str) -> list[int]:
    return [i for i, spirit in enumerate(SPIRITS) if spirit.key_kind in kinds]


def by_value(spirit: twin.Spirit) -> twin.Spirit:
    """The spirit without what needs the plate of the generals, which `ride` answers for."""
    rows = [row for row in spirit.rows if row["value_kind"] != "general"]
    return twin.Spirit(**{**vars(spirit), "rows": [] if spirit.falls == "ridden" else rows})


def fallen(number: int, chart: twin.Chart, stems: str) -> int:
    spirit = by_value(SPIRITS[number])
    return 0 if spirit.falls == "ridden" else mask(twin.places(spirit, chart, stems))


@pytest.mark.parametrize("stems", ["stated", "lodge", "hidden"])
def test_every_spirit_of_the_day(stems: str) -> None:
    found = spirit_falls(stems).by_day
    own = numbers(*DAY_KINDS)
    shifts = range(12) if stems == "stated" else (5,)
    for day, shift in product(range(60), shifts):
        chart = twin.Chart(day, shift, 0)
        expected = [fallen(number, chart, stems) for number in own]
        assert found[day, shift, own].tolist() == expected, (day, shift)


@pytest.mark.parametrize("stems", ["stated", "hidden"])
def test_every_spirit_of_the_month(stems: str) -> None:
    found = spirit_falls(stems).by_month
    own = numbers("month_branch", "season", "month_general")
    for day, half, general in product(range(60), range(2), range(12)):
        chart = twin.Chart(day, general, 0, half)
        expected = [fallen(number, chart, stems) for number in own]
        assert found[day, half, general, own].tolist() == expected, (day, half, general)


@pytest.mark.parametrize("stems", ["stated", "hidden"])
def test_every_spirit_of_the_year(stems: str) -> None:
    found = spirit_falls(stems).by_year
    own = numbers("year_stem", "year_branch")
    for day, year in product(range(0, 60, 10), range(60)):
        expected = [fallen(number, twin.Chart(day, 0, 0, 0, year), stems) for number in own]
        assert found[day, year, own].tolist() == expected, (day, year)
    decades = np.arange(60) // 10 * 10
    assert (found == found[decades]).all()  # no spirit of the year has a pillar as value


def test_spirits_of_the_hour_are_organs_and_fall_nowhere() -> None:
    own = numbers("hour")
    assert len(own) == 1
    assert not spirit_falls().by_hour.any()


def test_each_spirit_falls_only_over_the_axis_of_its_key() -> None:
    falls = spirit_falls()
    for masks, kinds in (
        (falls.by_day, DAY_KINDS),
        (falls.by_month, {"month_branch", "season", "month_general"}),
        (falls.by_year, {"year_stem", "year_branch"}),
    ):
        own = np.isin(np.arange(COUNT), numbers(*kinds))
        assert not masks[..., ~own].any()
        assert masks[..., own].any()


def test_spirits_that_ride() -> None:
    own = [
        i
        for i, spirit in enumerate(SPIRITS)
        if spirit.falls == "ridden" or any(r["value_kind"] == "general" for r in spirit.rows)
    ]
    assert len(own) == 12 + 10 + 3 + 1  # jingwei, wuyao at home; 私門 雷神 地戶; 天門
    for stem, shift, hour in product(range(10), range(12), range(12)):
        plate = PLATE[stem, shift, int(casting_twin.is_night(hour))]
        found = kernel.ride(spirit_table(), plate, np.array(shift))
        assert not np.delete(found, own).any()
        for number in own:
            spirit = SPIRITS[number]
            rows = [row for row in spirit.rows if row["value_kind"] == "general"]
            alone = twin.Spirit(**{**vars(spirit), "rows": rows})
            assert found[number] == mask(twin.places(alone, twin.Chart(stem, shift, hour)))


def test_stems_land_by_lodge_and_where_they_hide() -> None:
    images = stem_images()
    for stem in range(10):
        assert images[6, 1 << stem] == 1 << casting_twin.LODGE[stem]
        for decade in range(6):
            branches = [b for b in range(12) if casting_twin.hidden_stem(decade * 10, b) == stem]
            assert images[decade, 1 << stem] == mask(set(branches))
    assert images[6, 0b1011] == images[6, 1] | images[6, 2] | images[6, 8]


def test_packing_is_a_bijection() -> None:
    generator = np.random.default_rng(3)
    for count in (1, 63, 64, 65, 476):
        flags = generator.random((5, count)) < 0.3
        words = kernel.pack(flags)
        assert words.shape == (5, kernel.words_of(count))
        assert (kernel.unpack(words, count) == flags).all()
        for row, number in np.argwhere(flags):
            assert int(words[row, number // 64]) >> int(number % 64) & 1


def places_of(day: int) -> kernel.Places:
    shift, hour, half, year = np.indices((12, 12, 2, 60)).reshape(4, -1)
    return kernel.Places(np.full_like(shift, day), shift, hour, half, year)


def plates_of(places: kernel.Places) -> np.ndarray:
    night = night_hours()[places.hour].astype(np.int64)
    return np.asarray(PLATE[places.day % 10, places.shift, night])


def filled(day: int) -> kernel.Words:
    words = spirit_tables().by_general.shape[1]
    out = np.empty((1, 12, 12, 2, 60, kernel.POSITIONS, words), dtype=np.uint64)
    fill_positions(spirit_tables(), kernel_rules().lodge, THREE, PLATE, night_hours(), day, out)
    return out


def positions_of_the_twin(chart: twin.Chart) -> list[int]:
    seats = [casting_twin.LODGE[chart.day % 10], chart.day % 12]
    three = THREE[chart.day, chart.shift].tolist()
    heaven = [casting_twin.upper_at(seat, chart.shift) for seat in (*seats, *range(12))]
    return [*heaven[:2], *three, chart.hour, twin.DAY_ITSELF, *heaven[2:]]


@pytest.mark.parametrize("day", [0, 35])
def test_the_bulk_kernel_against_the_twin(day: int) -> None:
    """Charts of the day picked so that every value of every axis comes up."""
    out = kernel.unpack(filled(day)[0], COUNT)
    for step in range(60):
        chart = twin.Chart(day, step % 12, (step * 7 + step // 12) % 12, step % 2, step)
        found = [twin.places(spirit, chart) for spirit in SPIRITS]
        ours = out[chart.shift, chart.hour, chart.half, chart.year]
        for position, column in enumerate(positions_of_the_twin(chart)):
            assert ours[position].tolist() == [column in places for places in found]


@pytest.mark.parametrize("day", [0, 59])
def test_the_bulk_kernel_against_numpy_on_every_chart_of_a_day(day: int) -> None:
    places = places_of(day)
    sets = kernel.sets_of_charts(spirit_tables(), places, plates_of(places))
    three = THREE[places.day, places.shift]
    columns = kernel.columns_of_charts(places, kernel_rules().lodge, three)
    expected = kernel.at_columns(sets, columns)
    assert (filled(day).reshape(expected.shape) == expected).all()


def test_the_two_directions_agree() -> None:
    places = places_of(17)
    plate = plates_of(places)
    masks = kernel.falls_of_charts(spirit_falls(), spirit_table(), places, plate)
    sets = kernel.sets_of_charts(spirit_tables(), places, plate)
    assert (kernel.on_columns(masks) == sets).all()


def test_without_month_and_year_their_spirits_fall_nowhere() -> None:
    given = places_of(3)
    unknown = np.full_like(given.day, kernel.UNKNOWN)
    places = given._replace(half=unknown, year=unknown)
    masks = kernel.falls_of_charts(spirit_falls(), spirit_table(), places, plates_of(places))
    waiting = numbers("month_branch", "season", "year_stem", "year_branch")
    assert not masks[:, waiting].any()
    sets = kernel.sets_of_charts(spirit_tables(), places, plates_of(places))
    assert (kernel.on_columns(masks) == sets).all()


def test_riders_and_seats() -> None:
    places = places_of(8)
    plate = plates_of(places)
    riders, seats = kernel.riders(plate, places.shift), kernel.seats(places.shift)
    for i in range(0, places.day.size, 997):
        for branch in range(12):
            seat = casting_twin.seat_under(branch, int(places.shift[i]))
            assert seats[i, branch] == seat
            assert riders[i, branch] == plate[i, seat]


@pytest.mark.parametrize(
    ("shape", "first"), [((1, 12, 12, 2, 60, 19, 7), 0), ((2, 12, 12, 2, 60, 19, 8), 59)]
)
def test_a_wrong_output_is_refused(shape: tuple[int, ...], first: int) -> None:
    with pytest.raises(ValueError, match=r"out must be|must lie in"):
        fill_positions(
            spirit_tables(),
            kernel_rules().lodge,
            THREE,
            PLATE,
            night_hours(),
            first,
            np.empty(shape, dtype=np.uint64),
        )
