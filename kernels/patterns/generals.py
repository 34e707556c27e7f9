"""The twelve generals as initial, with the named seat of each (六壬經緯 303-347)."""

import numpy as np
from dingshi.kernels.patterns.facts import Facts
from dingshi.kernels.patterns.found import Found, any_of
from dingshi.kernels.rules import Flags

(
    NOBLE,
    SERPENT,
    SPARROW,
    HARMONY,
    HOOK,
    DRAGON,
    SKY,
    TIGER,
    USHER,
    WARRIOR,
    MOON,
    EMPRESS,
) = range(12)


def _riding(facts: Facts, pattern: str, general: int) -> Found:
    """Return where `general` rides the initial, and the name that its seat gives it.

    Under the reading `plate` a name needs the general over that seat only, initial or not.
    """
    whole = facts.initial_general == general
    seat = facts.seat(facts.initial)

    def among(seats: tuple[int, ...]) -> Flags:
        return np.asarray(whole & any_of(*(seat == earth for earth in seats)))

    found: Found = {"": whole}
    for form, named in facts.tables.seats[pattern].items():
        found[form] = among(named.emended)
        over = (facts.general_at(earth) == general for earth in named.emended)
        found[f"{form}@plate"] = any_of(*over)
        for reading, seats in named.others.items():
            found[f"{form}@{reading}"] = among(seats)
    return found


def gangui(facts: Facts) -> Found:
    """干貴: 貴人."""
    return _riding(facts, "gangui", NOBLE)


def kongju(facts: Facts) -> Found:
    """恐懼: 螣蛇."""
    return _riding(facts, "kongju", SERPENT)


def wenshu(facts: Facts) -> Found:
    """文書: 朱雀."""
    return _riding(facts, "wenshu", SPARROW)


def jiaohe(facts: Facts) -> Found:
    """交合: 六合."""
    return _riding(facts, "jiaohe", HARMONY)


def zhengsong(facts: Facts) -> Found:
    """爭訟: 勾陳."""
    return _riding(facts, "zhengsong", HOOK)


def xiqing(facts: Facts) -> Found:
    """喜慶: 青龍."""
    return _riding(facts, "xiqing", DRAGON)


def chaotian(facts: Facts) -> Found:
    """朝天: 天空."""
    return _riding(facts, "chaotian", SKY)


def zaisang(facts: Facts) -> Found:
    """災喪: 白虎."""
    return _riding(facts, "zaisang", TIGER)


def yanhui(facts: Facts) -> Found:
    """宴會: 太常."""
    return _riding(facts, "yanhui", USHER)


def taotuo(facts: Facts) -> Found:
    """逃脫: 玄武."""
    return _riding(facts, "taotuo", WARRIOR)


def anmei(facts: Facts) -> Found:
    """闇昧: 太陰."""
    return _riding(facts, "anmei", MOON)


def ganfu(facts: Facts) -> Found:
    """干婦: 天后."""
    return _riding(facts, "ganfu", EMPRESS)
