"""The dictionary of patterns: complete, unique, sourced; and its checks refuse faulty rows."""

import dataclasses
from pathlib import Path

import pytest
from dingshi.datasets import casting
from dingshi.datasets.patterns import registry, tables
from dingshi.datasets.reading import Row, RuleFileError, parse_rows, read_rows
from dingshi.datasets.spirits.catalogue import ROW_COLUMNS
from dingshi.datasets.vocabulary import BRANCHES, GENERALS, SEASONS, STEMS

# The table of contents of volume 3 (六壬經緯 107), with the text's own name where it differs.
CONTENTS = """
乾坤 知一 涉害 遙取 昴星 別擇 斷金 伏吟 返吟
歸福 俯就 脫我 歷虛 欺我 取辱 招夫 贅婿 壯基 培本 歸合 求合
連茹 間斷 懸胎 關隔 稼穡 金局 木局 水局 火局
印綬 傷官 官訟 妻財 劫財
遐齡 潔己 凶服 衣祿 崇位 荒淫 久患 暗死 禁繫 決絕 孕兒 異產
刑傷 搖動 破損 仇害 和合
前程 天恩 天禍 及時 失時 既往 將來 時泰 時否
孤哀 螟蛉 鰥居 孀居 失群
干貴 恐懼 文書 交合 爭訟 喜慶 朝天 災喪 宴會 逃脫 闇昧 干婦
斫輪 鑄印 軒蓋 斬關 六陰 六陽 迴環 一體 斬首 斷橋 刖足 始終
"""
ENTRIES = registry.entries()


def test_the_ninety_patterns_of_the_contents_in_their_order() -> None:
    wholes = [e for e in ENTRIES.values() if not e.clause and not e.reading]
    assert [e.name for e in wholes] == CONTENTS.split()
    assert len(wholes) == 90
    families = list(dict.fromkeys(e.family for e in wholes))
    assert families == list(registry.FAMILIES)


def test_ids_are_ascii_and_unique_in_their_place() -> None:
    for i, entry in ENTRIES.items():
        assert i == entry.id
        assert i.isascii()
        assert i.partition("@")[0].replace(".", "").isalpha()
    assert ENTRIES["jingwei.fuyin"].name == "伏吟"
    assert ENTRIES["jingwei.jiase.fuyin"].name == "伏陰"
    patterns = {e.pattern for e in ENTRIES.values()}
    names = {e.pattern_name for e in ENTRIES.values()}
    assert len(patterns) == len(names) == 90


def test_every_entry_has_a_source_and_a_definition() -> None:
    for entry in ENTRIES.values():
        assert entry.definition.strip()
        assert entry.section.startswith("格局")
        assert 107 <= entry.line <= 366
        assert entry.kind in registry.KINDS
        if entry.corrupt and entry.kind != "form":
            assert entry.note or entry.as_written, entry.id
        assert not entry.reading or entry.id.partition("@")[0] in ENTRIES


def test_a_double_id_or_a_second_name_is_refused() -> None:
    found = tuple(ENTRIES.values())
    with pytest.raises(RuleFileError, match=r"jingwei\.qiankun stands twice"):
        registry.check_unique((*found, found[0]))
    renamed = dataclasses.replace(found[0], reading="other", name="坤乾")
    with pytest.raises(RuleFileError, match="named both 乾坤 and 坤乾"):
        registry.check_unique((*found, renamed))


def test_the_named_orders_of_the_runs_are_all_twelve_each_way() -> None:
    for pattern, step in (("lianru", 1), ("jianduan", 2)):
        orders = [emended for emended, _ in tables.sequences()[pattern].values()]
        assert len(orders) == 24
        for way in (step, -step):
            runs = {(b, (b + way) % 12, (b + 2 * way) % 12) for b in range(12)}
            assert runs < set(orders)


def test_each_triad_names_its_six_orders_once() -> None:
    for pattern in ("jinju", "muju", "shuiju", "huoju"):
        orders = [emended for emended, _ in tables.sequences()[pattern].values()]
        assert len(set(orders)) == 6
        assert len({tuple(sorted(order)) for order in orders}) == 1


def test_relations_and_stages_are_complete() -> None:
    sizes = {relation: len(pairs) for relation, pairs in tables.pairs().items()}
    assert sizes == {"刑": 12, "沖": 6, "破": 6, "害": 6, "合": 6}
    for relation in "沖破害合":
        met = [branch for pair in tables.pairs()[relation] for branch in pair]
        assert sorted(met) == list(range(12))
    for stem in range(10):
        branches = [stage[stem] for stage in tables.stages()]
        way = 1 if stem % 2 == 0 else -1
        assert branches == [(branches[0] + way * i) % 12 for i in range(12)], STEMS[stem]


def test_seats_stand_under_the_general_that_the_pattern_names() -> None:
    riders = [e for e in ENTRIES.values() if e.family == "generals" and e.kind == "pattern"]
    assert list(tables.seats()) == [e.pattern for e in riders]
    for entry, general in zip(riders, GENERALS, strict=True):
        assert entry.definition.startswith(general)
        named = sorted(
            seat for readings in tables.seats()[entry.pattern].values() for seat in readings[""]
        )
        lacking = {"zaisang": [5, 11]}.get(entry.pattern, [])
        assert named == [b for b in range(12) if b not in lacking]


def rows(text: str, columns: tuple[str, ...]) -> list[Row]:
    return list(parse_rows(",".join(columns) + "\n" + text, "x.csv", columns))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("p,a,甲,,子丑,子丑,read,jingwei,s,1,", "not three branches"),
        ("p,a,甲,,子丑寅,子丑卯,read,jingwei,s,1,", "status read does not fit"),
        ("p,a,甲,,子丑寅,子丑寅,emended,jingwei,s,1,", "status emended does not fit"),
        (
            "p,a,甲,,子丑寅,子丑寅,read,jingwei,s,1,\np,a,甲,,丑寅卯,丑寅卯,read,jingwei,s,1,",
            "has the form a twice",
        ),
        (
            "p,a,甲,,子丑寅,子丑寅,read,jingwei,s,1,\np,b,乙,,子丑寅,子丑寅,read,jingwei,s,1,",
            "names the order 子丑寅 twice",
        ),
    ],
)
def test_faulty_orders_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(RuleFileError, match=complaint):
        tables.fill_sequences(rows(text, tables.SEQUENCE_COLUMNS))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "p,a,甲,,子,子,甲,read,jingwei,s,1,\np,b,乙,,子,子,乙,read,jingwei,s,1,",
            "names the seat 子 twice",
        ),
        ("p,a,甲,written,子,子,甲,read,jingwei,s,1,", "a reading before its default"),
        ("p,a,甲,,猫,子,甲,read,jingwei,s,1,", "seat '猫' is not one of"),
    ],
)
def test_faulty_seats_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(RuleFileError, match=complaint):
        tables.fill_seats(rows(text, tables.SEAT_COLUMNS))


def test_faulty_stages_are_refused() -> None:
    one = "長生,,day_stem,甲,branch,亥,x,read,,神煞,1,"
    with pytest.raises(RuleFileError, match="1 rows of stages, not 120"):
        tables.fill_stages(rows(one, ROW_COLUMNS))
    with pytest.raises(RuleFileError, match="長生 has 甲 twice"):
        tables.fill_stages(rows(f"{one}\n{one}", ROW_COLUMNS))


@pytest.mark.parametrize("relation", tables.RELATIONS)
def test_pairs_are_those_of_the_spirits(relation: str) -> None:
    """刑 沖 破 害 合 stand as spirits too, by day branch; here their order in the text is kept."""
    found = {
        (BRANCHES.index(row["key"]), BRANCHES.index(row["value"]))
        for row in read_rows("spirits/jingwei.csv", ROW_COLUMNS)
        if row["spirit"] == relation
    }
    pairs = set(tables.pairs()[relation])
    assert found == (pairs if relation == "刑" else pairs | {(b, a) for a, b in pairs})


def test_seasons_are_those_of_the_spirits() -> None:
    """及時 is 旺, 失時 is 死 and 囚, 既往 is 休, 將來 is 相 (411-415)."""
    states = {"及時": "旺", "失時": "死囚", "既往": "休", "將來": "相"}
    elements = casting.casting_tables()["branch_element"]
    for pattern, names in states.items():
        spirits: dict[int, set[int]] = {}
        for row in read_rows("spirits/jingwei.csv", ROW_COLUMNS):
            if row["spirit"] in names and row["key_kind"] == "season":
                season = SEASONS.index(row["key"])
                spirits.setdefault(season, set()).add(elements[BRANCHES.index(row["value"])])
        ours = {season: set(e) for season, e in tables.season_elements()[pattern].items()}
        if pattern == "失時":
            ours |= {s: set(e) for s, e in tables.season_elements()["失時季"].items()}
        assert ours == spirits


def test_no_sentence_of_the_text_is_kept() -> None:
    folder = Path(tables.__file__).parent
    for path in folder.glob("*.csv"):
        assert "凡占人" not in path.read_text(encoding="utf-8")


def test_branches_of_sequences_are_codes() -> None:
    (row,) = rows("p,a,甲,,子丑亥,子丑亥,read,jingwei,s,1,", tables.SEQUENCE_COLUMNS)
    assert tables.triple(row, "sequence") == (0, 1, BRANCHES.index("亥"))
