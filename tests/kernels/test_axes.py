"""Places on the axes: rank and unrank, and the arithmetic that the design states."""

import numpy as np
import pytest
from dingshi.kernels import axes
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("scope", "size"),
    [
        ("lessons", 720),
        ("charts", 8_640),
        ("months", 17_280),
        ("years", 1_036_800),
        ("full", 24_883_200),
    ],
)
def test_rank_is_a_bijection(scope: str, size: int) -> None:
    assert np.prod(axes.scope_shape(scope)) == size
    ids = np.arange(size) if size < 2_000_000 else np.arange(0, size, 7)
    np.testing.assert_array_equal(axes.rank(scope, *axes.unrank(scope, ids)), ids)


def test_rank_walks_the_last_axis_first() -> None:
    assert axes.rank("charts", np.array([1]), np.array([2]), np.array([3])).tolist() == [
        (1 * 12 + 2) * 12 + 3
    ]


def test_places_outside_a_scope_are_refused() -> None:
    with pytest.raises(ValueError, match="invalid entry"):
        axes.rank("lessons", np.array([60]), np.array([0]))
    with pytest.raises(ValueError, match="out of bounds"):
        axes.unrank("lessons", np.array([720]))


@settings(derandomize=True)
@given(st.integers(0, 24_883_199))
def test_a_smaller_scope_is_a_floor_quotient(full: int) -> None:
    place = axes.unrank("full", np.array([full]))
    for scope, count in axes.SCOPES.items():
        quotient = full // (24_883_200 // int(np.prod(axes.scope_shape(scope))))
        assert axes.rank(scope, *place[:count]).tolist() == [quotient]


def test_a_plate_by_general_and_hour() -> None:
    for hour, general in np.ndindex(12, 12):
        shift = axes.shift_of(general, hour)
        assert axes.month_general(hour, shift) == general
        assert (hour + shift) % 12 == general


def test_ju_counts_from_fuyin_and_back() -> None:
    assert [axes.ju(shift) for shift in (0, 11, 6, 1)] == [1, 2, 7, 12]
    assert [axes.shift_of_ju(axes.ju(shift)) for shift in range(12)] == list(range(12))


def test_the_two_months_of_a_general() -> None:
    # 亥 serves 寅月 from its 中氣 and then 卯月 (六壬經緯 59: 正月亥).
    assert (axes.month_branch(11, 0), axes.month_branch(11, 1)) == (2, 3)


def test_year_of_life_by_counting_years_of_age() -> None:
    """A man is at 寅 in his first year and goes onward, a woman at 申 and goes backward."""
    for natal in range(12):
        man, woman = 2, 8
        for age in range(60):
            year = np.array([(natal + age) % 12])
            for sex, place in ((0, man), (1, woman)):
                found = axes.year_of_life(year, np.array([natal]), np.array([sex]))
                assert found.tolist() == [place]
            man, woman = (man + 1) % 12, (woman - 1) % 12
