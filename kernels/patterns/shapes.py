"""The nine shapes of the transmissions (六壬經緯 143-215): runs, gaps, classes and triads."""

from dingshi.kernels.patterns.facts import Facts
from dingshi.kernels.patterns.found import Found, any_of
from dingshi.kernels.patterns.tables import WINTER
from dingshi.kernels.rules import Flags

MENG, ZHONG, JI_CLASS = range(3)  # 寅申巳亥, 子午卯酉, 辰戌丑未
CLOSED_GATES = (3, 4, 9, 10)  # 卯辰酉戌, the hours of 四門俱閉 (179)


def named(facts: Facts, pattern: str) -> Found:
    """Return the named orders of a pattern, as emended and, where they differ, as written."""
    found: Found = {}
    for form, sequence in facts.tables.sequences[pattern].items():
        found[form] = facts.is_run(*sequence.emended)
        for reading, triple in sequence.others.items():
            found[f"{form}@{reading}"] = facts.is_run(*triple)
    return found


def lianru(facts: Facts) -> Found:
    """連茹: one place at a time, forward (進茹) or back (退茹); void, they turn."""
    forward, backward = facts.steps(1), facts.steps(-1)
    first_void = facts.is_void(facts.transmissions[0])
    last_void = facts.is_void(facts.transmissions[2])
    return {
        "": forward | backward,
        "jinru": forward,
        "tuiru": backward,
        "jinrufantui": forward & last_void,
        "tuirufanjin": backward & last_void,
        "bujinbutui": (forward | backward) & first_void,
        **named(facts, "lianru"),
    }


def jianduan(facts: Facts) -> Found:
    """間斷: two places at a time, forward (進間) or back (退間)."""
    forward, backward = facts.steps(2), facts.steps(-2)
    return {
        "": forward | backward,
        "jinjianduan": forward,
        "tuijianduan": backward,
        **named(facts, "jianduan"),
    }


def _listed(facts: Facts, pattern: str, direction: str) -> Flags:
    return any_of(*(facts.is_run(*run) for run in facts.tables.listed[pattern][direction]))


def _of_class(facts: Facts, pattern: str, seat_class: int) -> Found:
    """Return a pattern of one class of branches with its directions and names of the season.

    Default: three places at a time within the class. listed: the orders as the print has them.
    distinct: three different branches of the class. class: all three of the class.
    """
    one, two, three = facts.transmissions
    classes = facts.rules.seat_class
    inside = (
        (classes[one] == seat_class) & (classes[two] == seat_class) & (classes[three] == seat_class)
    )
    different = (one != two) & (two != three) & (one != three)
    directions = {"shun": inside & facts.steps(3), "ni": inside & facts.steps(-3)}
    listed = {name: _listed(facts, pattern, name) for name in directions}
    return {
        "": directions["shun"] | directions["ni"],
        "@listed": listed["shun"] | listed["ni"],
        "@distinct": inside & different,
        "@class": inside,
        **{f"{name}{pattern}": flags for name, flags in directions.items()},
        **{f"{name}{pattern}@listed": flags for name, flags in listed.items()},
        **{
            form: directions[name] & (facts.quarter == season)
            for name, forms in facts.tables.seasons[pattern].items()
            for form, season in forms.items()
        },
    }


def xuantai(facts: Facts) -> Found:
    """懸胎: within 寅申巳亥."""
    return _of_class(facts, "xuantai", MENG)


def guange(facts: Facts) -> Found:
    """關隔: within 子午卯酉; at the hours 卯酉辰戌 of winter the forward one shuts four gates."""
    found = _of_class(facts, "guange", ZHONG)
    gates = any_of(*(facts.hour == hour for hour in CLOSED_GATES))
    shut = found["shunguange"] & gates
    return {
        **found,
        "simenjubi": shut & (facts.quarter == WINTER),
        "simenjubi@anyseason": shut,
    }


def jiase(facts: Facts) -> Found:
    """稼穡: within 辰戌丑未."""
    return _of_class(facts, "jiase", JI_CLASS)


def _triad(facts: Facts, pattern: str) -> Found:
    """Return a triad with its two directions and six named orders."""
    one, _, _ = facts.transmissions
    names = facts.tables.sequences[pattern]
    inside = any_of(*(one == sequence.emended[0] for sequence in names.values()))
    forward, backward = inside & facts.steps(4), inside & facts.steps(-4)
    return {
        "": forward | backward,
        f"shun{pattern}": forward,
        f"ni{pattern}": backward,
        **named(facts, pattern),
    }


def jinju(facts: Facts) -> Found:
    """金局: 巳酉丑."""
    return _triad(facts, "jinju")


def muju(facts: Facts) -> Found:
    """木局: 亥卯未."""
    return _triad(facts, "muju")


def shuiju(facts: Facts) -> Found:
    """水局: 申子辰."""
    return _triad(facts, "shuiju")


def huoju(facts: Facts) -> Found:
    """火局: 寅午戌."""
    return _triad(facts, "huoju")
