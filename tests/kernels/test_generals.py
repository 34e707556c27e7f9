"""The twelve generals against the twin, and the properties of every plate."""

import numpy as np
import pytest
from dingshi.datasets import casting
from dingshi.kernels.charts import cast_charts
from dingshi.kernels.generals import general_on, plates
from dingshi.schools import (
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)

from tests.twins import casting as twin

NOBLES = list(casting.nobles())


@pytest.mark.parametrize("noble", NOBLES)
def test_every_plate_is_as_the_twin_lays_it(noble: str) -> None:
    found = plates(noble_table(noble), forward_seats())
    for stem, shift, night in np.ndindex(10, 12, 2):
        stand = int(noble_table(noble)[stem, night])
        assert found[stem, shift, night].tolist() == twin.generals(stand, shift)


def test_the_default_nobles_and_hours_are_as_the_twin_reads_them() -> None:
    for stem, night in np.ndindex(10, 2):
        assert noble_table("jingwei")[stem, night] == twin.noble(stem, bool(night))
    assert night_hours().tolist() == [twin.is_night(hour) for hour in range(12)]


@pytest.mark.parametrize("noble", NOBLES)
def test_each_plate_holds_each_general_once(noble: str) -> None:
    found = plates(noble_table(noble), forward_seats())
    assert (np.sort(found, axis=-1) == np.arange(12)).all()


@pytest.mark.parametrize("noble", NOBLES)
def test_the_noble_leads_forward_on_hai_to_chen_and_backward_on_si_to_xu(noble: str) -> None:
    found = plates(noble_table(noble), forward_seats())
    seat, follower = np.argmax(found == 0, axis=-1), np.argmax(found == 1, axis=-1)
    forward = np.isin(seat, [11, 0, 1, 2, 3, 4])
    assert ((follower - seat) % 12 == np.where(forward, 1, 11)).all()


def test_general_on_finds_the_rider_of_a_heaven_branch() -> None:
    plate = plates(noble_table("jingwei"), forward_seats())
    for stem, shift, night in np.ndindex(10, 12, 2):
        stand = np.array([noble_table("jingwei")[stem, night]], dtype=np.int64)
        assert general_on(plate[stem, shift, night], stand, np.array([shift])).tolist() == [0]


def test_all_charts_are_the_lessons_and_plates_at_their_hours() -> None:
    noble = noble_table("xieji")
    charts = cast_charts(
        kernel_rules(),
        resolve_school("keti").kernel_readings(),
        noble,
        forward_seats(),
        night_hours(),
    )
    readings = {k: v for k, v in resolve_school("keti").readings().items() if k != "noble"}
    for day, shift in np.ndindex(60, 12):
        lesson = twin.cast(day, shift, readings)
        for hour in range(12):
            stand = int(noble[day % 10, int(twin.is_night(hour))])
            assert charts.plate[day, shift, hour].tolist() == twin.generals(stand, shift)
            assert charts.transmissions[day, shift, hour].tolist() == lesson["transmissions"]
            assert charts.uppers[day, shift, hour].tolist() == lesson["uppers"]
