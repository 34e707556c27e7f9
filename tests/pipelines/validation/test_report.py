"""The report, the summary, the page and the command: what leaves the house, and how it exits."""

import csv
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import dingshi
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dingshi.cli.app import app
from dingshi.errors import DingshiError, InputError
from dingshi.validation.report import harmless

from tests.pipelines.validation.tables import charts, csv_text

GOOD = charts(hours=(0, 9))[:100]
LIVE = ("=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1")
MARKUP = "<script>alert('x')</script>&\"<b>"


def table(folder: Path, *extra: dict[str, str]) -> Path:
    path = folder / "table.csv"
    rows = [{**row, "id": f"case {i}"} for i, row in enumerate(GOOD)]
    path.write_text(csv_text([*rows, *({**rows[0], **row} for row in extra)]), encoding="utf-8")
    return path


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dingshi", "validate", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )


def status_of(*arguments: str | Path) -> int:
    """The command's exit status without a new process."""
    try:
        status = app(["validate", *map(str, arguments)], standalone_mode=False)
    except DingshiError as error:
        return error.exit_status if "\n" not in str(error) else -1
    return int(status)


def test_the_same_report_as_csv_and_as_parquet(tmp_path: Path) -> None:
    path = table(tmp_path, {"transmissions": "子子子"})
    for name in ("r.csv", "r.parquet"):
        dingshi.validate(path, report=tmp_path / name, keep=["id"])
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        text = list(csv.DictReader(file))
    rows = pq.read_table(tmp_path / "r.parquet").to_pylist()
    spelt = {None: "", True: "true", False: "false"}
    plain = [
        {
            k: spelt.get(v, str(v)) if not isinstance(v, int) or isinstance(v, bool) else str(v)
            for k, v in row.items()
        }
        for row in rows
    ]
    assert text == plain
    assert rows[3]["kept_id"] == "case 3"
    assert (rows[-1]["status"], rows[-1]["initial"]) == ("differs", "子")


def test_a_report_says_what_it_is(tmp_path: Path) -> None:
    dingshi.validate(table(tmp_path), report=tmp_path / "r.parquet")
    schema = pq.read_schema(tmp_path / "r.parquet")
    assert schema.metadata[b"dingshi.generator"] == b"dingshi"
    assert all(schema.field(name).metadata[b"description"] for name in schema.names)
    assert not schema.field("status").nullable


def test_the_same_rows_give_the_same_bytes(tmp_path: Path) -> None:
    path = table(tmp_path, {"transmissions": "子子子"})
    reports = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        dingshi.validate(path, report=folder / "r.parquet", html=folder / "p.html")
        reports.append([(folder / name).read_bytes() for name in ("r.parquet", "p.html")])
    assert reports[0] == reports[1]


def test_no_cell_of_the_csv_report_is_a_live_formula(tmp_path: Path) -> None:
    path = table(
        tmp_path,
        *({"transmissions": live, "id": live} for live in LIVE),
        *({"day": live} for live in LIVE),
    )
    dingshi.validate(path, report=tmp_path / "r.csv", keep=["id", "transmissions"])
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r\n")]
    assert "'=cmd|' /C calc'!A0" in cells


def test_harmless_leaves_what_is_harmless() -> None:
    column = pa.array(["", None, "子", "a=b", "=b", "\n=b"])
    assert harmless(column).to_pylist() == ["", None, "子", "a=b", "'=b", "'\n=b"]


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_escaped_and_needs_no_network(tmp_path: Path) -> None:
    path = table(tmp_path, {"transmissions": MARKUP}, {"day": "巳亥"})
    text = path.read_text(encoding="utf-8").replace(",id", ',<img src="//x/y">')
    path.write_text(text, encoding="utf-8")
    dingshi.validate(path, html=tmp_path / "p.html")
    html = (tmp_path / "p.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(html)
    assert not page.tags & {"script", "img", "b", "link", "iframe"}
    assert page.links == []
    assert not re.search(r"(https?:)?//", re.sub(r"&[a-z#0-9]+;|//x/y", "", html))
    assert "<script>alert" in page.text
    assert '<img src="//x/y">' in page.text
    assert "default-src 'none'" in html


def test_the_exit_status_of_the_command(tmp_path: Path) -> None:
    good = table(tmp_path)
    done = run(good, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "100  agrees" in done.stdout
    assert (tmp_path / "report.parquet").exists()
    table(tmp_path, {"transmissions": "子子子"})
    assert run(good, cwd=tmp_path).returncode == 3
    assert status_of(good, "--no-report", "--fail-on", "nothing") == 0
    assert status_of(good, "--no-report", "--fail-on", "unexplained") == 3
    table(tmp_path, {"day": "甲午"})
    assert status_of(good, "--no-report", "--fail-on", "all") == 2
    table(tmp_path, {"transmissions": GOOD[0]["transmissions"].replace("巳", "己")})
    assert "己" in good.read_text(encoding="utf-8")
    assert status_of(good, "--no-report", "--fail-on", "unexplained") == 0
    assert status_of(good, "--no-report") == 3
    table(tmp_path, {"hour": "?"})
    page, report = tmp_path / "p.html", tmp_path / "r.csv"
    assert status_of(good, "--html", page, "--report", report) == 2
    assert page.exists()
    assert report.exists()


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    for content in (b"", b"a,b\n1,2\n", b"PAR1" + bytes(90)):
        (tmp_path / "t.csv").write_bytes(content)
        done = run("t.csv", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"dingshi: t\.csv.*\n", done.stderr)
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


def test_the_result_as_json(tmp_path: Path) -> None:
    path = table(tmp_path, {"transmissions": "子子子"})
    done = run(path, "--no-report", "--format", "json", cwd=tmp_path)
    result = json.loads(done.stdout)
    assert result == json.loads(json.dumps(dingshi.validate(path).to_dict()))
    assert result["statuses"] == {"agrees": 100, "differs": 1, "unreadable": 0, "empty": 0}
    assert result["samples"][0]["row"] == 101
    assert not (tmp_path / "report.parquet").exists()


def test_options_of_the_command(tmp_path: Path) -> None:
    keti = tmp_path / "keti.csv"
    readings = {
        "crossing": "depth",
        "pool": "matching",
        "tie": "lessons",
        "zimao": "wu",
        "bieze": "rule",
    }
    rows = charts(readings, hours=(7,))
    names = {
        "day": "甲",
        "hour": "乙",
        "month_general": "丙",
        "transmissions": "丁",
        "generals": "戊",
    }
    keti.write_bytes(
        csv_text([{names[k]: v for k, v in r.items()} for r in rows]).encode("gb18030")
    )
    maps = [word for name, column in names.items() for word in ("--map", f"{name}={column}")]
    options = ["--no-report", "--encoding", "gbk", *maps]
    assert status_of(keti, *options, "--school", "keti") == 0
    assert status_of(keti, *options, "--school", "auto") == 0
    assert status_of(keti, *options) == 3
    pinned = ("--reading", "crossing=depth", "--reading", "tie=lessons", "--day-rule", "mao_shen")
    assert status_of(keti, *options, *pinned) == 0
    for wrong in (("--day-rule", "x"), ("--school", "x"), ("--map", "day"), ("--noble", "x")):
        assert status_of(keti, *options, *wrong) == 2, wrong
    assert status_of(keti, *options, "--school", "auto", "--noble", "xieji") == 2


def test_a_report_harms_no_file_of_another(tmp_path: Path) -> None:
    path = table(tmp_path)
    before = path.read_bytes()
    with pytest.raises(InputError, match="is the table that is judged"):
        dingshi.validate(path, report=path)
    for name, content in (("x.csv", "a,b\n"), ("x.parquet", "PAR1"), ("x.html", "<html>")):
        (tmp_path / name).write_text(content, encoding="utf-8")
        target: Any = {"html" if name.endswith("html") else "report": tmp_path / name}
        with pytest.raises(InputError, match="is no report of dingshi"):
            dingshi.validate(path, **target)
        assert (tmp_path / name).read_text(encoding="utf-8") == content
    with pytest.raises(InputError, match="there is no folder"):
        dingshi.validate(path, report=tmp_path / "none" / "r.csv")
    with pytest.raises(InputError, match=r"ends in \.parquet or \.csv"):
        dingshi.validate(path, report=tmp_path / "r.xlsx")
    with pytest.raises(InputError, match=r"ends in \.html"):
        dingshi.validate(path, html=tmp_path / "r.csv")
    assert path.read_bytes() == before
    for _ in range(2):
        for name in ("r.csv", "r.parquet"):
            dingshi.validate(path, report=tmp_path / name, html=tmp_path / "p.html")


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    path = table(tmp_path)

    def full(_rows: int, _total: int | None) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(DingshiError, match="No space left on device; nothing was written"):
        dingshi.validate(path, report=tmp_path / "r.parquet", progress=full)
    assert [file.name for file in tmp_path.iterdir()] == ["table.csv"]


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    pq.write_table(pa.Table.from_pylist(GOOD), tmp_path / "t.parquet")
    dingshi.validate(tmp_path / "t.parquet", progress=lambda *counts: told.append(counts))
    assert told == [(100, 100)]


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys\nfrom dingshi.cli.app import app\nimport dingshi.cli\n"
        "app(['validate', '--help'], standalone_mode=False)\n"
        "print(sorted({'numba', 'pyarrow', 'polars'} & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
