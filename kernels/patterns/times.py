"""Horse, year, month and season as initial (六壬經緯 275-287): 前程 天恩 … 時否."""

from dingshi.kernels.patterns import frames
from dingshi.kernels.patterns.contacts import lodges_partner
from dingshi.kernels.patterns.facts import Facts
from dingshi.kernels.patterns.found import Found, any_of, keyed, with_whole
from dingshi.kernels.rules import Flags


def qiancheng(facts: Facts) -> Found:
    """前程: the post horse of the day branch is the initial."""
    return {"": facts.rules.horse[facts.branch] == facts.initial}


def _favours(facts: Facts) -> dict[str, Flags]:
    """生合日干 by the initial: generating the stem, combining with its lodge."""
    return {
        "sheng": facts.rules.generates[facts.element(facts.initial), facts.stem_element],
        "he": facts.tables.combines[facts.initial, facts.lodge],
    }


def _wounds(facts: Facts) -> dict[str, Flags]:
    """刑沖破害日干 by the initial, against the lodge."""
    tables = facts.tables
    return {
        "xing": tables.punishes[facts.initial, facts.lodge],
        "chong": tables.clashes[facts.initial, facts.lodge],
        "po": tables.breaks[facts.initial, facts.lodge],
        "hai": tables.harms[facts.initial, facts.lodge],
    }


def _blessed(facts: Facts, powers: dict[str, Flags], at_once: Flags | None) -> Found:
    """Return a pattern of a power as initial, a kind general on it, generating or combining.

    shenghe: it generates and combines. wuhe: combining is that of stems (五合). at_once: the place
    where all powers are the initial together.
    """
    favours = _favours(facts)
    power = any_of(*powers.values())
    kind = power & facts.kind
    either = favours["sheng"] | favours["he"]
    partner = lodges_partner(facts, facts.initial)
    found: Found = {
        "": kind & either,
        "@shenghe": kind & favours["sheng"] & favours["he"],
        "@wuhe": kind & (favours["sheng"] | partner),
    }
    if at_once is not None:
        found["@jiangjian"] = at_once & facts.kind & either
        found |= {name: held & facts.kind & either for name, held in powers.items()}
    found |= {name: kind & favour for name, favour in favours.items()}
    found["he@wuhe"] = kind & partner
    return found


def _cursed(facts: Facts, powers: dict[str, Flags], at_once: Flags | None) -> Found:
    """Return a pattern of a power as initial, an ill general on it, wounding the lodge."""
    wounds = _wounds(facts)
    ill = ~facts.kind
    wounded = any_of(*wounds.values())
    power = any_of(*powers.values()) & ill
    found: Found = {"": power & wounded}
    if at_once is not None:
        found["@jiangjian"] = at_once & ill & wounded
        found |= {name: held & ill & wounded for name, held in powers.items()}
    return found | {name: power & wound for name, wound in wounds.items()}


def _year(facts: Facts) -> dict[str, Flags]:
    return {"taisui": facts.initial == facts.year_branch}


def tianen(facts: Facts) -> Found:
    """天恩: the year's branch as initial, favouring the stem."""
    return _blessed(facts, _year(facts), None)


def tianhuo(facts: Facts) -> Found:
    """天禍: the year's branch as initial, wounding the stem."""
    return _cursed(facts, _year(facts), None)


def _month(facts: Facts) -> dict[str, Flags]:
    return {
        "yuejiang": facts.initial == facts.month_general,
        "yuejian": facts.initial == facts.month_branch,
    }


def shitai(facts: Facts) -> Found:
    """時泰: the month general or the month branch as initial, favouring the stem."""
    powers = _month(facts)
    return _blessed(facts, powers, powers["yuejiang"] & powers["yuejian"])


def shipi(facts: Facts) -> Found:
    """時否: the month general or the month branch as initial, wounding the stem."""
    powers = _month(facts)
    return _cursed(facts, powers, powers["yuejiang"] & powers["yuejian"])


def _timed(facts: Facts, elements: Flags) -> Found:
    """Return the clauses of a season's elements; `elements` is (5, 5), season to element."""
    season = facts.season
    wanted = frames.by_element(elements.T, season)

    def framed(readings: dict[str, Flags]) -> dict[str, Flags]:
        return {name: frames.any_element(held, wanted) for name, held in readings.items()}

    over_stem = elements[season, facts.element(facts.over_stem)]
    over_branch = elements[season, facts.element(facts.over_branch)]
    over = {"": over_stem & over_branch, "either": over_stem | over_branch}
    return with_whole(
        {
            "chu": elements[season, facts.element(facts.initial)],
            **keyed("ganzhishang", over),
            **keyed("sanchuan", framed(frames.of_three(facts))),
            **keyed("sanchuanganzhi", framed(frames.of_all(facts))),
        }
    )


def jishi(facts: Facts) -> Found:
    """及時: of the season's own element."""
    return _timed(facts, facts.tables.prosperous)


def shishi(facts: Facts) -> Found:
    """失時: of the two elements that the season sets aside; 季 has none, or 水 and 木."""
    filled = _timed(facts, facts.tables.untimely_ji)
    ji = {f"{key}@ji": flags for key, flags in filled.items() if "@" not in key}
    return {**_timed(facts, facts.tables.untimely), **ji}


def jiwang(facts: Facts) -> Found:
    """既往: of the element that brought the season forth."""
    return _timed(facts, facts.tables.past)


def jianglai(facts: Facts) -> Found:
    """將來: of the element that the season brings forth."""
    return _timed(facts, facts.tables.coming)
