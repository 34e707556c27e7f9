"""The twelve stages, each with its general, as initial (六壬經緯 243-251)."""

from dingshi.kernels.patterns.facts import Facts
from dingshi.kernels.patterns.found import Found
from dingshi.kernels.patterns.generals import (
    DRAGON,
    EMPRESS,
    HARMONY,
    HOOK,
    MOON,
    NOBLE,
    SERPENT,
    SKY,
    SPARROW,
    TIGER,
    USHER,
    WARRIOR,
)

(
    BIRTH,
    BATH,
    CAP,
    OFFICE,
    PEAK,
    DECLINE,
    ILLNESS,
    DEATH,
    GRAVE,
    SEVERED,
    EMBRYO,
    NURTURE,
) = range(12)


def _initial(facts: Facts, stage: int, general: int) -> Found:
    """Return where the initial is the stage of the day stem and the general rides it."""
    branch = facts.tables.stages[stage][facts.stem]
    return {"": (facts.initial == branch) & (facts.initial_general == general)}


def xialing(facts: Facts) -> Found:
    """遐齡: 長生 with 青龍."""
    return _initial(facts, BIRTH, DRAGON)


def jieji(facts: Facts) -> Found:
    """潔己: 沐浴 with 玄武."""
    return _initial(facts, BATH, WARRIOR)


def xiongfu(facts: Facts) -> Found:
    """凶服: 冠帶 with 白虎."""
    return _initial(facts, CAP, TIGER)


def yilu(facts: Facts) -> Found:
    """衣祿: 臨官 with 太常."""
    return _initial(facts, OFFICE, USHER)


def chongwei(facts: Facts) -> Found:
    """崇位: 帝旺 with 貴人."""
    return _initial(facts, PEAK, NOBLE)


def huangyin(facts: Facts) -> Found:
    """荒淫: 衰 with 天后."""
    return _initial(facts, DECLINE, EMPRESS)


def jiuhuan(facts: Facts) -> Found:
    """久患: 病 with 勾陳."""
    return _initial(facts, ILLNESS, HOOK)


def ansi(facts: Facts) -> Found:
    """暗死: 死 with 太陰."""
    return _initial(facts, DEATH, MOON)


def jinxi(facts: Facts) -> Found:
    """禁繫: 墓 with 天空."""
    return _initial(facts, GRAVE, SKY)


def juejue(facts: Facts) -> Found:
    """決絕: 絕 with 朱雀."""
    return _initial(facts, SEVERED, SPARROW)


def yuner(facts: Facts) -> Found:
    """孕兒: 胎 with 六合."""
    return _initial(facts, EMBRYO, HARMONY)


def yichan(facts: Facts) -> Found:
    """異產: 養 with 螣蛇."""
    return _initial(facts, NURTURE, SERPENT)
