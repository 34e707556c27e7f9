"""Real dates from the rules: Python integers, datetime and bisect, one instant at a time."""

import bisect
import datetime

BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
STEMS = "甲乙丙丁戊己庚辛壬癸"
PILLARS = [STEMS[i % 10] + BRANCHES[i % 12] for i in range(60)]
TERMS = [
    "立春",
    "雨水",
    "驚蟄",
    "春分",
    "清明",
    "穀雨",
    "立夏",
    "小滿",
    "芒種",
    "夏至",
    "小暑",
    "大暑",
    "立秋",
    "處暑",
    "白露",
    "秋分",
    "寒露",
    "霜降",
    "立冬",
    "小雪",
    "大雪",
    "冬至",
    "小寒",
    "大寒",
]
# 六壬經緯 59: 雨水 opens 亥, 春分 戌 …; the months: 立春 opens 寅, 驚蟄 卯 …
GENERAL = dict(zip(TERMS[1::2], "亥戌酉申未午巳辰卯寅丑子", strict=True))
MONTH = dict(zip(TERMS[0::2], "寅卯辰巳午未申酉戌亥子丑", strict=True))
BEGINNINGS = ("立春", "立夏", "立秋", "立冬")
MIDDLES = ("春分", "夏至", "秋分", "冬至")
KNOWN_DAY = datetime.date(1949, 10, 1)  # 甲子日
EPOCH = datetime.datetime(1970, 1, 1)


class Almanac:
    """The terms as (instant, name, year), and questions asked of them by plain search."""

    def __init__(self, instants: list[int]) -> None:
        # The table begins with 小寒 of 999.
        self.at = instants
        self.name = [TERMS[(i + 22) % 24] for i in range(len(instants))]
        self.year = [999 + i // 24 for i in range(len(instants))]

    def last(self, t: int, names: object) -> int:
        i = bisect.bisect_right(self.at, t) - 1
        while self.name[i] not in names:  # type: ignore[operator]
            i -= 1
        return i

    def axes(self, t: int, offset: int, at_23: bool) -> dict[str, str]:
        local = EPOCH + datetime.timedelta(seconds=t + offset)
        day = self.day(t, offset, at_23)
        hour = (local.hour + 1) // 2 % 12
        spring = self.last(t, ("立春",))
        month = MONTH[self.name[self.last(t, MONTH)]]
        general = GENERAL[self.name[self.last(t, GENERAL)]]
        year = PILLARS[(self.year[spring] - 1984) % 60]
        # 甲己之年丙作首 …: the stem of the month of 寅; 甲己還加甲 …: that of the hour of 子.
        first = "丙戊庚壬甲"[STEMS.index(year[0]) % 5]
        after_yin = (BRANCHES.index(month) - 2) % 12
        next_day = day if at_23 or local.hour < 23 else day + datetime.timedelta(days=1)
        zi = "甲丙戊庚壬"[(next_day - KNOWN_DAY).days % 10 % 5]
        return {
            "day": PILLARS[(day - KNOWN_DAY).days % 60],
            "hour": BRANCHES[hour],
            "month_general": general,
            "month_branch": month,
            "year": year,
            "month_pillar": STEMS[(STEMS.index(first) + after_yin) % 10] + month,
            "hour_pillar": STEMS[(STEMS.index(zi) + hour) % 10] + BRANCHES[hour],
        }

    def day(self, t: int, offset: int, at_23: bool) -> datetime.date:
        local = EPOCH + datetime.timedelta(seconds=t + offset)
        late = at_23 and local.hour == 23
        return local.date() + datetime.timedelta(days=1 if late else 0)

    def season(self, t: int, offset: int, at_23: bool) -> dict[str, object]:
        day = self.day(t, offset, at_23)
        i = bisect.bisect_right(self.at, t) - 1
        ahead = [
            (self.day(self.at[j], offset, at_23) - day, self.name[j])
            for j in range(max(0, i - 7), min(len(self.at), i + 9))
        ]
        one = datetime.timedelta(days=1)
        eves = [name for away, name in ahead if away == one]
        to_next = min(
            (away.days for away, name in ahead if name in BEGINNINGS and away.days > 0), default=99
        )
        return {
            "season": "春夏秋冬"[BEGINNINGS.index(self.name[self.last(t, BEGINNINGS)])],
            "earth_days": to_next <= 18,
            "eve": "四絕"
            if any(name in BEGINNINGS for name in eves)
            else "四離"
            if any(name in MIDDLES for name in eves)
            else None,
            "season_begins": any(away.days == 0 and name in BEGINNINGS for away, name in ahead),
        }
