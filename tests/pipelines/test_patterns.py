"""Patterns as users meet them: by name, in a chart, found, in the corpus, on the command line."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from dingshi import build, cast, chart_patterns, find
from dingshi.datasets.patterns.registry import entries
from dingshi.datasets.schema import MEMBERS, PATTERNS
from dingshi.errors import DingshiError, InputError
from dingshi.kernels import axes
from dingshi.patterns import tables
from dingshi.patterns.finding import draw_found, to_dict
from dingshi.patterns.lookup import find_entries, find_entry
from dingshi.patterns.space import by_id, space
from dingshi.schools import resolve_school


def chart(day: str = "甲子", general: str = "亥", hour: str = "子", **options: object):  # type: ignore[no-untyped-def]
    return cast(day, month_general=general, hour=hour, **options)  # type: ignore[arg-type]


# Names.


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("斬關", "jingwei.zhanguan"),
        ("斩关", "jingwei.zhanguan"),
        ("斬關格", "jingwei.zhanguan"),
        ("zhanguan", "jingwei.zhanguan"),
        ("jingwei.zhanguan", "jingwei.zhanguan"),
        ("jingwei.斬關", "jingwei.zhanguan"),
        ("斬關@both", "jingwei.zhanguan@both"),
        ("六壬經緯斬關", "jingwei.zhanguan"),
        ("歸定", "jingwei.guifu"),
        ("重慶", "jingwei.xiqing"),
        ("青龍入海", "jingwei.xiqing.ruhai"),
        ("青龙入海", "jingwei.xiqing.ruhai"),
        ("青龍臨子", "jingwei.xiqing.ruhai"),
        ("螣蛇臨戌", "jingwei.kongju.xianglong"),
        ("初傳生干", "jingwei.yinshou.chu"),
        ("印綬/初傳生干", "jingwei.yinshou.chu"),
        ("進茹", "jingwei.lianru.jinru"),
        ("龍潛", "jingwei.lianru.longqian"),
        ("連茹/龍潛", "jingwei.lianru.longqian"),
        ("鑄印", "jingwei.zhuyin"),
        ("關隔", "jingwei.guange"),
        ("伏陰", "jingwei.jiase.fuyin"),
        (" 天后倚戶 ", "jingwei.ganfu.yihu"),
    ],
)
def test_a_pattern_is_found_by_what_people_call_it(word: str, found: str) -> None:
    assert find_entry(word).id == found


def test_every_id_finds_its_entry() -> None:
    for i, entry in entries().items():
        assert find_entry(i) is entry


def test_a_name_of_several_is_told_and_refused_where_one_is_needed() -> None:
    assert [e.id for e in find_entries("掩目")] == [
        "jingwei.kongju.yanmu",
        "jingwei.wenshu.yanmu",
        "jingwei.xiqing.yanmu",
    ]
    with pytest.raises(InputError, match=r"several; say which: jingwei\.kongju\.yanmu"):
        find_entry("掩目")


@pytest.mark.parametrize(
    ("word", "hint"),
    [("斬闗", "nearest: .*斬關"), ("xyz", "the patterns are 乾坤"), ("", "the patterns are 乾坤")],
)
def test_an_unknown_name_is_refused_with_near_ones(word: str, hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        find_entry(word)


def test_an_unknown_reading_is_refused_with_those_that_it_has() -> None:
    with pytest.raises(InputError, match="it has both, initial"):
        find_entry("斬關@either")
    with pytest.raises(InputError, match="none but the default"):
        find_entry("始終@seat")


# One chart.


def test_a_chart_tells_its_patterns_with_clause_and_name() -> None:
    told = chart_patterns(chart()).to_dict()
    by_name = {p["name"]: p for p in told["patterns"]}
    assert set(by_name) == {"知一", "連茹", "印綬", "和合", "災喪", "迴環", "斷橋", "刖足"}
    assert [c["name"] for c in by_name["連茹"]["clauses"]] == ["退茹", "退茹末空"]
    (form,) = by_name["連茹"]["forms"]
    assert form == {
        "id": "jingwei.lianru.chongyin",
        "name": "重陰",
        "cancelled": True,
        "cancelled_seat": True,
    }
    assert [c["name"] for c in by_name["災喪"]["forms"]] == ["在野"]


def test_what_lacks_an_input_is_undecided_and_never_absent() -> None:
    found = chart_patterns(chart())
    undecided = {u.entry.id: u for u in found.undecided}
    fired = {f.entry.id for f in found.fired}
    for i, flags in space().holds.items():
        needed = {"half", "year"} & {
            name for name, size in zip(axes.AXES, flags.shape, strict=True) if size > 1
        }
        assert (i in undecided) == bool(needed), i
        assert not (i in undecided and i in fired)
    assert undecided["jingwei.jishi"].missing == ("month",)
    assert undecided["jingwei.tianen"].missing == ("year",)
    assert undecided["jingwei.guange.sanguangburen"].missing == ("lunar_day",)
    assert undecided["jingwei.jishi@last18"].missing == ("date",)


def test_undecided_says_how_it_would_fall() -> None:
    outcomes = {u.entry.id: u.outcome for u in chart_patterns(chart()).undecided}
    assert outcomes["jingwei.jiwang.chu"] == "holds"  # 子 is water; 寅 and 卯 are both spring
    assert outcomes["jingwei.jishi.chu"] == "fails"
    assert outcomes["jingwei.jishi@last18"] == "unknown"
    depending = chart_patterns(chart(day="甲子", general="戌", hour="酉")).undecided
    assert "depends" in {u.outcome for u in depending}


def test_with_month_and_year_everything_but_dates_is_decided() -> None:
    found = chart_patterns(chart(), month="寅月", year="甲子年")
    assert {u.missing for u in found.undecided} == {("date",), ("lunar_day",)}
    assert "jingwei.jiwang.chu" in {f.entry.id for f in found.fired}
    assert chart_patterns(chart(), month="寅", year="子").to_dict() == found.to_dict()


def test_one_chart_is_a_slice_of_the_space() -> None:
    holds = space().holds
    for day, hour, general, month, year in (
        ("甲子", "子", "亥", "卯", "丙午"),
        ("丁丑", "午", "子", "丑", "丁丑"),
        ("癸酉", "卯", "申", "巳", "辛酉"),
        ("庚申", "亥", "未", "午", "癸亥"),
    ):
        one = chart(day, general, hour)
        found = {f.entry.id for f in chart_patterns(one, month=month, year=year).fired}
        half = [axes.month_branch(one.month_general, h) for h in range(2)].index(
            "子丑寅卯辰巳午未申酉戌亥".index(month)
        )
        branch = "子丑寅卯辰巳午未申酉戌亥".index(year[1])
        for i, flags in holds.items():
            place = (one.day, one.shift, one.hour, half, branch, 0, 0)
            at = tuple(c if size > 1 else 0 for c, size in zip(place, flags.shape, strict=True))
            assert bool(flags[at]) == (i in found), i


def test_another_noble_and_school_are_followed() -> None:
    day, night = (
        {f.entry.name for f in chart_patterns(chart(night=n)).patterns()} for n in (False, True)
    )
    assert day != night
    deep = chart_patterns(chart("戊辰", "酉", "卯", school="keti"))
    assert "返吟" in {f.entry.name for f in deep.patterns()}


@pytest.mark.parametrize(
    ("month", "complaint"),
    [
        ("辰", r"has not the month general 亥; allowed: 寅 \(half 0\) or 卯 \(half 1\)"),
        ("貓", "is not a branch"),
    ],
)
def test_a_month_that_contradicts_the_month_general_is_refused(month: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        chart_patterns(chart(), month=month)


@pytest.mark.parametrize("year", ["甲丑", "貓", "甲", "甲子子"])
def test_a_year_that_is_none_is_refused(year: str) -> None:
    with pytest.raises(InputError):
        chart_patterns(chart(), year=year)


# Finding.


def test_found_lessons_have_the_patterns_and_lack_the_others() -> None:
    found = find(["斬關", "六陽"], ["斬首"])
    assert found.scope == "lessons"
    ids = set(found.ids().tolist())
    assert len(found) == len(ids) > 0
    holds = space().holds
    for i in range(720):
        place = (i // 12, i % 12, 0, 0, 0, 0, 0)
        wanted = holds["jingwei.zhanguan"][place] and holds["jingwei.liuyang"][place]
        assert (i in ids) == bool(wanted and not holds["jingwei.zhanshou"][place])


@pytest.mark.parametrize("scope", list(axes.SCOPES))
def test_a_larger_scope_holds_the_smaller_one(scope: str) -> None:
    found = find(["斫輪"], scope=scope)
    size = int(np.prod(axes.scope_shape(scope)))
    assert len(found) == len(find(["斫輪"])) * size // 720
    first = found.ids(5)
    assert first.tolist() == sorted(first.tolist())
    if size <= 1_036_800:
        assert found.ids().size == len(found)
        assert found.ids()[:5].tolist() == first.tolist()


def test_found_charts_as_text_and_as_words() -> None:
    found = find(["青龍入海"], scope="charts")
    told = to_dict(found, 2)
    assert told["count"] == len(found) == 36
    assert set(told["found"][0]) == {
        *("id", "day", "shift", "hour", "ju"),
        *("initial", "middle", "final"),
    }
    text = draw_found(found, 2)
    assert text.startswith("36 of 8,640 charts")
    assert "34 more" in text
    assert draw_found(find(["崇位"]), 3) == "0 of 8,640 charts"


def test_a_scope_too_small_is_refused_with_the_one_that_serves() -> None:
    with pytest.raises(InputError, match=r"jingwei\.tianen .* take --scope years"):
        find(["天恩"], scope="charts")
    with pytest.raises(InputError, match="the day of the moon"):
        find(["三光不仁"])
    with pytest.raises(InputError, match="scope 'moons' is unknown"):
        find(["斬關"], scope="moons")
    with pytest.raises(InputError, match="no pattern given"):
        find([])


def test_found_is_written_as_parquet_and_spares_strangers(tmp_path: Path) -> None:
    path = tmp_path / "found.parquet"
    found = find(["斬關"])
    found.write(path)
    found.write(path)
    data = pq.read_table(path)
    assert data.num_rows == len(found) == 220
    assert data["id"].to_pylist() == found.ids().tolist()
    assert [p.name for p in tmp_path.iterdir()] == ["found.parquet"]
    other = tmp_path / "mine.parquet"
    other.write_text("mine")
    with pytest.raises(InputError, match="not a file of dingshi"):
        found.write(other)
    assert other.read_text() == "mine"
    with pytest.raises(InputError, match="No such file"):
        found.write(tmp_path / "nowhere" / "x.parquet")


def test_another_school_has_other_members() -> None:
    assert len(find(["涉害@uniform"], school="keti")) > 0
    listed = resolve_school("jingwei", readings={"bieze": "list"})
    assert len(find(["別擇"], school=listed)) == len(find(["別擇"])) - 1
    assert len(find(["別擇@listed"])) == len(find(["別擇"])) - 1


# The corpus.


@pytest.fixture(scope="module")
def table() -> list[dict[str, object]]:
    rows: list[dict[str, object]] = tables.patterns_table().to_pylist()
    return rows


def test_the_dictionary_counts_exactly(table: list[dict[str, object]]) -> None:
    assert [row["id"] for row in table] == sorted(entries())
    by_id_ = {row["id"]: row for row in table}
    fuyin = by_id_["jingwei.fuyin"]
    assert (fuyin["n_lessons"], fuyin["n_charts"], fuyin["n_full"]) == (60, 720, 2_073_600)
    assert fuyin["axes"] == "shift"
    tianen = by_id_["jingwei.tianen"]
    assert (tianen["n_lessons"], tianen["n_charts"]) == (None, None)
    assert tianen["axes"] == "day,shift,hour,year"
    dated = by_id_["jingwei.jishi@last18"]
    assert (dated["n_full"], dated["realised"], dated["needs"]) == (None, "unknown", "date")
    for row in table:
        if row["n_lessons"] is not None:
            assert row["n_charts"] == row["n_lessons"] * 12  # type: ignore[operator]
        if row["n_charts"] is not None:
            assert row["n_full"] == row["n_charts"] * 2880  # type: ignore[operator]
        assert (row["n_full"] == 0) == (row["realised"] == "never")


def test_counts_are_those_of_the_members(table: list[dict[str, object]]) -> None:
    counted: dict[str, int] = {}
    for axes_, member_table in MEMBERS.items():
        data = tables.member_tables()[member_table]()
        free = 24_883_200 // int(np.prod([axes.AXES[axis] for axis in axes_]))
        cancelled = data["cancelled"].to_pylist()
        for i, void in zip(data["id"].to_pylist(), cancelled, strict=True):
            counted[i] = counted.get(i, 0) + free
            counted[f"{i} cancelled"] = counted.get(f"{i} cancelled", 0) + free * void
    for row in table:
        if row["n_full"] is not None:
            assert row["n_full"] == counted.get(str(row["id"]), 0)
        if row["n_full_cancelled"] is not None:
            assert row["n_full_cancelled"] == counted.get(f"{row['id']} cancelled", 0)


def test_the_contract_of_the_dictionary() -> None:
    columns = """
    id book pattern name family clause reading axes n_lessons n_charts n_full section line corrupt
    """
    assert set(columns.split()) <= {column.name for column in PATTERNS.columns}


def test_a_form_that_no_chart_can_have_is_listed(table: list[dict[str, object]]) -> None:
    never = {row["id"] for row in table if row["realised"] == "never"}
    assert {"jingwei.chongwei", "jingwei.jinju.congge", "jingwei.huoju.dingmu"} <= never
    assert "jingwei.lianru.chongyin" not in never


@pytest.mark.parametrize("kind", ["file", "link"])
def test_a_stranger_in_the_place_of_the_folder_is_refused(tmp_path: Path, kind: str) -> None:
    folder, place = tmp_path / "corpus", tmp_path / "corpus" / "pattern_members"
    build(folder)
    shutil.rmtree(place)
    if kind == "file":
        place.write_text("mine")
    else:
        (tmp_path / "elsewhere").mkdir()
        place.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="pattern_members is no folder"):
        build(folder)
    assert not list(tmp_path.glob("elsewhere/*"))


def test_a_stranger_among_the_members_is_refused(tmp_path: Path) -> None:
    build(tmp_path / "corpus")
    other = tmp_path / "corpus" / "pattern_members" / "day.parquet"
    other.write_text("mine")
    with pytest.raises(InputError, match=r"day\.parquet is not a file of dingshi"):
        build(tmp_path / "corpus")
    assert other.read_text() == "mine"


def test_axes_without_a_table_stop_the_build() -> None:
    flags = np.zeros((60, 1, 12, 1, 1, 1, 1), dtype=np.bool_)
    strange = type(space())(space().facts, {"jingwei.strange": flags})
    with pytest.raises(DingshiError, match=r"jingwei\.strange depends on day, hour: no table"):
        tables.check_axes(strange)


def test_kernels_and_dictionary_must_name_the_same_things() -> None:
    flags = np.zeros((1,) * 7, dtype=np.bool_)
    found = {entry.pattern: {} for entry in entries().values()}  # type: dict[str, dict[str, object]]
    for entry in entries().values():
        if not entry.needs:
            found[entry.pattern][entry.key] = flags
    assert len(by_id(found)) == len(space().holds)  # type: ignore[arg-type]
    found["fuyin"]["surplus"] = flags
    with pytest.raises(KeyError, match=r"fuyin\.surplus"):
        by_id(found)  # type: ignore[arg-type]
    del found["fuyin"]["surplus"], found["fuyin"][""]
    with pytest.raises(KeyError):
        by_id(found)  # type: ignore[arg-type]


# The command line.


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "dingshi", *words],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


CHART = ("cast", "甲子", "--month-general", "亥", "--hour", "子")


def test_cast_lists_the_patterns_beside_the_chart() -> None:
    done = run(*CHART, "--patterns", "--format", "json")
    told = json.loads(done.stdout)
    expected = {**chart().to_dict(), **chart_patterns(chart()).to_dict()}
    assert told == json.loads(json.dumps(expected))
    text = run(*CHART, "--patterns").stdout
    assert "連茹  退茹；退茹末空；重陰 (空)" in text
    assert "undecided without --year: 天恩 天禍" in text


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((*CHART, "--patterns", "--month", "辰"), "allowed: 寅 (half 0) or 卯 (half 1)"),
        ((*CHART, "--month", "寅"), "go with --spirits or --patterns"),
        (("pattern", "蜘蛛"), "the patterns are 乾坤"),
        (("find", "--pattern", "掩目"), "several"),
        (("find",), "no pattern given"),
        (("find", "--pattern", "斬關", "--out", ""), "is no file"),
    ],
)
def test_bad_input_is_one_line_and_status_two(words: tuple[str, ...], complaint: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert complaint in done.stderr


def test_pattern_and_find_print_what_they_know(tmp_path: Path) -> None:
    text = run("pattern", "斬關").stdout
    assert "jingwei.zhanguan" in text
    assert "220" in text
    told = json.loads(run("pattern", "三光不仁", "--format", "json").stdout)
    assert told["needs"] == "lunar_day"
    assert told["n_full"] is None
    assert len(json.loads(run("pattern", "掩目", "--format", "json").stdout)) == 3
    assert "(never)" in run("pattern", "金局").stdout
    found = json.loads(run("find", "--pattern", "斫輪", "--format", "json").stdout)
    assert found["count"] == len(found["found"]) > 0
    assert all(f["initial"] + f["middle"] + f["final"] == "卯戌巳" for f in found["found"])
    out = tmp_path / "斫輪.parquet"
    assert run("find", "--pattern", "斫輪", "--out", str(out)).returncode == 0
    assert pq.read_metadata(out).num_rows == found["count"]


@pytest.mark.parametrize(
    "words", [(*CHART, "--patterns"), ("find", "--pattern", "斬關"), ("pattern", "斬關")]
)
def test_patterns_load_no_numba_and_no_arrow_where_a_person_waits(words: tuple[str, ...]) -> None:
    script = (
        "import sys; from dingshi.cli import main\n"
        f"sys.argv = ['dingshi', *{list(words)!r}]\n"
        "try: main()\n"
        "except SystemExit as end: code = end.code\n"
        "heavy = {'numba', 'pyarrow', 'polars'} & set(sys.modules)\n"
        "sys.exit(','.join(sorted(heavy)) or code)"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", script],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
