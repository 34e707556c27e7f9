"""Twins of the patterns that need month or year (六壬經緯 171, 179, 187 and 275-287)."""

from collections.abc import Iterator

from tests.twins.patterns_chart import BRANCHES, ELEMENTS, Chart, generates, step
from tests.twins.patterns_lesson import (
    BREAKS,
    CLASHES,
    HARMS,
    LISTS,
    PUNISHMENTS,
    either_way,
    joint_frames,
    one_way,
    unites,
)

KIND = ["貴人", "六合", "青龍", "太常", "朱雀", "天后"]
MONTHS = dict(zip("寅卯辰巳午未申酉戌亥子丑", "春春春夏夏夏秋秋秋冬冬冬", strict=True))
NAMES = {
    "xuantai": ("xuantai liyang simu quanfu", "kangyu hongjun hanyi daiqing"),
    "guange": ("guange guanlan sijiping niyang", "xianjing zhengfan shiyou chujian"),
    "jiase": ("jiase youzi dijiao wumu", "yueku zhuankui shamu fuyin"),
}
TIMES = {  # lines 279 and 283; for 失時 in 季 line 415
    "jishi": {"春": "木", "夏": "火", "秋": "金", "冬": "水", "季": "土"},
    "shishi": {"春": "金土", "夏": "金水", "秋": "火木", "冬": "火土", "季": ""},
    "shishi@ji": {"春": "金土", "夏": "金水", "秋": "火木", "冬": "火土", "季": "水木"},
    "jiwang": {"春": "水", "夏": "木", "秋": "土", "冬": "金", "季": "火"},
    "jianglai": {"春": "火", "夏": "土", "秋": "水", "冬": "木", "季": "金"},
}


def month_of(c: Chart, hour: int, half: int) -> tuple[str, str]:
    """The month general and the month branch: 寅 is the month of 亥, and so backward (63)."""
    general = BRANCHES[(hour + c.shift) % 12]
    order = "寅卯辰巳午未申酉戌亥子丑"
    first = "亥戌酉申未午巳辰卯寅丑子".index(general)
    return general, order[(first + half) % 12]


def of_season_name(c: Chart, hour: int, month: str) -> Iterator[str]:
    """The names of 懸胎 關隔 稼穡 in the season of the month."""
    place = "春夏秋冬".index(MONTHS[month])
    for pattern, (_, _, members) in LISTS.items():
        if not all(branch in members for branch in c.three) or step(c.three) not in (3, 9):
            continue
        forward = step(c.three) == 3
        yield f"{pattern}.{NAMES[pattern][0 if forward else 1].split()[place]}"
        if pattern == "guange" and forward and BRANCHES[hour] in "卯酉辰戌":
            yield "guange.simenjubi@anyseason"
            if MONTHS[month] == "冬":
                yield "guange.simenjubi"


def of_season(c: Chart, month: str) -> Iterator[str]:
    """及時 失時 既往 將來."""
    season = "季" if month in "辰未戌丑" else MONTHS[month]
    over = [ELEMENTS[c.uppers[0]], ELEMENTS[c.uppers[2]]]
    frames = list(joint_frames(c))
    for key, elements in TIMES.items():
        name, _, reading = key.partition("@")
        wanted = elements[season]
        found = set()
        if ELEMENTS[c.three[0]] in wanted:
            found.add("chu")
        if all(element in wanted for element in over):
            found.add("ganzhishang")
        if any(element in wanted for element in over):
            found.add("ganzhishang@either")
        for clause, held in frames:
            if any(element in wanted for element in held):
                found.add(clause)
        if any("@" not in clause for clause in found):
            yield key
        for clause in found:
            if not reading:
                yield f"{name}.{clause}"
            elif "@" not in clause:
                yield f"{name}.{clause}@{reading}"


def _favour(c: Chart, name: str) -> Iterator[str]:
    first = c.three[0]
    births, joins = generates(first, c.stem), unites(first, c.lodge)
    if births or joins:
        yield name
    if births and joins:
        yield f"{name}@shenghe"
    if births:
        yield f"{name}.sheng"
    if joins:
        yield f"{name}.he"
    if c.partner_lodges_in(first):
        yield f"{name}.he@wuhe"
    if births or c.partner_lodges_in(first):
        yield f"{name}@wuhe"


def _wound(c: Chart, name: str) -> Iterator[str]:
    first = c.three[0]
    wounds = {
        "xing": one_way(PUNISHMENTS),
        "chong": either_way(CLASHES),
        "po": either_way(BREAKS),
        "hai": either_way(HARMS),
    }
    found = [clause for clause, acts in wounds.items() if acts(first, c.lodge)]
    if found:
        yield name
    for clause in found:
        yield f"{name}.{clause}"


def of_month(c: Chart, over: dict[str, str], general: str, month: str) -> Iterator[str]:
    """時泰 and 時否."""
    first = c.three[0]
    if first not in (general, month):
        return
    kind = over[c.seat(first)] in KIND
    found = set(_favour(c, "shitai") if kind else _wound(c, "shipi"))
    yield from found
    name = "shitai" if kind else "shipi"
    if name not in found:
        return
    if first == general:
        yield f"{name}.yuejiang"
    if first == month:
        yield f"{name}.yuejian"
    if first == general == month:
        yield f"{name}@jiangjian"


def of_year(c: Chart, over: dict[str, str], year: str) -> Iterator[str]:
    """天恩 and 天禍."""
    if c.three[0] != year:
        return
    if over[c.seat(year)] in KIND:
        yield from _favour(c, "tianen")
    else:
        yield from _wound(c, "tianhuo")
