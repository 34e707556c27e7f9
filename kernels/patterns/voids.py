"""孤哀 螟蛉 鰥居 孀居 失群 (六壬經緯 291-299): the five relations, void.

A frame is void when one of its branches is. By default void means 逢空, the branch's own; under the
reading `seat` also that it stands over a void seat (臨空, 423).
"""

from dingshi.kernels.patterns import frames, relations
from dingshi.kernels.patterns.facts import Facts
from dingshi.kernels.patterns.found import Found, with_whole
from dingshi.kernels.rules import Flags


def _void_frames(facts: Facts, relation: Flags, *, seats: bool) -> Found:
    three = facts.transmission_bits
    five = three | facts.day_bits
    void = {}
    for key, held in relations.related_frames(facts, relation).items():
        places = three if key.startswith("sanchuan@") or key == "sanchuan" else five
        if key == "sanchuanganzhi@uppers":
            places = five | frames.bits_over(facts)
        void[key] = frames.anywhere(frames.voids_in(facts, held, places, seats=seats))
    return void


def _clauses(facts: Facts, relation: Flags) -> Found:
    initial = relation[facts.element(facts.initial), facts.stem_element]
    own = {
        "chu": initial & facts.is_void(facts.initial),
        **_void_frames(facts, relation, seats=False),
    }
    seated = with_whole(
        {
            "chu": initial & facts.is_void(facts.initial, seats=True),
            **_void_frames(facts, relation, seats=True),
        }
    )
    also = {f"{key}@seat": flags for key, flags in seated.items() if "@" not in key}
    return {**with_whole(own), **also}


def guai(facts: Facts) -> Found:
    """孤哀: what generates the stem is void."""
    return _clauses(facts, relations.seals(facts.rules))


def mingling(facts: Facts) -> Found:
    """螟蛉: what the stem generates is void."""
    return _clauses(facts, relations.drains(facts.rules))


def guanju(facts: Facts) -> Found:
    """鰥居: what the stem overcomes is void."""
    return _clauses(facts, relations.wealth(facts.rules))


def shuangju(facts: Facts) -> Found:
    """孀居: what overcomes the stem is void."""
    return _clauses(facts, relations.ghosts(facts.rules))


def shiqun(facts: Facts) -> Found:
    """失群: what has the stem's element is void."""
    return _clauses(facts, relations.kin(facts.rules))
