"""The command line as its users meet it: what it prints, where, and with which exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import dingshi
import pytest
from rich.cells import cell_len


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dingshi", *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        check=False,
    )


def loaded_by(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout.splitlines()[-1]


CAST = ("cast", "甲子", "--month-general", "亥", "--hour", "子")


def test_a_cast_as_json_is_the_chart() -> None:
    done = run(*CAST, "--format", "json")
    chart = dingshi.cast("甲子", month_general="亥", hour="子")
    assert (json.loads(done.stdout), done.stderr) == (chart.to_dict(), "")
    assert done.stdout.count("\n") == 1


def test_a_cast_as_text_is_drawn_in_straight_lines() -> None:
    done = run(*CAST)
    assert done.returncode == 0
    ring = [line for line in done.stdout.splitlines() if line.startswith(("┌", "│", "├", "└"))]
    assert len(ring) == 17
    assert {cell_len(line) for line in ring} == {37}
    assert "Lessons 1 and 2 are overcome from below, by 甲 and 丑" in " ".join(done.stdout.split())


def test_night_and_day_can_be_told() -> None:
    assert "The day noble is taken against the hour 子." in run(*CAST, "--day").stdout
    assert "against the hour" not in run(*CAST, "--night").stdout
    assert json.loads(run(*CAST, "--day", "--format", "json").stdout)["night"] is False
    assert json.loads(run(*CAST, "--night", "--format", "json").stdout)["night"] is True


def test_every_option_of_cast() -> None:
    done = run(
        *CAST,
        *("--natal", "午", "--school", "keti", "--noble", "xieji"),
        *("--reading", "tie=hours", "--format", "json"),
    )
    chart = json.loads(done.stdout)
    assert chart["school"] == "custom"
    assert (chart["readings"]["crossing"], chart["readings"]["tie"]) == ("depth", "hours")
    assert (chart["noble"], chart["natal"]["branch"]) == ("xieji", "午")


def test_an_entry_shows_where_schools_part() -> None:
    done = run("lesson", "戊辰", "７")
    assert "[jingwei]" in done.stdout
    assert "[keti]" in done.stdout
    both = json.loads(run("lesson", "戊辰", "第7局", "--format", "json").stdout)
    assert not {"hour", "month_general", "night", "plate"} & both[0].keys()
    initials = [entry["transmissions"][0]["branch"] for entry in both]
    assert initials == ["巳", "亥"]
    assert "[jingwei, keti]" in run("lesson", "甲子", "2").stdout


def test_verify_reports_every_list_and_the_two_differences() -> None:
    done = run("verify")
    assert done.returncode == 0
    for name in ("干支", "月將", "寄宮", "別擇", "斷金", "伏吟", "返吟無克", "貴人", "順逆"):
        assert name in done.stdout
    assert "丁酉 missing" in done.stdout
    assert "癸丑 surplus" in done.stdout
    verdicts = json.loads(run("verify", "--format", "json").stdout)["lists"]
    assert [v["name"] for v in verdicts if not v["holds"]] == ["別擇", "斷金"]
    assert {v["role"] for v in verdicts} == {"list", "table"}


def test_verify_summarizes_the_claims_and_shows_details() -> None:
    summary = run("verify", "--book", "bifa").stdout
    assert "contradicted" in summary
    assert "jingwei" not in summary
    details = run("verify", "--book", "bifa", "--show", "contradicted", "--kind", "initial").stdout
    assert {line.split()[0] for line in details.splitlines()} == {"bifa.336.10", "bifa.336.13"}
    coverage = run("verify", "--coverage").stdout
    assert [line.split()[0] for line in coverage.splitlines()[1:]] == [
        *("jingwei", "keti", "wuyao", "fushantang", "bifa")
    ]
    refused = run("verify", "--book", "yijing")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "allowed: jingwei" in refused.stderr


def test_the_claims_are_linted_where_they_lie(tmp_path: Path) -> None:
    assert run("claims", "lint", "--folder", "datasets/claims").returncode == 0
    refused = run("claims", "lint", "--folder", str(tmp_path))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert run("claims", "document", "docs/collation.md", "--check").returncode == 0
    assert run("claims", "document", str(tmp_path / "none.md"), "--check").returncode == 1


def test_schools_are_listed() -> None:
    assert "depth_from_seat" in run("schools").stdout
    assert list(json.loads(run("schools", "--format", "json").stdout)["schools"]) == [
        "jingwei",
        "keti",
    ]


def test_build_prints_what_it_made(tmp_path: Path) -> None:
    done = run("build", "--out", str(tmp_path / "made"))
    assert done.returncode == 0
    assert "1,440 rows" in done.stdout
    assert (tmp_path / "made" / "manifest.json").exists()


def test_help_is_help() -> None:
    for arguments in ((), ("--help",), ("-h",)):
        done = run(*arguments)
        assert done.returncode == 0
        assert "cast" in done.stdout
    assert "Example: dingshi cast" in run("cast", "--help").stdout
    assert run("--version").stdout.startswith("dingshi ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("cast", "甲丑", *CAST[2:]), "'甲丑' is not one of the sixty"),
        ((*CAST[:3], "登朋", *CAST[4:]), "did you mean 登明?"),
        (("lesson", "甲子", "13"), "局 '13' is not a number from 1"),
        (("lesson", "甲子", "0"), "局 '0' is not a number from 1"),
        (("lesson", "甲子", "1.5"), "局 '1.5' is not a number from 1"),
        (("lesson", "甲子", "²"), "局 '²' is not a number from 1"),
        (("build", "--out", ""), "'' is no folder"),
        ((*CAST, "--reading", "name=x"), "reading 'name' is unknown"),
        ((*CAST, "--school", "x"), "school 'x' is unknown"),
        ((*CAST, "--noble", "x"), "noble 'x' is unknown"),
        ((*CAST, "--reading", "x"), "'x' is not NAME=VALUE"),
        ((*CAST, "--natal", "x"), "natal branch 'x'"),
        ((*CAST, "--format", "xml"), "'xml' is not one of"),
        (("cst",), "No such command 'cst'"),
        (("cast", "甲子"), "Missing option '--month-general'"),
        ((*CAST, "extra"), "extra"),
        (("cast", "甲" * 5000, *CAST[2:]), "is not a pair"),
        (("cast", "甲\n子", *CAST[2:]), "is not a pair"),
        (("build", "--out", "/dev/null"), "is a file; give a folder"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: tuple[str, ...], complaint: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 300


def test_bytes_that_are_no_text_are_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dingshi", b"cast", b"\xff\xfe", "-g", "亥", "--hour", "子"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_without_chinese_gets_a_line_or_escaped_json(encoding: str) -> None:
    other = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = run(*CAST, **other)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "set PYTHONIOENCODING=utf-8" in done.stderr
    done = run(*CAST, "--format", "json", **other)
    assert json.loads(done.stdout)["day"] == "甲子"
    done = run("cast", "甲丑", *CAST[2:], **other)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert run("--help", **other).returncode == 0


def test_big5_and_gbk_terminals_are_served() -> None:
    for encoding in ("big5hkscs", "gb18030"):
        done = subprocess.run(
            [sys.executable, "-m", "dingshi", *CAST],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            check=False,
        )
        assert done.returncode == 0
        assert "貴人" in done.stdout.decode(encoding)


def test_a_locale_that_cannot_decode_the_arguments() -> None:
    environment = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = run(*CAST, "--format", "json", **environment)
    assert json.loads(done.stdout)["day"] == "甲子"


def test_streams_that_are_closed_from_the_start(tmp_path: Path) -> None:
    for redirection in (">&-", "2>&-", ">&- 2>&-", "2>/dev/full"):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        build = f"{sys.executable} -m dingshi build --out {folder} {redirection}"
        line = f"{build}; echo $? >> {tmp_path}/s"
        done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)  # noqa: S607
        assert b"Traceback" not in done.stdout + done.stderr
        assert (folder / "manifest.json").exists()
    assert set((tmp_path / "s").read_text().split()) == {"0"}


def test_a_folder_named_in_bytes_that_are_no_text(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff\xfe"
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"dingshi", b"build", b"--out", folder],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"\\udcff" in done.stdout) == (0, True)


def test_output_that_is_closed_early_ends_quietly() -> None:
    line = f"{sys.executable} -m dingshi verify | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", line],  # noqa: S607 - the shell of the machine is what is tested
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] in {"0", "1"}


def test_help_loads_no_compiler() -> None:
    program = (
        "import sys\n"
        "sys.argv = ['dingshi', '--help']\n"
        "from dingshi.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print([m for m in ('numba', 'pyarrow', 'polars', 'numpy') if m in sys.modules])"
    )
    assert loaded_by(program) == "[]"


def test_a_cast_from_the_command_line_loads_no_compiler() -> None:
    program = (
        f"import sys\nsys.argv = ['dingshi', *{CAST!r}]\n"
        "from dingshi.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print([m for m in ('numba', 'pyarrow', 'polars') if m in sys.modules])"
    )
    assert loaded_by(program) == "[]"


def test_compiled_kernels_are_kept_under_the_name_of_their_sources(tmp_path: Path) -> None:
    arguments = (*CAST, "--reading", "crossing=depth_branches", "--format", "json")
    first = run(*arguments, XDG_CACHE_HOME=str(tmp_path))
    kept = list((tmp_path / "dingshi").iterdir())
    assert len(kept) == 1
    second = run(*arguments, XDG_CACHE_HOME=str(tmp_path))
    assert (first.returncode, first.stdout) == (0, second.stdout)
    assert list((tmp_path / "dingshi").iterdir()) == kept


@pytest.mark.parametrize("damage", ["read-only", "garbage"])
def test_a_damaged_cache_is_one_line_or_no_matter(tmp_path: Path, damage: str) -> None:
    arguments = (*CAST, "--reading", "crossing=depth_branches", "--format", "json")
    first = run(*arguments, XDG_CACHE_HOME=str(tmp_path))
    for path in tmp_path.rglob("*.nbi"):
        if damage == "garbage":
            path.write_bytes(b"garbage")
    folders = [path for path in tmp_path.rglob("*") if path.is_dir()]
    if damage == "read-only":
        for folder in folders:
            folder.chmod(0o500)
    again = run(*arguments, XDG_CACHE_HOME=str(tmp_path))
    for folder in folders:
        folder.chmod(0o700)
    assert again.returncode in {0, 1}
    assert "Traceback" not in again.stderr
    assert again.stderr.count("\n") <= 1
    if again.returncode == 0:
        assert again.stdout == first.stdout


def test_without_a_cache_folder_it_still_casts() -> None:
    arguments = (*CAST, "--reading", "crossing=depth_branches")
    done = run(*arguments, XDG_CACHE_HOME="/dev/null")
    assert (done.returncode, done.stderr) == (0, "")
