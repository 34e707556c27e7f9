"""Rule files: every check is tried on a file that it must reject, with file and line."""

import pytest
from dingshi.datasets import casting, vocabulary
from dingshi.datasets.reading import Row, RuleFileError, parse_rows, read_rows

GOOD = "lodge,jingwei,甲,寅,寅,read,四課,63,"


def parse(*rows: str, header: str = ",".join(casting.CASTING_COLUMNS)) -> list[str]:
    text = "\n".join([header, *rows])
    return [row["value"] for row in parse_rows(text, "rules/casting.csv", casting.CASTING_COLUMNS)]


def test_a_good_row_is_read() -> None:
    assert parse(GOOD) == ["寅"]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("lodge,jingwei,甲,寅,寅,guessed,四課,63,", "status 'guessed' is not one of"),
        ("lodge,nobody,甲,寅,寅,read,四課,63,", "book 'nobody' is not one of"),
        ("lodge,,甲,寅,寅,read,四課,63,", "needs its book"),
        ("lodge,jingwei,甲,寅,寅,read,四課,,", "line '' is not a line number"),
        ("lodge,jingwei,甲,寅,寅,read,四課,0,", "line '0' is not a line number"),
        ("lodge,jingwei,甲,寅,寅,read,四課,x,", "line 'x' is not a line number"),
        ("lodge,jingwei,甲,寅", "4 cells, expected 9"),
    ],
)
def test_a_bad_row_is_refused_with_its_place(row: str, complaint: str) -> None:
    with pytest.raises(RuleFileError, match=f"^rules/casting.csv:3: .*{complaint}"):
        parse(GOOD, row)


def test_another_header_is_refused() -> None:
    with pytest.raises(RuleFileError, match=r"^rules/casting.csv:1: columns are book,table"):
        parse(GOOD, header="book,table")


def casting_rows(*changes: tuple[str, str]) -> dict[str, tuple[int, ...]]:
    rows = read_rows("rules/casting.csv", casting.CASTING_COLUMNS)
    text = "\n".join(
        [",".join(casting.CASTING_COLUMNS)]
        + [",".join(row[column] for column in casting.CASTING_COLUMNS[:-1]) + "," for row in rows]
    )
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return casting.fill_tables(
        tuple(parse_rows(text, "rules/casting.csv", casting.CASTING_COLUMNS))
    )


def test_the_tables_survive_being_written_and_read() -> None:
    assert casting_rows() == casting.casting_tables()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("lodge,jingwei,甲,寅", "lodge,jingwei,寅,寅"), "key '寅' is not one of"),
        (("lodge,jingwei,甲,寅,寅", "lodge,jingwei,甲,貓,貓"), "value '貓' is not one of"),
        (("lodge,jingwei,甲,寅", "lodges,jingwei,甲,寅"), "table 'lodges' is not one of"),
        (("lodge,jingwei,甲,寅,寅", "lodge,jingwei,乙,辰,辰"), "has the key 乙 twice"),
        (("lodge,jingwei,甲,寅", "lodge,jingwei,甲,卯"), "'卯' is not what is written, '寅'"),
        (
            ("general_direction,jingwei,辰,順", "general_direction,jingwei,辰,逆"),
            "not what is written",
        ),
    ],
)
def test_a_bad_table_is_refused(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(RuleFileError, match=complaint):
        casting_rows(change)


def test_a_table_with_a_hole_is_refused() -> None:
    rows = read_rows("rules/casting.csv", casting.CASTING_COLUMNS)
    holed = tuple(row for row in rows if (row["table"], row["key"]) != ("lodge", "甲"))
    with pytest.raises(RuleFileError, match="lodge has no row for 甲"):
        casting.fill_tables(holed)


def test_nobles_need_all_twenty_rows_once() -> None:
    rows = read_rows("rules/nobles.csv", casting.NOBLE_COLUMNS)
    with pytest.raises(RuleFileError, match="noble jingwei has 19 rows, not 20"):
        casting.fill_nobles(rows[1:])
    cells = {**rows[0].cells, "value": "卯"}
    with pytest.raises(RuleFileError, match="'卯' is not what is written, '丑'"):
        casting.fill_nobles((Row(rows[0].file, rows[0].number, cells), *rows[1:]))
    with pytest.raises(RuleFileError, match="has 甲 晝 twice"):
        casting.fill_nobles((*rows, rows[0]))


def test_schools_need_every_reading_once() -> None:
    rows = read_rows("rules/schools.csv", casting.SCHOOL_COLUMNS)
    with pytest.raises(RuleFileError, match="jingwei lacks crossing"):
        casting.fill_schools(rows[1:])
    with pytest.raises(RuleFileError, match="has crossing twice"):
        casting.fill_schools((*rows, rows[0]))


def test_the_default_school_comes_first() -> None:
    assert list(casting.schools()) == ["jingwei", "keti"]


def test_vocabularies_are_cycles_without_repetition() -> None:
    assert len(set(vocabulary.PILLARS)) == 60
    assert (vocabulary.PILLARS[0], vocabulary.PILLARS[59]) == ("甲子", "癸亥")
    for words in (vocabulary.METHODS, vocabulary.DETAILS, vocabulary.DECISIONS):
        assert all(words.values())


def test_involutions_and_cycles_of_the_tables() -> None:
    tables = casting.casting_tables()
    for name in ("clash", "stem_combination"):
        assert all(tables[name][tables[name][i]] == i != tables[name][i] for i in range(10))
    for name in ("generates", "overcomes"):
        assert sorted(tables[name]) == list(range(5))
    nexts = tables["triad_next"]
    assert all(nexts[nexts[nexts[i]]] == i for i in range(12))
