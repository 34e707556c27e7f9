"""The shipped almanac: its bytes, its order, and instants that observatories published."""

import hashlib
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from dingshi.datasets.almanac import tables, words
from dingshi.datasets.reading import RuleFileError, parse_rows

FOLDER = Path(__file__).parent.parent.parent / "datasets" / "almanac"
EPOCH = datetime(1970, 1, 1)
HEADER = ",".join(tables.LODGE_COLUMNS)


def tampered(folder: Path) -> list[str]:
    """Return the names of the files whose bytes are not those of SHA256SUMS."""
    lines = (FOLDER / "SHA256SUMS").read_text().split("\n")[:-1]
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert set(sums) == {path.name for path in folder.glob("*.npy")}
    return [
        name
        for name, digest in sums.items()
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest
    ]


def disorder(instants: np.ndarray, least: float, most: float) -> int:
    """Return how many gaps, in days, lie outside what the sky allows."""
    gaps = np.diff(instants) / 86_400
    return int(((gaps < least) | (gaps > most)).sum())


def test_the_bytes_are_those_that_the_generator_made() -> None:
    assert tampered(FOLDER) == []


def test_another_byte_would_be_noticed(tmp_path: Path) -> None:
    for path in FOLDER.glob("*.npy"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "moons.npy").write_bytes((FOLDER / "moons.npy").read_bytes()[:-1] + b"\1")
    assert tampered(tmp_path) == ["moons.npy"]


def test_terms_and_moons_follow_each_other_as_the_sky_has_them() -> None:
    assert disorder(tables.terms(), 14.6, 16.1) == 0
    assert disorder(tables.moons(), 29.2, 29.9) == 0
    wrong = tables.terms().copy()
    wrong[[100, 101]] = wrong[[101, 100]]
    assert disorder(wrong, 14.6, 16.1) > 0


def test_every_year_has_its_24_terms_in_order() -> None:
    terms = tables.terms()
    years = terms.astype("datetime64[s]").astype("datetime64[Y]").astype(int) + 1970
    assert years.tolist() == [999 + i // 24 for i in range(1403 * 24)]


def test_the_uncertainty_is_stated_for_every_year() -> None:
    stated = tables.uncertainty()
    assert (len(stated), int(stated.min())) == (2401 - 999 + 1, 1)
    assert set(stated[1960 - 999 : 2025 - 999].tolist()) == {1}
    assert int(stated[1350 - 999]) > 60
    assert int(stated[2300 - 999]) > 60


# Published to the minute: United States Naval Observatory, Earth's Seasons and Phases of the Moon.
@pytest.mark.parametrize(
    ("minute", "term"),
    [
        ("2000-03-20 07:35", "春分"),
        ("2000-06-21 01:48", "夏至"),
        ("2000-12-21 13:37", "冬至"),
        ("2024-03-20 03:06", "春分"),
        ("2024-06-20 20:51", "夏至"),
        ("2024-09-22 12:44", "秋分"),
        ("2024-12-21 09:21", "冬至"),
    ],
)
def test_equinoxes_and_solstices_are_those_published(minute: str, term: str) -> None:
    published = round((datetime.fromisoformat(minute) - EPOCH).total_seconds())
    i = int(np.abs(tables.terms() - published).argmin())
    assert words.TERMS[(i + 22) % 24] == term
    assert abs(int(tables.terms()[i]) - published) <= 45


@pytest.mark.parametrize(
    "minute", ["1999-08-11 11:08", "2000-01-06 18:14", "2017-08-21 18:30", "2024-01-11 11:57"]
)
def test_new_moons_are_those_published(minute: str) -> None:
    published = datetime.fromisoformat(minute)
    nearest = np.abs(tables.moons() - (published - EPOCH) // timedelta(seconds=1)).min()
    assert nearest <= 45


def rows(*cells: str) -> list[object]:
    text = "\n".join([HEADER, *(f"{cell},x,read,,keti,二煩課,331," for cell in cells)])
    return list(parse_rows(text, "spirits/moon_lodges.csv", tables.LODGE_COLUMNS))


def test_the_lodges_of_the_first_month_are_as_listed() -> None:
    first = "".join(words.LODGES[i] for i in tables.moon_lodges()[0])
    assert first == "室壁奎奎婁胃昴畢觜參井井鬼柳星張張翼翼軫角亢氐氐房心尾箕斗牛"


def test_the_other_months_begin_where_they_are_said_to_and_repeat_six_lodges() -> None:
    table = [[words.LODGES[i] for i in row] for row in tables.moon_lodges()]
    assert "".join(row[0] for row in table) == "室奎胃畢參鬼張角氐心斗虛"
    assert "".join(table[1]) == "奎奎婁胃昴畢觜參井井鬼柳星張張翼翼軫角亢氐氐房心尾箕斗斗牛女"
    for row in table[1:]:
        for a, b in pairwise(row):
            follows = words.LODGES[(words.LODGES.index(a) + 1) % 28]
            assert b == follows or (a == b and a in "奎井張翼氐斗")


def test_each_lodge_has_the_branch_of_the_list() -> None:
    branches = dict(zip(words.LODGES, tables.lodge_branches().tolist(), strict=True))
    assert [branches[lodge] for lodge in "室奎胃觜井柳翼角氐尾斗虛"] == [
        *(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    ]


@pytest.mark.parametrize(
    ("cells", "complaint"),
    [
        (("1,1,室,亥", "1,1,壁,亥"), "month 1 day 1 is given twice"),
        (("1,1,室,亥",), "month 1 has no day 2"),
        (("1,1,宮,亥",), "lodge '宮'"),
    ],
)
def test_a_list_of_lodges_with_a_hole_is_refused(cells: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(RuleFileError, match=complaint):
        tables.fill_lodges(rows(*cells))  # type: ignore[arg-type]


def test_a_lodge_with_two_branches_or_none_is_refused() -> None:
    with pytest.raises(RuleFileError, match="室 has two branches"):
        tables.fill_lodge_branches(rows("1,1,室,亥", "1,2,室,戌"))  # type: ignore[arg-type]
    with pytest.raises(RuleFileError, match="no branch for"):
        tables.fill_lodge_branches(rows("1,1,室,亥"))  # type: ignore[arg-type]
