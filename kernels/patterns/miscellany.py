"""The twelve single patterns at the end of the volume (六壬經緯 351-363)."""

from dingshi.kernels.axes import Ints
from dingshi.kernels.patterns.facts import Facts, same
from dingshi.kernels.patterns.found import Found
from dingshi.kernels.patterns.shapes import named
from dingshi.kernels.rules import Flags

CHEN, XU = 4, 10
YANG_BITS = 0b010101010101
YIN_BITS = 0b101010101010
YOU = 9


def zhuolun(facts: Facts) -> Found:
    """斫輪: 卯戌巳."""
    return {"": named(facts, "zhuolun")["zhuolun"]}


def zhuyin(facts: Facts) -> Found:
    """鑄印: 巳戌卯."""
    return {"": named(facts, "zhuyin")["zhuyin"]}


def xuangai(facts: Facts) -> Found:
    """軒蓋: 午卯子."""
    return {"": named(facts, "xuangai")["xuangai"]}


def _gate(branch: Ints) -> Flags:
    return same(branch, CHEN) | same(branch, XU)


def zhanguan(facts: Facts) -> Found:
    """斬關: 辰 or 戌 over stem or branch."""
    stem, branch = _gate(facts.over_stem), _gate(facts.over_branch)
    opens = (stem & (facts.initial == facts.over_stem)) | (
        branch & (facts.initial == facts.over_branch)
    )
    return {
        "": stem | branch,
        "@both": stem & branch,
        "@initial": opens,
        "gan": stem,
        "zhi": branch,
    }


def _of_one_polarity(facts: Facts, six: int) -> Found:
    """Return where lessons and transmissions show only branches among `six`.

    six: they show all six. lowers: stem (by its lodge) and branch are of them as well.
    """
    seen = facts.transmission_bits | facts.upper_bits
    only = (seen & ~six) == 0
    return {
        "": only,
        "@six": seen == six,
        "@lowers": only & ((facts.day_bits & ~six) == 0),
    }


def liuyin(facts: Facts) -> Found:
    """六陰: all of 丑卯巳未酉亥."""
    return _of_one_polarity(facts, YIN_BITS)


def liuyang(facts: Facts) -> Found:
    """六陽: all of 子寅辰午申戌."""
    return _of_one_polarity(facts, YANG_BITS)


def huihuan(facts: Facts) -> Found:
    """迴環: three different transmissions, each an upper of the lessons."""
    one, two, three = facts.transmissions
    within = (facts.transmission_bits & ~facts.upper_bits) == 0
    different = (one != two) & (two != three) & (one != three)
    return {
        "": within & different,
        "@subset": within,
        "@same": facts.transmission_bits == facts.upper_bits,
    }


def yiti(facts: Facts) -> Found:
    """一體: 酉 three times; or any branch three times."""
    one, two, three = facts.transmissions
    return {"": facts.is_run(YOU, YOU, YOU), "@any": (one == two) & (two == three)}


def _void(facts: Facts, place: int) -> Found:
    branch = facts.transmissions[place]
    return {"": facts.is_void(branch), "@seat": facts.is_void(branch, seats=True)}


def zhanshou(facts: Facts) -> Found:
    """斬首: the initial is void."""
    return _void(facts, 0)


def duanqiao(facts: Facts) -> Found:
    """斷橋: the middle transmission is void."""
    return _void(facts, 1)


def yuezu(facts: Facts) -> Found:
    """刖足: the final transmission is void."""
    return _void(facts, 2)


def shizhong(facts: Facts) -> Found:
    """始終: the initial heads the decade and the final transmission ends it."""
    head = facts.decade_head
    _, _, three = facts.transmissions
    return {"": (facts.initial == head) & (three == (head + 9) % 12)}
