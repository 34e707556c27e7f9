"""The nine methods as patterns (六壬經緯 111-127): from how the initial was found."""

from dingshi.kernels.patterns.facts import Facts, same
from dingshi.kernels.patterns.found import Found
from dingshi.kernels.rules import Flags

# Places in METHODS, DETAILS and DECISIONS (dingshi.datasets.vocabulary), as the kernels of casting
# number them. Importing them from there would load Numba.
SINGLE, CHOSEN, CROSSING, REMOTE, PLEIADES, SEPARATE, SHARED, STILL, OPPOSED = range(9)
BELOW, ABOVE, REMOTE_BELOW, REMOTE_ABOVE = range(4)
BY_ONE, BY_POLARITY = range(2)
OPPOSED_SHIFT = 6


def _by_direction(facts: Facts, whole: Flags) -> Found:
    """Return the two clauses of a method of control: from above, from below."""
    return {
        "shangkexia": whole & (facts.detail == ABOVE),
        "xiakeshang": whole & (facts.detail == BELOW),
    }


def _controlled(facts: Facts) -> Flags:
    """Return where a control within a lesson gave the initial, on any plate."""
    return same(facts.detail, ABOVE) | same(facts.detail, BELOW)


def qiankun(facts: Facts) -> Found:
    """乾坤: one candidate, sought below before above; or one control of any kind in all."""
    whole = facts.method == SINGLE
    return {
        "": whole,
        "@anyplate": _controlled(facts) & (facts.decided_by == BY_ONE),
        "@onecontrol": facts.below_over_above + facts.above_over_below == 1,
        **_by_direction(facts, whole),
    }


def zhiyi(facts: Facts) -> Found:
    """知一: of several candidates the one that shares the day's polarity."""
    whole = facts.method == CHOSEN
    counted = facts.below_over_above
    lessons = counted + (counted == 0) * facts.above_over_below
    mixed = (facts.matching > 0) & (facts.matching < facts.competitors)
    return {
        "": whole,
        "@anyplate": _controlled(facts) & (facts.decided_by == BY_POLARITY),
        "@mixed": (whole | (facts.method == CROSSING)) & mixed,
        "@twothree": whole & (lessons <= 3),
        **_by_direction(facts, whole),
    }


def shehai(facts: Facts) -> Found:
    """涉害: several candidates that polarity does not part."""
    whole = facts.method == CROSSING
    uniform = (facts.matching == 0) | (facts.matching == facts.competitors)
    return {
        "": whole,
        "@anyplate": _controlled(facts) & (facts.decided_by > BY_POLARITY),
        "@uniform": whole & uniform,
        **_by_direction(facts, whole),
    }


def yaoqu(facts: Facts) -> Found:
    """遙取: a branch of lessons 2 to 4 and the day stem, one overcoming the other."""
    whole = facts.method == REMOTE
    over = whole & (facts.detail == REMOTE_BELOW)
    under = whole & (facts.detail == REMOTE_ABOVE)
    return {
        "": whole,
        "jiangkegan": over,
        "gankejiang": under,
        "erjiangkegan": over & (facts.competitors > 1),
        "gankeerjiang": under & (facts.competitors > 1),
    }


def maoxing(facts: Facts) -> Found:
    """昴星: over 酉 on a yang day, under 酉 on a yin day."""
    whole = facts.method == PLEIADES
    yang = facts.rules.stem_polarity[facts.stem] == 0
    return {"": whole, "youshang": whole & yang, "youxia": whole & ~yang}


def bieze(facts: Facts) -> Found:
    """別擇: by its rule, or only on the days of the book's list."""
    whole = facts.method == SEPARATE
    return {"": whole, "@listed": whole & facts.listed}


def duanjin(facts: Facts) -> Found:
    """斷金: the day alone, or the derivation without control."""
    return {"": facts.shared, "@nocontrol": facts.method == SHARED}


def fuyin(facts: Facts) -> Found:
    """伏吟: every branch on its own seat."""
    return {"": facts.shift == 0}


def fanyin(facts: Facts) -> Found:
    """返吟: every branch on the opposite seat."""
    return {"": facts.shift == OPPOSED_SHIFT}
