"""Every pattern against its naive twin over its whole domain, and what its axes claim."""

from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from dingshi.datasets.patterns.registry import Entry, entries
from dingshi.datasets.vocabulary import BRANCHES, DECISIONS, DETAILS, GENERALS, METHODS
from dingshi.kernels import axes, lessons
from dingshi.kernels.patterns import book, generals, methods
from dingshi.kernels.patterns.counting import NAMES, axes_of, conjunction, count
from dingshi.kernels.patterns.facts import Facts, Places
from dingshi.kernels.rules import Flags
from dingshi.patterns.space import defined, space

from tests.twins import patterns_hour, patterns_lesson, patterns_time
from tests.twins.patterns_chart import Chart

TWINS = [Chart(day, shift) for day in range(60) for shift in range(12)]
HOUR_FAMILIES = ("stages", "generals")
SEASON_PATTERNS = ("jishi", "shishi", "jiwang", "jianglai")
SEASON_NAMES = {
    f"{pattern}.{name}"
    for pattern, names in patterns_time.NAMES.items()
    for name in " ".join(names).split()
}
GATES = {"guange.simenjubi", "guange.simenjubi@anyseason"}


def short(entry: Entry) -> str:
    return entry.id.removeprefix("jingwei.")


def domain(entry: Entry) -> str:
    """Which twin decides an entry."""
    if entry.pattern in ("tianen", "tianhuo"):
        return "year"
    if entry.pattern in ("shitai", "shipi"):
        return "month"
    if entry.pattern in SEASON_PATTERNS:
        return "season"
    if short(entry) in SEASON_NAMES | GATES:
        return "season name"
    return "hour" if entry.family in HOUR_FAMILIES else "lesson"


def id_of(pattern: str, key: str) -> str:
    clause, _, _ = key.partition("@")
    return f"jingwei.{pattern}.{key}" if clause else f"jingwei.{pattern}{key}"


def ids(name: str) -> list[str]:
    found = [entry.id for entry in defined() if domain(entry) == name]
    assert found
    return found


def differing(name: str, told: dict[str, Flags]) -> list[str]:
    """Return the ids of a domain that differ from what the twin told, with how many cells."""
    holds = space().holds
    assert set(told) <= set(ids(name))
    found = []
    for i in ids(name):
        naive = told.get(i, np.zeros((1,) * 7, dtype=np.bool_))
        ours, other = np.broadcast_arrays(holds[i], naive)
        if (ours != other).any():
            found.append(f"{i}: {int((ours != other).sum())} of {ours.size}")
    return found


def mark(
    told: dict[str, Flags], shape: tuple[int, ...], place: tuple[int, ...], found: Iterable[str]
) -> None:
    for i in found:
        flags = told.setdefault(f"jingwei.{i}", np.zeros(shape, dtype=np.bool_))
        flags[place] = True


def test_what_a_lesson_decides_as_the_twin_says_for_all_720() -> None:
    told: dict[str, Flags] = {}
    for c in TWINS:
        place = (c.day, c.shift, 0, 0, 0, 0, 0)
        mark(told, (60, 12, 1, 1, 1, 1, 1), place, patterns_lesson.of_lesson(c))
    assert differing("lesson", told) == []


def test_what_needs_the_generals_as_the_twin_says_for_all_8640() -> None:
    told: dict[str, Flags] = {}
    for c in TWINS:
        for hour in range(12):
            place = (c.day, c.shift, hour, 0, 0, 0, 0)
            found = patterns_hour.of_hour(c, patterns_hour.plate(c, hour))
            mark(told, (60, 12, 12, 1, 1, 1, 1), place, found)
    assert differing("hour", told) == []


MONTHS = (60, 12, 12, 2, 1, 1, 1)


def months(c: Chart) -> Iterator[tuple[tuple[int, ...], int, str, str]]:
    """Yield the place, the hour, the month general and the month of each chart of a lesson."""
    for hour in range(12):
        for half in range(2):
            place = (c.day, c.shift, hour, half, 0, 0, 0)
            yield place, hour, *patterns_time.month_of(c, hour, half)


def test_the_names_of_the_season_as_the_twin_says_for_all_17280() -> None:
    told: dict[str, Flags] = {}
    for c in TWINS:
        for place, hour, _, month in months(c):
            mark(told, MONTHS, place, patterns_time.of_season_name(c, hour, month))
    assert differing("season name", told) == []


def test_the_elements_of_the_season_as_the_twin_says_for_all_17280() -> None:
    told: dict[str, Flags] = {}
    for c in TWINS:
        known = {month: tuple(patterns_time.of_season(c, month)) for month in BRANCHES}
        for place, _, _, month in months(c):
            mark(told, MONTHS, place, known[month])
    assert differing("season", told) == []


def test_month_general_and_month_as_the_twin_says_for_all_17280() -> None:
    told: dict[str, Flags] = {}
    for c in TWINS:
        for place, hour, general, month in months(c):
            over = patterns_hour.plate(c, hour)
            mark(told, MONTHS, place, patterns_time.of_month(c, over, general, month))
    assert differing("month", told) == []


def test_the_year_as_the_twin_says_for_all_518400() -> None:
    told: dict[str, Flags] = {}
    for c in TWINS:
        for hour in range(12):
            over = patterns_hour.plate(c, hour)
            for branch, year in enumerate(BRANCHES):
                found = tuple(patterns_time.of_year(c, over, year))
                for again in range(branch, 60, 12):
                    place = (c.day, c.shift, hour, 0, again, 0, 0)
                    mark(told, (60, 12, 12, 1, 60, 1, 1), place, found)
    assert differing("year", told) == []


def test_the_domains_of_the_twins_make_up_the_whole() -> None:
    names = ("lesson", "hour", "season name", "season", "month", "year")
    assert sorted(i for name in names for i in ids(name)) == sorted(space().holds)


def test_what_a_void_cancels_as_the_twin_says() -> None:
    whole = space()
    for seats in (False, True):
        for entry in entries().values():
            if not entry.cancelled_by:
                continue
            ours = whole.cancelled(entry, seats=seats)
            assert ours is not None
            for c in TWINS[7 * seats :: 11]:
                if entry.cancelled_by == "transmissions":
                    naive = any(c.void(branch, seat=seats) for branch in c.three)
                    assert bool(ours[c.day, c.shift].all()) == naive
                    continue
                for hour in (0, 6):
                    over = patterns_hour.plate(c, hour)
                    naive = patterns_hour.cancelled(c, over, short(entry), seat=seats)
                    assert bool(ours[c.day, c.shift, hour].all()) == naive


# What the axes claim.


def test_kernels_and_dictionary_name_the_same_things() -> None:
    found = book.evaluate(space().facts)
    named = {id_of(pattern, key) for pattern, keys in found.items() for key in keys}
    assert named == {entry.id for entry in defined()}
    assert len(book.PREDICATES) == 90


def varies(flags: Flags, axis: int) -> bool:
    return bool((flags != np.take(flags, [0], axis=axis)).any())


def test_the_comparison_with_a_twin_sees_one_wrong_cell() -> None:
    told = {i: space().holds[i].copy() for i in ids("lesson")}
    assert differing("lesson", told) == []
    told["jingwei.zhanguan"][0, 0] ^= True
    assert differing("lesson", told) == ["jingwei.zhanguan: 1 of 720"]


def test_each_pattern_varies_along_every_axis_that_it_declares_and_no_other() -> None:
    idle = []
    for i, flags in space().holds.items():
        assert flags.shape == tuple(
            size if name in axes_of(flags) else 1 for name, size in axes.AXES.items()
        )
        if not flags.any():
            continue  # never realised: there is nothing to see
        idle += [(i, NAMES[k]) for k in range(7) if flags.shape[k] > 1 and not varies(flags, k)]
    assert idle == []


@pytest.mark.parametrize("axis", ["hour", "half", "year"])
def test_a_shuffled_axis_changes_only_the_patterns_that_declare_it(axis: str) -> None:
    """Evaluate with the coordinates of one axis in another order: what does not need it stays."""
    known = space().facts
    places = [v.ravel() for v in (known.day, known.shift, known.hour, known.half, known.year)]
    k = NAMES.index(axis)
    order = np.roll(np.arange(places[k].size), 1)
    places[k] = places[k][order]
    plate = known.plate[:, :, order] if axis == "hour" else known.plate
    moved = Facts(Places(*places), known.lessons, plate.astype(np.int8), known.rules, known.tables)
    changed = 0
    for pattern, keys in book.evaluate(moved).items():
        for key, flags in keys.items():
            i = id_of(pattern, key)
            before = space().holds[i]
            expected = np.take(before, order, axis=k) if axis in axes_of(before) else before
            changed += axis in axes_of(before)
            assert (expected == flags).all(), i
    assert changed


# Partitions, and what the text implies.


def holds(i: str) -> Flags:
    return space().holds[f"jingwei.{i}"]


def test_the_method_parts_the_720_lessons_and_the_nine_patterns_overlap() -> None:
    nine = [predicate.__name__ for predicate in book.FAMILIES[0]]
    by_method = [*nine[:6], "duanjin@nocontrol", *nine[7:]]
    counts = [count(holds(i), "lessons") for i in by_method]
    assert sum(counts) == 720
    members = [np.broadcast_to(holds(i), (60, 12, 1, 1, 1, 1, 1)) for i in by_method]
    assert (np.sum(members, axis=0) == 1).all()
    assert count(holds("duanjin"), "lessons") == 60 > counts[6]


def test_one_general_and_one_season_for_each_initial() -> None:
    riders = [predicate.__name__ for predicate in book.FAMILIES[8]]
    assert sum(count(holds(i), "charts") for i in riders) == 8640
    five = ("yinshou.chu", "shangguan.chu", "guansong.chu", "qicai.chu", "jiecai.chu")
    assert sum(count(holds(i), "lessons") for i in five) == 720
    times = [holds(f"{i}.chu").astype(int) for i in (*SEASON_PATTERNS[:1], *SEASON_PATTERNS[2:])]
    rest = holds("shishi.chu@ji").astype(int)
    assert (sum(times) + rest == 1).all()


def test_forms_of_a_pattern_exclude_each_other() -> None:
    for pattern in book.PREDICATES:
        forms = [
            e.id for e in defined() if e.pattern == pattern and e.kind == "form" and not e.reading
        ]
        if len(forms) > 1:
            total = sum(space().holds[i].astype(np.int8) for i in forms)
            assert np.max(total) <= 1, pattern


def test_forms_lie_within_their_pattern_and_directions_part_it() -> None:
    for entry in defined():
        if entry.clause and not entry.reading:
            whole = space().holds[f"jingwei.{entry.pattern}"]
            assert not (space().holds[entry.id] & ~whole).any(), entry.id
    for pattern in ("xuantai", "guange", "jiase", "jinju", "muju", "shuiju", "huoju"):
        onward, backward = holds(f"{pattern}.shun{pattern}"), holds(f"{pattern}.ni{pattern}")
        assert ((onward ^ backward) == holds(pattern)).all()
    for pattern in ("jinju", "muju", "shuiju", "huoju", "lianru", "jianduan"):
        named = [
            e.id for e in defined() if e.pattern == pattern and e.kind == "form" and not e.reading
        ]
        assert sum(count(space().holds[i], "lessons") for i in named) == count(
            holds(pattern), "lessons"
        )


# Counting.


def test_counts_and_conjunctions_are_exact() -> None:
    some = [holds("zhanguan"), holds("gangui.jiefen"), holds("jishi"), holds("duanjin")]
    whole = np.broadcast_to(conjunction(some[:3], some[3:]), (60, 12, 12, 2, 1, 1, 1))
    naive = np.ones((60, 12, 12, 2, 1, 1, 1), dtype=np.bool_)
    for flags in some[:3]:
        naive &= flags
    naive &= ~some[3]
    assert whole.any()
    assert (whole == naive).all()
    assert count(conjunction(some[:3], some[3:])) == int(naive.sum()) * 60 * 12 * 2
    assert count(holds("duanjin")) == 5 * 24_883_200 // 60
    with pytest.raises(ValueError, match="more than lessons has"):
        count(holds("jishi"), "lessons")


SHARED_CODES = """
SINGLE CHOSEN CROSSING REMOTE PLEIADES SEPARATE SHARED STILL OPPOSED
BELOW ABOVE REMOTE_BELOW REMOTE_ABOVE BY_ONE BY_POLARITY
"""


@pytest.mark.parametrize("name", SHARED_CODES.split())
def test_the_codes_written_twice_agree(name: str) -> None:
    assert getattr(methods, name) == getattr(lessons, name)


def test_codes_are_places_in_the_vocabularies() -> None:
    assert tuple(METHODS)[methods.SHARED] == "斷金"
    assert tuple(DETAILS)[methods.ABOVE] == "克"
    assert tuple(DECISIONS)[methods.BY_POLARITY] == "比"
    assert GENERALS[generals.EMPRESS] == "天后"
