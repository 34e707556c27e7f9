"""Spirits as their users meet them: names, a chart's positions, many charts, tables, commands."""

import json
from pathlib import Path
from typing import Any

import dingshi
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from dingshi.chart import cast
from dingshi.datasets.spirits.catalogue import aliases, characters, spirits
from dingshi.datasets.vocabulary import BRANCHES, PILLARS
from dingshi.errors import InputError
from dingshi.kernels.spirits import unpack
from dingshi.spirits.arrays import spirit_table
from dingshi.spirits.bulk import POSITION_NAMES
from dingshi.spirits.chart_spirits import chart_spirits, to_dict
from dingshi.spirits.inputs import parse_setting
from dingshi.spirits.names import check_books, find, labels
from dingshi.spirits.page import differences

from tests.pipelines.test_cli import CAST, loaded_by, run
from tests.twins import casting as casting_twin
from tests.twins import spirits as twin

TWINS = twin.all_spirits()
CONTRACT = """
    book spirit key_kind key value_kind value as_written status section line note
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus") / "made"
    dingshi.build(folder)
    return folder


def ids(name: str, *books: str) -> list[str]:
    return [spirit.id for spirit in find(name, books)]


def test_the_catalogue_is_that_of_the_twin() -> None:
    ours = [(s.book, s.name, s.reading, s.key_kind, s.falls, s.stems, s.season) for s in spirits()]
    assert ours == [tuple(vars(spirit).values())[:-1] for spirit in TWINS]


def test_labels_tell_the_spirits_of_a_book_apart() -> None:
    named = [(spirit.book, label) for spirit, label in zip(spirits(), labels(), strict=True)]
    assert len(set(named)) == len(named)
    assert ("jingwei", "死(season)") in named
    assert ("jingwei", "馬") in named


@pytest.mark.parametrize("name", ["驛馬", "驿马", " 驛馬 ", "驿馬"])
def test_a_name_is_found_in_every_writing(name: str) -> None:
    assert ids(name) == [
        "jingwei.馬:day_branch",
        "keti.驛馬:day_branch",
        "keti.驛馬:year_branch",
        "keti.驛馬:month_branch",
        "wuyao.驛馬:day_branch",
        "fushantang.驛馬:year_branch",
        "bifa.驛馬:day_branch",
    ]


def test_a_name_as_printed_comes_before_its_variants() -> None:
    assert ids("歲煞", "fushantang") == ["fushantang.歲煞:month_branch"]
    assert ids("歲殺", "fushantang") == ["fushantang.歲殺:year_branch"]
    assert ids("岁杀", "fushantang") == ids("歲殺") + ids("歲煞")


def test_every_name_and_alias_is_found_simplified_too() -> None:
    simple = {canonical: variant for variant, canonical in characters().items()}
    for spirit in spirits():
        typed = "".join(simple.get(character, character) for character in spirit.name)
        assert spirit in find(spirit.name)
        assert spirit in find(typed) or typed != spirit.name
    for (book, alias), meant in aliases().items():
        printed = any((s.book, s.name) == (book, alias) for s in spirits())
        found = {spirit.number for spirit in find(alias, [book])}
        assert printed or {spirit.number for spirit in meant} <= found


@pytest.mark.parametrize(
    ("name", "books", "complaint"),
    [
        ("驛码", (), "spirit '驛码' is unknown; did you mean 驛馬?"),
        ("月德核", (), "did you mean 月德, 月德合"),
        ("月厭", ("jingwei",), "in jingwei; it is defined by: fushantang, bifa"),
        ("x", (), "spirit 'x' is unknown; spirits.parquet lists all names"),
        ("驛馬", ("koran",), "book 'koran' is unknown; allowed: jingwei, keti"),
    ],
)
def test_an_unknown_name_is_refused(name: str, books: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        find(name, books)


def test_a_book_may_be_named_by_its_title() -> None:
    assert check_books(["福山堂", "jingwei"]) == ("jingwei", "fushantang")


def test_where_books_differ() -> None:
    told = {d["key"]: d["values"] for d in differences(find("長生"))}
    assert told["乙"]["jingwei.長生:day_stem"] == ["午"]
    assert told["乙"]["keti.長生:day_stem"] == ["亥"]
    assert "甲" not in told
    assert differences(find("驛馬")) == []


@pytest.mark.parametrize(
    ("given", "month", "half"),
    [
        ({"month": "寅"}, 2, 0),
        ({"month": "卯月"}, 3, 1),
        ({"half": 1}, 3, 1),
        ({"month": "寅", "half": 0}, 2, 0),
        ({}, None, None),
    ],
)
def test_the_month(given: dict[str, Any], month: int | None, half: int | None) -> None:
    setting = parse_setting(cast("甲子", month_general="亥", hour="子"), **given)
    assert (setting.month, setting.half) == (month, half)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"month": "午"}, r"month '午' has not the month general 亥; allowed: 寅 \(half 0\) or 卯"),
        ({"month": "寅", "half": 1}, "month '寅' and half 1 do not agree"),
        ({"half": 2}, "half 2 is neither 0"),
        ({"month": "貓"}, "month '貓' is not a branch"),
        ({"year": "甲丑"}, "year '甲丑' is not one of the sixty"),
        ({"year": "貓"}, "year '貓' is not a branch"),
        ({"year": ""}, "year '' is not a pair"),
        ({"sex": "cat"}, "sex 'cat' is unknown; allowed: man, woman"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parse_setting(cast("甲子", month_general="亥", hour="子"), **given)


def test_a_year_may_be_a_pair_or_a_branch() -> None:
    chart = cast("甲子", month_general="亥", hour="子")
    pair, branch = (parse_setting(chart, year=year) for year in ("乙巳年", "巳"))
    assert (pair.year_stem, pair.year_branch) == (1, 5)
    assert (branch.year_stem, branch.year_branch) == (None, 5)
    waiting = chart_spirits(chart, branch).undecided()
    assert {spirit.id for spirit in waiting["year stem"]} == {
        "fushantang.歲君:year_stem",
        "fushantang.金神:year_stem",
        "keti.金神:year_stem",
    }
    assert "year" not in waiting


CHARTS = [
    (day, shift, hour, half, year)
    for day in range(0, 60, 7)
    for shift in range(0, 12, 5)
    for hour, half, year in ((0, 0, 41), (5, 1, 0), (10, 0, 59))
]


@pytest.mark.parametrize("stems", ["stated", "lodge", "hidden"])
def test_a_single_chart_is_as_the_twin_has_it(stems: str) -> None:
    for day, shift, hour, half, year in CHARTS[:: 1 if stems == "stated" else 5]:
        chart = cast(PILLARS[day], month_general=BRANCHES[(hour + shift) % 12], hour=BRANCHES[hour])
        setting = parse_setting(chart, half=half, year=PILLARS[year])
        found = chart_spirits(chart, setting, stems)
        told = twin.Chart(day, shift, hour, half, year)
        expected = [sorted(twin.places(spirit, told, stems)) for spirit in TWINS]
        assert [list(found.columns(spirit)) for spirit in spirits()] == expected


def test_undecided_spirits_name_the_input_that_they_lack() -> None:
    chart = cast("甲子", month_general="酉", hour="子")
    bare = chart_spirits(chart, parse_setting(chart)).undecided()
    assert set(bare) == {"month", "year"}
    assert {s.key_kind for s in bare["month"]} == {"month_branch", "season"}
    assert {s.key_kind for s in bare["year"]} == {"year_branch", "year_stem"}
    # 辰月: for two books the last eighteen days are a season of their own.
    dated = chart_spirits(chart, parse_setting(chart, month="辰", year="甲子")).undecided()
    assert set(dated) == {"date"}
    assert {(s.book, s.key_kind) for s in dated["date"]} == {
        ("keti", "season"),
        ("wuyao", "season"),
    }
    full = chart_spirits(chart, parse_setting(chart, month="巳", year="甲子")).undecided()
    assert full == {}


def test_positions_of_the_person() -> None:
    chart = cast("甲子", month_general="亥", hour="子", natal="午")
    setting = parse_setting(chart, year="乙巳", sex="woman")
    positions = to_dict(chart_spirits(chart, setting), ("jingwei",))["positions"]
    told = {position["position"]: position for position in positions}
    # A woman born in 午, in a 巳 year: from 申 backward, eleven years on (午 申, 未 未 … 巳 酉).
    assert (told["本命"]["branch"], told["命上"]["branch"]) == ("午", "巳")
    assert (told["行年"]["branch"], told["年上"]["branch"]) == ("酉", "申")
    unknown = chart_spirits(cast("甲子", month_general="亥", hour="子"), parse_setting(chart))
    needs = {p.name: p.needs for p in unknown.positions() if p.needs}
    assert needs == {
        "本命": "natal",
        "命上": "natal",
        "行年": "natal, sex, year",
        "年上": "natal, sex, year",
    }


def test_what_a_position_tells() -> None:
    """甲子 day, 亥 over 子: 馬 is 寅, which rides over 卯 with the general laid there."""
    chart = cast("甲子", month_general="亥", hour="子")
    told = to_dict(chart_spirits(chart, parse_setting(chart, month="寅")), ("jingwei",))
    over_mao = next(p for p in told["positions"] if p["position"] == "卯上")
    assert over_mao["branch"] == "寅"
    assert over_mao["seat"] == "卯"
    plate = casting_twin.generals(casting_twin.noble(0, night=True), 11)
    assert over_mao["general"] == twin.GENERALS[plate[3]]
    assert over_mao["spirits"]["jingwei"] == ["劫", "臨官", "馬", "旺", "月建", over_mao["general"]]
    assert "刑" in over_mao["seat_spirits"]["jingwei"]


def test_many_charts_are_the_single_ones() -> None:
    day, shift, hour, half, year = np.array(CHARTS[::3]).T
    natal, sex = (day * 5) % 12, day % 2
    many = dingshi.spirits_many(
        day, hour, (hour + shift) % 12, halves=half, years=year, natals=natal, sexes=sex
    )
    sets = unpack(many.positions, len(TWINS))
    for i, (d, s, h, f, y) in enumerate(CHARTS[::3]):
        chart = cast(
            PILLARS[d],
            month_general=BRANCHES[(h + s) % 12],
            hour=BRANCHES[h],
            natal=BRANCHES[natal[i]],
        )
        person = ("man", "woman")[sex[i]]
        found = chart_spirits(chart, parse_setting(chart, half=f, year=PILLARS[y], sex=person))
        assert many.falls[i].tolist() == list(found.masks)
        columns = {position.name: position.column for position in found.positions()}
        for place, name in enumerate(POSITION_NAMES):
            assert many.columns[i, place] == columns[name], name
            numbers = [spirit.number for spirit in found.on(int(many.columns[i, place]))]
            assert np.flatnonzero(sets[i, place]).tolist() == numbers
        for branch in range(12):
            assert many.riders[i, branch] == chart.riding(branch)
            assert many.seats[i, branch] == chart.seat(branch)
            assert (many.seat_sets[i, branch] == many.sets[i, chart.seat(branch)]).all()


def test_many_charts_without_month_year_and_person() -> None:
    many = dingshi.spirits_many(["甲子"], ["子"], ["亥"])
    assert (many.columns[0, -4:] == -1).all()
    assert not many.positions[0, -4:].any()
    waiting = [s.number for s in spirits() if s.group in ("month", "year")]
    assert not many.falls[0, waiting].any()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"halves": [2]}, r"halves\[0\] '2' is out of range; allowed: 0 to 1"),
        ({"years": ["甲丑"]}, r"years\[0\]: year '甲丑' is not one of the sixty"),
        ({"sexes": ["cat"]}, r"sexes\[0\]: sex 'cat' is unknown"),
        ({"natals": ["子", "丑"]}, "arrays of unequal length: .*natals 2"),
        ({"stems": "flying"}, "stems 'flying' is not a reading; allowed: stated, lodge, hidden"),
    ],
)
def test_bad_arrays_are_refused(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        dingshi.spirits_many(["甲子"], ["子"], ["亥"], **given)


def test_the_rows_in_the_corpus(corpus: Path) -> None:
    table = pq.read_table(corpus / "shensha.parquet")
    assert set(CONTRACT.split()) <= set(table.column_names)
    rows = table.to_pylist()
    expected = {
        (s.book, s.name, s.reading, s.key_kind, r["key"], r["value_kind"], r["value"]): r
        for s in TWINS
        for r in s.rows
    }
    assert len(rows) == len(expected)
    for row in rows:
        found = expected.pop(
            tuple(
                row[name]
                for name in ("book", "spirit", "reading", "key_kind", "key", "value_kind", "value")
            )
        )
        for name in ("as_written", "status", "section", "note"):
            assert row[name] == found[name]
        assert row["line"] == int(found["line"])
        assert (row["sequence"] or "") == found["sequence"]
    keys = ("spirit_id", "key_id", "place")
    assert len({tuple(row[name] for name in keys) for row in rows}) == len(rows)


def test_the_catalogue_in_the_corpus(corpus: Path) -> None:
    rows = pq.read_table(corpus / "spirits.parquet").to_pylist()
    assert [row["spirit_id"] for row in rows] == list(range(len(TWINS)))
    for row, spirit in zip(rows, TWINS, strict=True):
        assert (row["book"], row["spirit"], row["key_kind"]) == (
            spirit.book,
            spirit.name,
            spirit.key_kind,
        )
        assert (row["name"] is None) == ("□" in spirit.name)
        assert row["rows"] == len(spirit.rows)
    inferred = {row["spirit"]: row["inferred_name"] for row in rows if row["inferred_name"]}
    assert inferred == {"□殺": "災殺", "女□": "女災"}


def test_the_positions_in_the_corpus_are_those_of_the_twin(corpus: Path) -> None:
    """Joined on the axes that are not null, they give the places of every spirit in a chart."""
    table = pl.read_parquet(corpus / "spirit_positions.parquet")
    for day, shift, hour, half, year in CHARTS[::9]:
        told = twin.Chart(day, shift, hour, half, year)
        assert told.month is not None
        plate = casting_twin.generals(
            casting_twin.noble(day % 10, casting_twin.is_night(hour)), shift
        )
        axes = {
            "day_id": day,
            "shift": shift,
            "month_id": told.month,
            "year_id": year,
            "month_general_id": (hour + shift) % 12,
            "hour_id": hour,
        }
        here = table
        for name, value in axes.items():
            here = here.filter(pl.col(name).is_null() | (pl.col(name) == value))
        found: dict[int, set[int]] = {}
        for spirit, place, general in here.select("spirit_id", "place", "general_id").rows():
            ridden = place == 13
            branch = (plate.index(general) + shift) % 12 if ridden else place
            found.setdefault(spirit, set()).add(branch)
        for number, spirit in enumerate(TWINS):
            assert found.get(number, set()) == twin.places(spirit, told), spirit


def test_positions_stand_on_as_few_axes_as_they_need(corpus: Path) -> None:
    table = pl.read_parquet(corpus / "spirit_positions.parquet")
    axes = dict(table.group_by("axes").agg(pl.col("spirit").unique()).rows())
    assert set(axes) == {"", "day", "day shift", "month", "day month", "year", "general"}
    assert axes["day shift"] == ["旬空"]
    assert set(axes["day month"]) == {"天赦", "天轉", "地轉"}


def test_the_same_bytes_every_time(corpus: Path, tmp_path: Path) -> None:
    dingshi.build(tmp_path / "again")
    for name in ("shensha", "spirits", "spirit_positions"):
        again = (tmp_path / "again" / f"{name}.parquet").read_bytes()
        assert (corpus / f"{name}.parquet").read_bytes() == again


def test_the_spirits_of_a_cast_as_json() -> None:
    done = run(*CAST, "--spirits", "--month", "寅", "--year", "乙巳", "--format", "json")
    told = json.loads(done.stdout)
    chart = cast("甲子", month_general="亥", hour="子")
    setting = parse_setting(chart, month="寅", year="乙巳")
    assert told.pop("spirits") == to_dict(chart_spirits(chart, setting), check_books(()))
    assert told == chart.to_dict()


def test_the_spirits_of_a_cast_as_text() -> None:
    done = run(*CAST, "--spirits", "--book", "jingwei")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    # 甲 lodges in 寅, over which stands 丑: wealth, the third stage, and the combination of 子.
    assert lines[lines.index("干上 丑 (天空, on 寅)") + 1].split() == [
        "jingwei",
        *("財", "冠帶", "合", "天空"),
    ]
    assert "本命: undecided without natal" in lines
    assert "undecided without year (give --year):" in lines
    assert not any(line.startswith("午上") for line in lines)
    assert "午上 巳 (朱雀, on 午)" in run(*CAST, "--spirits", "--seats").stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((*CAST, "--month", "寅"), "go with --spirits"),
        ((*CAST, "--book", "jingwei"), "go with --spirits"),
        ((*CAST, "--stems", "hidden"), "go with --spirits"),
        ((*CAST, "--spirits", "--month", "午"), "allowed: 寅 (half 0) or 卯 (half 1)"),
        ((*CAST, "--spirits", "--stems", "up"), "allowed: stated, lodge, hidden"),
        (("spirit", "驛码"), "did you mean 驛馬?"),
        (("spirit", "驛馬", "--day", "甲子"), "needs also --month-general, --hour"),
        (("spirit", "驛馬", "--year", "甲子"), "--year asks for a chart"),
        (("spirit", "驛馬", "--stems", "lodge"), "--stems asks for a chart"),
    ],
)
def test_a_command_that_cannot_be_is_refused(arguments: tuple[str, ...], complaint: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_spirit_book_by_book() -> None:
    text = run("spirit", "驿马", *("--day", "甲子", "-g", "亥", "--hour", "子")).stdout
    assert text.count("by day_branch (") == 4
    assert "  on 寅: 所乘 青龍, 所臨 卯" in text.splitlines()
    assert "by day_branch: all agree" in text
    told = json.loads(run("spirit", "長生", "--format", "json").stdout)
    assert {spirit["book"] for spirit in told["spirits"]} == set(check_books(()))
    assert {d["key"] for d in told["differences"]} == set("乙丁戊己辛癸")


def test_a_sequence_that_is_broken_is_shown_as_such() -> None:
    text = run("spirit", "繩索").stdout
    assert "辰: 未 as printed, the sequence gives 子" in text


def test_the_spirits_of_one_chart_load_no_numba() -> None:
    program = (
        "import sys; from dingshi.cli import main\n"
        f"sys.argv = ['dingshi', *{CAST!r}, '--spirits']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numba', 'pyarrow', 'polars') if name in sys.modules])"
    )
    assert loaded_by(program) == "[]"


def test_a_plain_cast_loads_no_spirits() -> None:
    program = (
        "import sys; from dingshi.cli import main\n"
        f"sys.argv = ['dingshi', *{CAST!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if 'dingshi.datasets.spirits' in name])"
    )
    assert loaded_by(program) == "[]"


def test_corners_organs_and_starting_stems_fall_nowhere() -> None:
    table = spirit_table()
    for name in ("力士", "經絡", "五子元遁"):
        for spirit in find(name):
            assert not table.branches[spirit.number].any()
            assert not table.stems[spirit.number].any()
