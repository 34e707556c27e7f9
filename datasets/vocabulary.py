"""The closed vocabularies, in cycle order: the position of a word is its code everywhere.

Words are the forms that every output uses. `variants.csv` lists what is accepted on input.
"""

from typing import Final

STEMS: Final = tuple("甲乙丙丁戊己庚辛壬癸")
BRANCHES: Final = tuple("子丑寅卯辰巳午未申酉戌亥")
PILLARS: Final = tuple(STEMS[i % 10] + BRANCHES[i % 12] for i in range(60))
ELEMENTS: Final = tuple("木火土金水")
POLARITIES: Final = tuple("陽陰")
SEAT_CLASSES: Final = tuple("孟仲季")
HALVES: Final = tuple("晝夜")
DIRECTIONS: Final = tuple("順逆")
GENERALS: Final = (
    "貴人",
    "螣蛇",
    "朱雀",
    "六合",
    "勾陳",
    "青龍",
    "天空",
    "白虎",
    "太常",
    "玄武",
    "太陰",
    "天后",
)
RELATIONS: Final = tuple("印盜鬼財劫")
SEASONS: Final = tuple("春夏秋冬季")  # 季: the months or days of earth
CORNERS: Final = tuple("艮巽坤乾")  # between 丑 and 寅, 辰 and 巳, 未 and 申, 戌 and 亥
ORGANS: Final = (
    "肺",
    "大腸",
    "胃",
    "脾",
    "心",
    "小腸",
    "膀胱",
    "腎",
    "胞絡",
    "三焦",
    "膽",
    "肝",
)

# The next three are documented word by word, since each word is a term of this corpus.
METHODS: Final = {
    "乾坤": "exactly one branch competes: the initial is the upper of its lesson",
    "知一": "of several candidates exactly one shares the day's polarity",
    "涉害": "several candidates, all or none of the day's polarity: chosen by seat or by depth",
    "遙取": "no control within a lesson; a branch overcomes the day stem from afar, or it a branch",
    "昴星": "no control near or far, four distinct lessons: the initial is sought at 酉",
    "別擇": "no control near or far, three distinct lessons: the initial comes from a combination",
    "斷金": "stem and branch share a seat and no lesson has a control: counting to the third",
    "伏吟": "every branch on its own seat",
    "返吟": "every branch on the opposite seat",
}
DETAILS: Final = {
    "賊": "a lower overcomes its upper",
    "克": "an upper overcomes its lower, and no lower overcomes its upper",
    "蒿矢": "遙取: a branch overcomes the day stem",
    "彈射": "遙取: the day stem overcomes a branch",
    "虎視": "昴星 on a yang day: the branch over 酉",
    "冬蛇": "昴星 on a yin day: the seat under 酉",
    "剛": "別擇 or 斷金 on a yang day",
    "柔": "別擇 or 斷金 on a yin day",
    "自任": "伏吟 without control on a yang day: from the stem's seat",
    "自信": "伏吟 without control on a yin day: from the branch",
    "井欄": "返吟 without control: from the post horse",
}
DECISIONS: Final = {
    "獨": "the only candidate",
    "比": "the only candidate of the day's polarity",
    "深": "the deepest crossing",
    "孟": "of those left, the only one that sits on 寅申巳亥",
    "仲": "of those left none sits on 寅申巳亥 and only this one on 子午卯酉",
    "干先": "last tie: first in the stem's two lessons, by the order that the school reads",
    "支先": "last tie: first in the branch's two lessons, by the order that the school reads",
    "酉上": "what stands over 酉",
    "酉下": "what 酉 stands on",
    "干合": "what stands over the lodge of the stem that combines with the day's",
    "支合": "the next branch of the day branch's triad",
    "順三": "third onward from the first lesson's upper, itself counted",
    "逆三": "third backward from the fourth lesson's upper, itself counted",
    "干上": "the branch over the day stem",
    "支上": "the branch over the day branch",
    "馬": "the post horse of the day branch",
}

STATUSES: Final = {
    "read": "as the print has it",
    "emended": "a slip of the print or of its transcription, mended with a reason",
    "lost": "the print has lost it",
    "inferred": "not in the print: follows from the rule or the sequence, as the note says",
}
BOOKS: Final = {
    "jingwei": "六壬經緯",
    "keti": "課體象意",
    "wuyao": "五要權衡",
    "fushantang": "福山堂",
    "bifa": "畢法賦",
}

# How the spirits of `spirits/` are keyed and what their values are, and how they fall on a plate.
KEY_KINDS: Final = {
    "day": "the day, one of the sixty",
    "day_stem": "the stem of the day",
    "day_branch": "the branch of the day",
    "decade": "the decade of the day, named by its first day",
    "month_branch": "the branch of the month, 寅 the first",
    "season": "the season of the month",
    "year_stem": "the stem of the year",
    "year_branch": "the branch of the year",
    "month_general": "月將",
    "hour": "the hour of the question",
    "none": "constant: no key",
}
VALUE_KINDS: Final = {
    "branch": "one of the twelve branches",
    "stem": "one of the ten stems",
    "pillar": "one of the sixty: it is met by the day itself",
    "general": "one of the twelve generals: it falls where that general rides",
    "corner": "one of the four corners, which lie between two branches: it falls nowhere",
    "organ": "an organ of the body: it falls nowhere",
}
LANDINGS: Final = {
    "falls": {
        "on": "on its value",
        "over": "on what stands over its value",
        "ridden": "on the branch that the general of its name rides",
        "nowhere": "on nothing: the value is not a place",
    },
    "stems": {
        "lodge": "a stem falls on its lodge",
        "hidden": "a stem falls on the branch that it takes in the day's decade (旬遁)",
    },
    "season": {
        "four": "every month belongs to one of four seasons",
        "earth_months": "the months 辰未戌丑 are a fifth season, 季",
        "earth_days": "季 is the last eighteen days of the months 辰未戌丑: a date must tell",
    },
}
GROUPS: Final = {
    "day": "on the day alone",
    "month": "on month general and half, that is on the month",
    "year": "on the year",
    "hour": "on the hour",
}
