"""Many charts at once: the same as one by one, from any array; every refusal has its index."""

from typing import Any

import dingshi
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from dingshi.datasets.vocabulary import BRANCHES, GENERALS, PILLARS

DAYS, HOURS, PLATES = (axis.ravel() for axis in np.indices((60, 12, 12)))
MONTH_GENERALS = (HOURS + PLATES) % 12


class NAType:
    """Stands for the null of pandas, which is told by the name of its type."""


def test_every_chart_is_as_cast_alone() -> None:
    table = dingshi.cast_many(DAYS, HOURS, MONTH_GENERALS, school="keti")
    assert table.num_rows == 8_640
    rows = table.to_pylist()
    for i in range(0, 8_640, 11):
        row = rows[i]
        chart = dingshi.cast(
            row["day"], month_general=row["month_general"], hour=row["hour"], school="keti"
        ).to_dict()
        assert (row["ju"], row["shift"], row["night"]) == (
            chart["ju"],
            chart["shift"],
            chart["night"],
        )
        for n, lesson in enumerate(chart["lessons"], 1):
            assert row[f"lesson{n}_upper"] == lesson["upper"]
            assert row[f"lesson{n}_lower"] == lesson["lower"]
        for name, transmission in zip(
            ("initial", "middle", "final"), chart["transmissions"], strict=True
        ):
            assert row[name] == transmission["branch"]
            for fact in ("stem", "relation", "void", "seat_void", "general"):
                assert row[f"{name}_{fact}"] == transmission[fact]
        for fact in ("method", "detail", "decided_by", "lessons_distinct"):
            assert row[fact] == chart[fact]
        plate = [row[column] for column in table.column_names if column.startswith("earth_")][::2]
        assert plate == [place["general"] for place in chart["plate"]]


def test_numbers_words_arrow_and_polars_are_the_same() -> None:
    words = [PILLARS[d] for d in DAYS[:500]], [BRANCHES[h] for h in HOURS[:500]], ["亥"] * 500
    table = dingshi.cast_many(*words)
    codes = DAYS[:500], HOURS[:500], np.full(500, 11, dtype=np.int8)
    assert dingshi.cast_many(*codes).equals(table)
    assert dingshi.cast_many(*(pa.array(column) for column in words)).equals(table)
    assert dingshi.cast_many(*(pl.Series(column) for column in words)).equals(table)


def test_nights_overrule_the_hour() -> None:
    table = dingshi.cast_many(["甲子"] * 2, ["子"] * 2, ["亥"] * 2, night=[True, False])
    assert table["night"].to_pylist() == [True, False]
    assert table["earth_shen"].to_pylist()[0] == "貴人"
    assert table["earth_yin"].to_pylist()[1] == "貴人"


def test_words_keep_their_order_in_polars() -> None:
    frame = pl.from_arrow(dingshi.cast_many([0], [0], [0]))
    assert isinstance(frame, pl.DataFrame)
    assert frame.schema["earth_zi"] == pl.Enum(GENERALS)


def test_no_charts_are_an_empty_table() -> None:
    assert dingshi.cast_many([], [], []).num_rows == 0


@pytest.mark.parametrize(
    ("days", "hours", "generals", "complaint"),
    [
        (["甲子", None], ["子"] * 2, ["亥"] * 2, r"days\[1\] is null"),
        ([0.0, float("nan")], ["子"] * 2, ["亥"] * 2, r"days\[1\] is null"),
        (np.array([0.0, 1.0]), [0, 0], [0, 0], r"days\[0\] '0.0' is neither a word nor"),
        (np.ma.array([0, 99], mask=[False, True]), [0, 0], [0, 0], r"days\[1\] is null"),
        (np.array([1, 2], "m8[D]"), [0, 0], [0, 0], r"days\[0\] .* is neither a word nor"),
        (None, [0], [0], "days is a NoneType; give a list"),
        ({"甲子": 1}, [0], [0], "days is a dict; give a list"),
        ({"甲子"}, [0], [0], "days is a set; give a list"),
        ([["甲子"]], [0], [0], r"days\[0\] .* is neither a word nor"),
        ([NAType()], [0], [0], r"days\[0\] is null"),
        (pa.chunked_array([["甲子"], [None]]), [0, 0], [0, 0], r"days\[1\] is null"),
        (
            ["甲子", "甲丑"],
            ["子"] * 2,
            ["亥"] * 2,
            r"days\[1\]: day '甲丑' is not one of the sixty",
        ),
        (["甲子"], ["子", "丑"], ["亥"], "unequal length: days 1, hours 2, month_generals 1"),
        ([60], ["子"], ["亥"], r"days\[0\] '60' is out of range; allowed: 0 to 59"),
        (np.array([0, -1]), [0, 0], [0, 0], r"days\[1\] '-1' is out of range"),
        (["甲子"], ["子"], ["貓"], r"month_generals\[0\]: month general '貓' is unknown"),
        ("甲子", ["子"], ["亥"], "days '甲子' is one word; give a list"),
        (np.zeros((1, 1), int), [0], [0], "days has 2 dimensions; give a vector"),
        ([True], ["子"], ["亥"], r"days\[0\] 'True' is neither a word nor"),
    ],
)
def test_bad_arrays_are_named_with_the_index(
    days: Any, hours: Any, generals: Any, complaint: str
) -> None:
    with pytest.raises(dingshi.InputError, match=complaint):
        dingshi.cast_many(days, hours, generals)


def test_bad_nights_are_named_with_the_index() -> None:
    with pytest.raises(dingshi.InputError, match=r"night\[1\] 'None' is neither true nor false"):
        dingshi.cast_many([0, 0], [0, 0], [0, 0], night=[True, None])  # type: ignore[list-item]
    with pytest.raises(dingshi.InputError, match="index 1 is not in all of them"):
        dingshi.cast_many([0, 0], [0, 0], [0, 0], night=[True])
    with pytest.raises(dingshi.InputError, match="night is a bool; give a list"):
        dingshi.cast_many([0, 0], [0, 0], [0, 0], night=True)  # type: ignore[arg-type]
