"""Tables in every dress that is read, and the input that is bad."""

import gzip
import json
import os
import sys
from pathlib import Path

import dingshi
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dingshi.errors import InputError

from tests.pipelines.validation.tables import (
    BRANCHES,
    JINGWEI,
    PILLARS,
    Row,
    charts,
    csv_text,
    judged,
    judged_file,
)
from tests.twins import casting as twin

GOOD = charts(hours=(0, 9))[:300]
TRADITIONAL = dict(zip(GOOD[0], ("日柱", "占時", "月將", "三傳", "天將"), strict=True))
SIMPLIFIED = dict(zip(GOOD[0], ("日干支", "占时", "月将", "三传", "天将"), strict=True))
SIMPLER = str.maketrans("貴陳龍陰", "贵陈龙阴")


def renamed(rows: list[Row], names: dict[str, str]) -> list[Row]:
    return [{names[k]: v for k, v in row.items()} for row in rows]


def zstd(data: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return bytes(sink.getvalue().to_pybytes())


def parquet(rows: list[Row], path: Path) -> bytes:
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path.read_bytes()


DRESSES = {
    "csv": lambda rows: csv_text(rows).encode(),
    "tsv": lambda rows: csv_text(rows, "\t").encode(),
    "semicolons.csv": lambda rows: csv_text(rows, ";").encode(),
    "crlf.csv": lambda rows: csv_text(rows).replace("\n", "\r\n").encode(),
    "bom.csv": lambda rows: csv_text(rows).encode("utf-8-sig"),
    "utf16.csv": lambda rows: csv_text(rows, "\t").encode("utf-16"),
    "big5.csv": lambda rows: csv_text(renamed(rows, TRADITIONAL)).encode("cp950"),
    "gb18030.csv": lambda rows: (
        csv_text(renamed(rows, SIMPLIFIED)).translate(SIMPLER).encode("gb18030")
    ),
    "traditional.csv": lambda rows: csv_text(renamed(rows, TRADITIONAL)).encode(),
    "csv.gz": lambda rows: gzip.compress(csv_text(rows).encode()),
    "twice.csv.gz": lambda rows: (
        gzip.compress(csv_text(rows[:9]).encode())
        + gzip.compress(csv_text(rows).split("\n", 10)[10].encode())
    ),
    "csv.zst": lambda rows: zstd(csv_text(rows).encode()),
    "without_a_name": lambda rows: csv_text(rows).encode(),
    "jsonl": lambda rows: "\n".join(map(json.dumps, rows)).encode(),
    "escaped.jsonl.gz": lambda rows: gzip.compress(
        "\n\n".join(json.dumps(r, ensure_ascii=False) for r in rows).encode()
    ),
}


@pytest.mark.parametrize("dress", DRESSES)
def test_a_table_reads_alike_in_every_dress(dress: str, tmp_path: Path) -> None:
    path = tmp_path / f"table.{dress}"
    path.write_bytes(DRESSES[dress](GOOD))
    result, report = judged_file(path, tmp_path)
    assert (result.statuses, result.files[0].not_read) == ({"agrees": len(GOOD)}, []), str(result)
    assert [row["row"] for row in report] == list(range(1, len(GOOD) + 1))
    assert result.claimed["final"] == result.claimed["final_general"] == len(GOOD)


@pytest.mark.parametrize("packed", ["plain", "gzip", "zstd", "dictionary", "large"])
def test_parquet_reads_alike(packed: str, tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    table = pa.Table.from_pylist(GOOD)
    if packed == "dictionary":
        table = pa.table({name: table[name].dictionary_encode() for name in table.column_names})
    if packed == "large":
        table = table.cast(pa.schema([(name, pa.large_string()) for name in table.column_names]))
    pq.write_table(table, path, row_group_size=70)
    wrap = {"gzip": gzip.compress, "zstd": zstd}.get(packed, bytes)
    path.write_bytes(wrap(path.read_bytes()))
    result, report = judged_file(path, tmp_path)
    assert result.statuses == {"agrees": len(GOOD)}
    assert [row["line"] for row in report] == [None] * len(GOOD)


def test_tables_in_memory() -> None:
    for table in (pa.Table.from_pylist(GOOD), pl.DataFrame(GOOD)):
        assert dingshi.validate(table).statuses == {"agrees": len(GOOD)}
    with pytest.raises(InputError, match="a table is a path or an Arrow table"):
        dingshi.validate(7)


def test_numbers_lists_and_nested_columns_of_parquet() -> None:
    table = pa.table(
        {
            "day_id": pa.array([0, 1], pa.int8()),
            "ju": [2.0, 2.0],
            "void": [["戌", "亥"], ["亥", "戌"]],
            "initial_void": [False, None],
            "initial": ["子", None],
        }
    )
    result = dingshi.validate(table)
    assert result.statuses == {"agrees": 2}
    assert (result.claimed["void1"], result.claimed["initial"]) == (2, 1)


def test_the_objects_of_cast_are_rows(tmp_path: Path) -> None:
    path = tmp_path / "charts.jsonl"
    casts = [dingshi.cast(PILLARS[i], month_general="亥", hour=BRANCHES[i % 12]) for i in range(60)]
    path.write_text("\n".join(json.dumps(chart.to_dict()) for chart in casts), encoding="utf-8")
    result = dingshi.validate(path)
    assert result.statuses == {"agrees": 60}
    for field in ("lesson4_general", "earth_hai", "void2", "final_seat_void", "method", "ju"):
        assert result.claimed[field] == 60, field


def test_three_columns_relations_methods_and_hidden_stems(tmp_path: Path) -> None:
    kin = {"印": "父母", "盜": "子孙", "鬼": "官鬼", "財": "妻财", "劫": "兄弟"}
    rows = []
    for day in range(60):
        cast = twin.cast(day, 3, JINGWEI)
        three = list(cast["transmissions"])  # type: ignore[call-overload]
        stems = [twin.hidden_stem(day, b) for b in three]
        rows.append(
            {
                "日辰": PILLARS[day],
                "局": "第10局",
                "初傳": BRANCHES[three[0]],
                "中傳": BRANCHES[three[1]],
                "末傳": BRANCHES[three[2]],
                "遁干": "".join("空" if s < 0 else twin.STEM_NAMES[s] for s in stems),
                "六親": "、".join(kin[twin.relation(day % 10, b)] for b in three),
                "旬空": "".join(BRANCHES[b] for b in twin.voids(day)),
                "課體": cast["method"],
            }
        )
    result, _ = judged(rows, tmp_path)
    assert result.statuses == {"agrees": 60}, str(result)
    wrong = [{**row, "遁干": "甲甲甲"} for row in rows]
    result, _ = judged(wrong, tmp_path)
    assert result.statuses["differs"] == 60


def test_a_method_by_the_names_of_other_books(tmp_path: Path) -> None:
    rows = [
        {"day": "甲子", "ju": 12, "method": "重审课"},  # one lower overcomes its upper
        {"day": "甲子", "ju": 12, "method": "元首"},
        {"day": "甲子", "ju": 12, "method": "元首、重審"},
        {"day": "甲子", "ju": 1, "method": "伏吟"},
    ]
    _, report = judged(rows, tmp_path)
    assert [r["status"] for r in report] == ["agrees", "differs", "unreadable", "agrees"]
    assert (report[1]["detail"], report[1]["detail_computed"]) == ("克", "賊")


def test_map_names_the_columns(tmp_path: Path) -> None:
    rows = [
        {"a": r["day"], "b": r["hour"], "c": r["month_general"], "d": r["transmissions"]}
        for r in GOOD
    ]
    with pytest.raises(InputError, match=r"needs day, and one of.*it has 'a', 'b', 'c', 'd'"):
        judged(rows, tmp_path)
    columns = {"day": "a", "hour": "b", "month_general": "c", "transmissions": "d"}
    result, _ = judged(rows, tmp_path, columns=columns)
    assert result.statuses == {"agrees": len(rows)}
    with pytest.raises(InputError, match="no column is named 'x'"):
        judged(rows, tmp_path, columns={**columns, "day": "x"})
    with pytest.raises(
        InputError, match="'dai' is no column that is known; did you mean detail, day"
    ):
        judged(rows, tmp_path, columns={"dai": "a"})


def test_two_columns_for_one_thing(tmp_path: Path) -> None:
    rows = [{**row, "日柱": row["day"]} for row in GOOD]
    with pytest.raises(InputError, match="'day', '日柱' all hold day; choose with --map day"):
        judged(rows, tmp_path)
    result, _ = judged(rows, tmp_path, columns={"day": "日柱"})
    assert (result.statuses, result.files[0].not_read) == ({"agrees": len(rows)}, ["day"])
    both = [{**row, "initial": "子"} for row in GOOD]
    result, report = judged(both, tmp_path)
    assert report[0]["status"] == ("agrees" if report[0]["initial"] == "子" else "unreadable")
    assert "initial is claimed twice, unlike" in {r["problem"] for r in report}


def test_unknown_columns_are_named_and_passed_over(tmp_path: Path) -> None:
    rows = [{**row, "remark": "x", "日期": "1725"} for row in GOOD]
    result, _ = judged(rows, tmp_path)
    assert (result.files[0].not_read, result.exit_status()) == (["remark", "日期"], 0)
    assert "not read: remark, 日期" in str(result)


def test_nothing_is_claimed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="claims nothing that can be compared"):
        judged([{"day": "甲子", "ju": 1}], tmp_path)
    result, report = judged([{"day": "甲子", "ju": 1, "void": v} for v in ("戌亥", "")], tmp_path)
    assert [r["status"] for r in report] == ["agrees", "empty"]
    assert result.exit_status() == 0


def test_generals_without_an_hour_are_not_judged(tmp_path: Path) -> None:
    row = {"day": "甲子", "ju": 2, "transmissions": "子亥戌", "generals": "貴貴貴"}
    _, report = judged([row], tmp_path)
    assert (report[0]["status"], report[0]["initial_general"]) == ("agrees", None)
    _, report = judged([{**row, "晝夜": "夜"}], tmp_path)
    assert report[0]["status"] == "differs"


def test_moments_go_to_the_resolver(tmp_path: Path) -> None:
    rows = [{"時間": "1725-03-01T23:10+08:00", "三傳": "子亥戌"}, {"時間": "?", "三傳": "子亥戌"}]
    with pytest.raises(InputError, match="'時間' holds dates, and no calendar is at hand"):
        judged(rows, tmp_path)

    def resolver(texts):  # type: ignore[no-untyped-def]
        known = [0 if text.startswith("1725") else -1 for text in texts]
        return known, [0 if k == 0 else -1 for k in known], [11 if k == 0 else -1 for k in known]

    result, report = judged(rows, tmp_path, resolver=resolver)
    assert [r["status"] for r in report] == ["agrees", "unreadable"]
    assert (report[0]["day"], report[0]["month_general"]) == ("甲子", "亥")
    assert report[1]["problem"] == "moment is not a date with a time and a zone"
    assert result.exit_status() == 2


BAD_CELLS = {
    "day": ("甲丑", "day '甲丑' is not one of the sixty pairs"),
    "hour": ("25", "hour '25' is not"),
    "month_general": ("春", "month_general '春' is not a branch"),
    "transmissions": ("子亥", "transmissions '子亥' is not three transmissions"),
    "generals": ("貴人 麒麟 朱雀", "generals '貴人 麒麟 朱雀' is not three generals"),
}


@pytest.mark.parametrize("column", BAD_CELLS)
def test_a_cell_that_cannot_be_read(column: str, tmp_path: Path) -> None:
    cell, problem = BAD_CELLS[column]
    result, report = judged([GOOD[0], {**GOOD[1], column: cell}, GOOD[2]], tmp_path)
    assert [row["status"] for row in report] == ["agrees", "unreadable", "agrees"]
    assert report[1]["problem"].startswith(problem)
    assert result.exit_status() == 2
    assert result.exit_status("nothing") == 0


def test_mixed_widths_nul_bytes_and_long_cells(tmp_path: Path) -> None:
    lines = csv_text(GOOD[:8]).splitlines()
    lines[2] = lines[2].rsplit(",", 1)[0]
    lines[3] += ",more"
    lines[4] += ",,"
    lines[5] = lines[5][:3] + "\0" + lines[5][3:]
    lines[6] = "甲" * 5_000 + lines[6][2:]
    lines[7] = "甲" * 140_000 + lines[7][2:]
    lines[8] = "甲" * 2_500_000 + lines[8][2:]
    lines.append("")
    lines.append(lines[1])
    path = tmp_path / "table.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    result, report = judged_file(path, tmp_path)
    assert [row["problem"] for row in report] == [
        None,
        "4 cells, but the header has 5",
        "6 cells, but the header has 5",
        None,
        "it holds a NUL byte",
        report[5]["problem"],
        "a cell is longer than 131,072 characters",
        "the line is longer than 1,048,576 characters",
        None,
    ]
    assert len(report[5]["problem"]) < 200
    assert [row["line"] for row in report] == [2, 3, 4, 5, 6, 7, 8, 9, 11]
    assert result.statuses == {"agrees": 3, "unreadable": 6}


def test_bytes_that_are_no_utf8_spoil_only_their_row(tmp_path: Path) -> None:
    data = csv_text(GOOD).encode().splitlines()
    data[250] = data[250][:1] + data[250][2:]
    path = tmp_path / "table.csv"
    path.write_bytes(b"\n".join(data))
    result, report = judged_file(path, tmp_path)
    assert report[249]["problem"] == f"byte 0x{data[250][0]:02X} is not UTF-8"
    assert result.statuses == {"agrees": len(GOOD) - 1, "unreadable": 1}


def test_an_encoding_is_asked_for_and_never_garbled(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(csv_text(renamed(GOOD, TRADITIONAL)).encode("cp950"))
    assert dingshi.validate(path, encoding="Big5").exit_status() == 0
    with pytest.raises(InputError, match="needs day"):
        dingshi.validate(path, encoding="gb18030")
    with pytest.raises(InputError, match="encoding 'klingon' is not offered; allowed: big5"):
        dingshi.validate(path, encoding="klingon")
    path.write_bytes("日柱,時\n".encode("utf-8-sig"))
    with pytest.raises(InputError, match="begins with the mark of UTF-8, but big5 was asked for"):
        dingshi.validate(path, encoding="big5")
    path.write_bytes(b"day,ju,remark\n" + bytes(range(129, 250)) + b"\n")
    with pytest.raises(InputError, match="does not tell Big5 from GB18030; give --encoding"):
        dingshi.validate(path)


def test_a_bad_line_of_json(tmp_path: Path) -> None:
    lines = [json.dumps(row) for row in GOOD[:5]]
    lines[1] = lines[1][:-5]
    lines[2] = "[1]"
    lines[3] = "[" * 100_000
    path = tmp_path / "table.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    result, report = judged_file(path, tmp_path)
    statuses = ["agrees", "unreadable", "unreadable", "unreadable", "agrees"]
    assert [row["status"] for row in report] == statuses
    assert report[2]["problem"] == "it is not a JSON object"
    assert report[1]["problem"].startswith("it is not JSON: ")
    assert result.exit_status() == 2


@pytest.mark.parametrize("kind", ["csv.gz", "csv.zst", "jsonl.gz"])
def test_rows_before_the_damage_are_judged(kind: str, tmp_path: Path) -> None:
    rows = charts(hours=range(12))
    text = csv_text(rows) if "csv" in kind else "\n".join(map(json.dumps, rows))
    data = (zstd if kind.endswith("zst") else gzip.compress)(text.encode())
    path = tmp_path / f"table.{kind}"
    path.write_bytes(data[: len(data) * 2 // 3])
    result, report = judged_file(path, tmp_path)
    assert len(rows) // 4 < len(report) == result.rows == result.statuses["agrees"] < len(rows)
    problem = result.files[0].problem
    assert problem is not None
    assert f"the {len(report):,} rows before were judged" in problem
    assert result.exit_status() == 2


def test_a_parquet_file_damaged_within(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    pq.write_table(pa.Table.from_pylist(charts(hours=range(12))), path, row_group_size=2000)
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = bytes(400)
    path.write_bytes(bytes(data))
    result, report = judged_file(path, tmp_path)
    assert 0 < len(report) < 8640
    assert result.files[0].problem is not None
    assert result.exit_status() == 2


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.csv", b"", "is empty"),
        ("blank.csv", b"\xef\xbb\xbf \r\n", "is empty"),
        ("header.csv", b",,\n", "is empty"),
        ("unknown.csv", b"a,b\n1,2\n", "needs day"),
        ("nul.csv", b"day,\0\n", "it holds a NUL byte; a table needs a readable header"),
        ("cut.parquet", b"PAR1" + bytes(500), "is no whole Parquet file"),
        ("text.parquet", b"day,ju\n", "is no Parquet file"),
        ("list.json", b'[{"day": 1}]', "is one JSON list; give JSON lines"),
        ("numbers.jsonl", b"1\n2\n", "holds no JSON object"),
        ("cut.csv.gz", b"\x1f\x8b\x08", "is empty"),
        ("day.csv", "day,void\n甲子,戌亥\n".encode(), "needs day, and one of"),
    ],
)
def test_a_file_that_is_no_table(name: str, content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        dingshi.validate(path)


def test_a_header_without_rows(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("day,ju,void\n", encoding="utf-8")
    assert dingshi.validate(path).rows == 0


def test_several_files_and_one_of_them_bad(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(csv_text(GOOD), encoding="utf-8")
    bad.write_bytes(b"")
    result = dingshi.validate([good, bad, good], report=tmp_path / "r.parquet")
    assert result.statuses == {"agrees": 2 * len(GOOD)}
    assert [file.problem is None for file in result.files] == [True, True, False]
    assert result.exit_status() == 2
    with pytest.raises(InputError, match="does not exist"):
        dingshi.validate([tmp_path / "none.csv"])
    with pytest.raises(InputError, match="is a folder"):
        dingshi.validate(tmp_path)
    with pytest.raises(InputError, match="no table is given"):
        dingshi.validate([])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_file_named_in_bytes_that_are_no_text(suffix: str, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    folder.mkdir()
    path = folder / f"table.{suffix}"
    if suffix == "parquet":
        with path.open("wb") as file:
            pq.write_table(pa.Table.from_pylist(GOOD), file)
    else:
        path.write_bytes(DRESSES[suffix](GOOD))
    result = dingshi.validate(path, report=folder / "r.parquet", html=folder / "p.html")
    assert result.statuses == {"agrees": len(GOOD)}
    assert "\\xff" in str(result).encode("utf-8").decode()
