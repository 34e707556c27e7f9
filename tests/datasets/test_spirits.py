"""Spirits as data: the loader refuses what is wrong, and each invariant is seen to reject."""

import re
from collections import Counter

import pytest
from dingshi.datasets.reading import Row, RuleFileError, parse_rows
from dingshi.datasets.spirits import catalogue, invariants, moon
from dingshi.datasets.vocabulary import BOOKS, BRANCHES

GOOD = "德,,day_stem,甲,branch,寅,甲寅,read,,德,10,"
NOTHING = catalogue.Landings({}, {}, {})


def rows_of(*lines: str, columns: tuple[str, ...] = catalogue.ROW_COLUMNS) -> list[Row]:
    text = "\n".join([",".join(columns), *lines])
    return list(parse_rows(text, "spirits/some.csv", columns))


def load(*lines: str) -> tuple[catalogue.Spirit, ...]:
    return catalogue.fill_book("bifa", rows_of(*lines), NOTHING)


def test_a_good_row_is_loaded() -> None:
    (spirit,) = load(GOOD)
    assert (spirit.id, spirit.group, spirit.falls) == ("bifa.德:day_stem", "day", "on")


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("德,,day_stem,乙,branch,貓,乙,read,,德,10,", "branch '貓' is not one of 子 丑"),
        ("德,,day_stem,寅,branch,寅,乙,read,,德,10,", "day_stem '寅' is not one of 甲 乙"),
        ("德,,moon,乙,branch,寅,乙,read,,德,10,", "key_kind 'moon' is not one of day, day_stem"),
        ("德,,day_stem,乙,colour,寅,乙,read,,德,10,", "value_kind 'colour' is not one of branch"),
        ("德,,day_stem,乙,branch,寅,乙,guessed,,德,10,", "status 'guessed' is not one of"),
        ("德,,day_stem,乙,branch,,乙,read,,德,10,", "a value is missing exactly where"),
        ("德,,day_stem,乙,branch,寅,乙,lost,,德,10,", "a value is missing exactly where"),
        ("德,,day_stem,乙,branch,寅,乙,read,貓,德,10,", "sequence '貓' is neither a branch"),
        ("德,,day_stem,乙,branch,寅,乙,read,,德,,", "line '' is not a line number"),
        ("德,,day_stem,乙,branch,寅,乙,read,,德,0,", "line '0' is not a line number"),
        ("德,,day_stem,乙,branch,寅,乙,read,,,10,", "without the section"),
        ("德,,day_stem,乙,branch,寅,,read,,德,10,", "needs what is written there"),
        ("德,,day_stem,乙,branch,寅,乙,emended,,德,10,", "needs a note that gives the reason"),
        ("德,,day_stem,乙,branch,寅,,inferred,,德,10,", "needs a note that gives the reason"),
        ("德,,day_stem,乙,general,六合,乙,read,,德,10,", "a general as value is known only of"),
        (",,day_stem,乙,branch,寅,乙,read,,德,10,", "without the name of its spirit"),
        (GOOD, "德 has 甲 寅 twice"),
        ("德,,day_stem,乙,branch", "5 cells, expected 12"),
        ("旺,,season,季,branch,丑,季,read,,德,10,", "has values for 季: when it is, is not told"),
    ],
)
def test_a_bad_row_is_refused_with_its_place(row: str, complaint: str) -> None:
    with pytest.raises(RuleFileError, match=f"^spirits/some.csv:3: .*{re.escape(complaint)}"):
        load(GOOD, row)


def test_a_lost_value_is_kept_as_lost() -> None:
    (spirit,) = load("德,,day_stem,甲,branch,,□,lost,,德,10,")
    assert spirit.rows[0]["value"] == ""


def test_rows_of_one_spirit_must_stand_together() -> None:
    other = GOOD.replace("德,,", "鬼,,", 1)
    with pytest.raises(RuleFileError, match=r"^spirits/some.csv:4: .*do not stand together"):
        load(GOOD, other, GOOD.replace("甲", "乙"))


LANDING = "bifa,德,,day_stem,falls,nowhere,德,10,"


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (LANDING.replace("falls", "jumps"), "aspect 'jumps' is not one of falls, stems, season"),
        (LANDING.replace("nowhere", "up"), "falls 'up' is not one of on, over, ridden, nowhere"),
        (LANDING, "falls of bifa 德 twice"),
        (LANDING.replace("德,,day_stem", ",,"), "the season is told of a whole book"),
        (LANDING.replace("bifa", "nobody"), "book 'nobody' is not one of"),
    ],
)
def test_a_bad_landing_is_refused(row: str, complaint: str) -> None:
    with pytest.raises(RuleFileError, match=f"^spirits/some.csv:3: .*{re.escape(complaint)}"):
        catalogue.fill_landings(rows_of(LANDING, row, columns=catalogue.LANDING_COLUMNS))


@pytest.mark.parametrize(
    ("falls", "row", "complaint"),
    [
        ("ridden", GOOD, "is not one of the generals"),
        ("over", GOOD.replace("day_stem,甲", "year_stem,甲"), "known only of a key of the day"),
    ],
)
def test_a_landing_that_does_not_fit_is_refused(falls: str, row: str, complaint: str) -> None:
    kind = row.split(",")[2]
    landings = catalogue.Landings({("bifa", "德", "", kind): falls}, {}, {})
    with pytest.raises(RuleFileError, match=f"^spirits/some.csv:2: .*{complaint}"):
        catalogue.fill_book("bifa", rows_of(row), landings)


def test_a_landing_of_a_spirit_without_rows_is_refused() -> None:
    rows = rows_of(LANDING.replace("德", "貓", 1), columns=catalogue.LANDING_COLUMNS)
    with pytest.raises(RuleFileError, match=r"^spirits/some.csv:2: bifa has no rows for .*'貓'"):
        catalogue.check_landings(rows, load(GOOD))


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("bifa,仙,貓,,,read,10,", "bifa has no rows for the spirit '貓'"),
        ("bifa,仙,德,other,,read,10,", "bifa has no rows for the spirit '德'"),
        ("bifa,,德,,,read,10,", "an empty alias"),
        ("bifa,仁,德,,,read,10,", "the alias 仁 of 德 twice"),
        ("bifa,仙,德,,,read,,", "line '' is not a line number"),
    ],
)
def test_a_bad_alias_is_refused(row: str, complaint: str) -> None:
    with pytest.raises(RuleFileError, match=f"^spirits/some.csv:3: .*{complaint}"):
        catalogue.fill_aliases(
            rows_of("bifa,仁,德,,,read,10,", row, columns=catalogue.ALIAS_COLUMNS), load(GOOD)
        )


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        (("马马,馬",), "are one character each"),
        (("马,馬", "马,驛"), "the variant 马 twice"),
        (("马,馬", "馬,驛"), "馬 is a variant and canonical"),
    ],
)
def test_bad_characters_are_refused(rows: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(RuleFileError, match=complaint):
        catalogue.fill_characters(rows_of(*rows, columns=catalogue.CHARACTER_COLUMNS))


def test_the_counts_that_the_texts_state() -> None:
    jingwei = {(s.name, s.key_kind) for s in catalogue.spirits() if s.book == "jingwei"}
    assert len(jingwei) == catalogue.SPIRITS_IN_JINGWEI == 44
    assert len({name for name, _ in jingwei}) == 43  # 死 is a stage and a state
    nine_ugly = [s for s in catalogue.spirits() if s.name == "九醜"]
    assert [len(s.rows) for s in nine_ugly] == [10]  # 課體象意 411: ten days


def test_the_tables_of_fushantang_are_whole() -> None:
    """Counted in the print: 69 rows with 822 cells by month, 21 rows with 84 cells by season."""
    rows = invariants.rows_of_book("fushantang")
    for section, count, cells in (("月煞表", 69, 822), ("四季表", 21, 84)):
        own = [s for s in catalogue.spirits() if s.rows[0]["section"] == section]
        assert len({s.rows[0]["line"] for s in own}) == count
        assert len({row["line"] for row in rows if row["section"] == section}) == cells
    organs = [row for row in rows if row["value_kind"] == "organ"]
    assert [row["key_kind"] for row in organs] == ["hour"] * 12


def test_numbers_are_places_and_ids_are_unique() -> None:
    found = catalogue.spirits()
    assert [spirit.number for spirit in found] == list(range(len(found)))
    assert len({spirit.id for spirit in found}) == len(found)
    assert list(dict.fromkeys(spirit.book for spirit in found)) == list(BOOKS)


def test_every_invariant_holds_of_what_ships() -> None:
    assert invariants.failing() == {}


def changed(book: str, spirit: str, at: str, value: str, kind: str = "", **cells: str) -> list[Row]:
    """Rows of a book with one value changed in the first row of a spirit and key `at`."""
    rows = list(invariants.rows_of_book(book))
    places = [
        i
        for i, row in enumerate(rows)
        if (row["spirit"], row["key"]) == (spirit, at) and kind in ("", row["key_kind"])
    ]
    row = rows[places[0]]
    assert row["value"] != value or cells
    rows[places[0]] = Row(row.file, row.number, {**row.cells, "value": value, **cells})
    return rows


REJECTED = [
    (invariants.stages_in_order, changed("jingwei", "帝旺", "甲", "辰")),
    (invariants.stages_in_order, changed("jingwei", "養", "乙", "申")),
    (invariants.relations_partition, changed("jingwei", "鬼", "庚", "卯")),
    (invariants.states_partition, changed("jingwei", "相", "季", "酉")),
    (invariants.states_partition, changed("wuyao", "休", "壬", "酉", "day_stem")),
    (invariants.voids_outside_the_decade, changed("jingwei", "旬空", "甲申", "子")),
    (invariants.heads_and_tails_of_decades, changed("bifa", "丁神", "甲子", "寅")),
    (invariants.heads_and_tails_of_decades, changed("wuyao", "旬尾", "甲辰", "子")),
    (invariants.heads_and_tails_of_decades, changed("keti", "旬首", "甲辰", "子")),
    (invariants.mutual_pairs, changed("jingwei", "合", "子", "子")),
    (invariants.mutual_pairs, changed("fushantang", "干合", "甲", "庚")),
    (invariants.combinations_and_harms, changed("jingwei", "合", "子", "寅")),
    (invariants.combinations_and_harms, changed("wuyao", "害", "子", "午")),
    (invariants.clashes_opposite, changed("fushantang", "月衝", "子", "未")),
    (invariants.horses, changed("keti", "驛馬", "子", "申")),
    (invariants.horses, changed("jingwei", "馬", "子", "卯")),
    (invariants.month_generals, changed("jingwei", "月將", "寅", "戌")),
    (invariants.month_generals, changed("fushantang", "月建", "寅", "卯")),
    (invariants.generals_on_twelve_branches, changed("jingwei", "青龍", "", "卯")),
    (invariants.every_key, changed("fushantang", "天喜", "春", "戌", key="夏")),
    (invariants.breaks_flagged, changed("fushantang", "天書", "寅", "亥")),
    (invariants.breaks_flagged, changed("fushantang", "天喜", "春", "酉")),
    (invariants.breaks_flagged, changed("fushantang", "繩索", "辰", "未", sequence="")),
    (invariants.flags_differ, changed("fushantang", "繩索", "辰", "子")),
]


@pytest.mark.parametrize(("check", "rows"), REJECTED)
def test_each_invariant_returns_the_row_that_offends(
    check: invariants.Check, rows: list[Row]
) -> None:
    shipped = {id(row) for book in BOOKS for row in invariants.rows_of_book(book)}
    (changed_row,) = (row for row in rows if id(row) not in shipped)
    assert changed_row in check(rows)


def test_every_invariant_is_seen_to_reject() -> None:
    assert {check for check, _ in REJECTED} == set(invariants.CHECKS)


def test_a_row_of_plus_one_covers_all_twelve_months() -> None:
    rows = [row for row in invariants.rows_of_book("fushantang") if row["spirit"] == "天書"]
    assert Counter(row["value"] for row in rows) == Counter(BRANCHES)
    assert invariants.every_key(rows) == []
    assert invariants.every_key(rows[:-1]) == rows[:-1]


def test_the_moon_lodges() -> None:
    found = moon.moon_lodges()
    assert len(found) == 41
    assert moon.MOON_LODGES[found[1, 1].lodge] == "室"
    assert BRANCHES[found[1, 5].branch] == "戌"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("1,2,壁,亥", "1,2,壁,戌", None),
        ("1,2,壁,亥", "1,2,貓,亥", "lodge '貓' is not one of"),
        ("1,2,壁,亥", "13,2,壁,亥", "month '13' is not a number from 1 to 12"),
        ("1,2,壁,亥", "1,31,壁,亥", "lunar_day '31' is not a number from 1 to 30"),
        ("1,2,壁,亥", "1,1,壁,亥", "month 1 day 1 twice"),
        ("1,2,壁,亥", "2,2,壁,亥", "no row for month 1 day 2"),
        ("1,4,奎,戌", "1,4,奎,亥", "the lodge 奎 on two branches"),
    ],
)
def test_bad_moon_lodges_are_refused(old: str, new: str, complaint: str | None) -> None:
    lines = [
        ",".join(lodge.row[column] for column in moon.MOON_COLUMNS[:-1]) + ","
        for lodge in moon.moon_lodges().values()
    ]
    assert any(line.startswith(old) for line in lines)
    rows = rows_of(*(line.replace(old, new, 1) for line in lines), columns=moon.MOON_COLUMNS)
    if complaint is None:
        assert moon.fill_moon_lodges(rows)
        return
    with pytest.raises(RuleFileError, match=complaint):
        moon.fill_moon_lodges(rows)
