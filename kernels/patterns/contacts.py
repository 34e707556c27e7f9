"""刑傷 搖動 破損 仇害 和合 (六壬經緯 255-271): punishment, clash, break, harm and combination.

The stem meets branches by its lodge. A relation is a bool (12, 12) from the first branch named in
the sentence to the second.
"""

import numpy as np
from dingshi.kernels.axes import Ints
from dingshi.kernels.patterns import frames
from dingshi.kernels.patterns.facts import Facts, same
from dingshi.kernels.patterns.found import Found, keyed, pair, with_whole
from dingshi.kernels.rules import Flags


def lodges_partner(facts: Facts, branch: Ints) -> Flags:
    """Return whether the partner of the day stem (五合) lodges in `branch`."""
    partner = facts.rules.stem_combination[facts.stem]
    return same(facts.rules.lodge.astype(np.int64)[partner], branch)


def _both_ways(relation: Flags) -> Flags:
    return relation | relation.T


def _clauses(facts: Facts, relation: Flags, mutual: Flags) -> Found:
    """Return the eight clauses; `mutual` is the relation for 相: between two, not from one."""
    one, two, three = facts.transmissions
    over_stem, over_branch = facts.over_stem, facts.over_branch
    lodge, branch = facts.lodge, facts.branch
    onward = (relation[one, two], relation[two, three])
    backward = (relation[three, two], relation[two, one])
    return {
        "chu": relation[one, lodge],
        "ganzhi": mutual[lodge, branch],
        "ganzhishang": mutual[over_stem, over_branch],
        **pair("gezi", relation[over_stem, lodge], relation[over_branch, branch]),
        **pair("jiaohu", relation[over_branch, lodge], relation[over_stem, branch]),
        **keyed("chuzhongmo", {"": onward[0] & onward[1], "either": onward[0] | onward[1]}),
        **keyed("mozhongchu", {"": backward[0] & backward[1], "either": backward[0] | backward[1]}),
    }


def _variant(facts: Facts, name: str, relation: Flags, mutual: Flags) -> Found:
    """Return the default clauses under another relation, as the reading `name`."""
    clauses = _clauses(facts, relation, mutual)
    whole = with_whole(clauses)
    return {f"{key}@{name}": flags for key, flags in whole.items() if "@" not in key}


def xingshang(facts: Facts) -> Found:
    """刑傷: as the table points; 相刑 in either direction; or both ways, or no branch itself."""
    table = facts.tables.punishes
    apart = table.copy()
    for branch in range(12):
        apart[branch, branch] = False
    return {
        **with_whole(_clauses(facts, table, _both_ways(table))),
        **_variant(facts, "anyway", _both_ways(table), _both_ways(table)),
        **_variant(facts, "mutual", table & table.T, table & table.T),
        **_variant(facts, "noself", apart, _both_ways(apart)),
    }


def yaodong(facts: Facts) -> Found:
    """搖動: clashes."""
    return with_whole(_clauses(facts, facts.tables.clashes, facts.tables.clashes))


def posun(facts: Facts) -> Found:
    """破損: breaks, mutual; or only from the first named of a pair to the second."""
    table, onward = facts.tables.breaks, facts.tables.breaks_onward
    return {
        **with_whole(_clauses(facts, table, table)),
        **_variant(facts, "directed", onward, _both_ways(onward)),
    }


def chouhai(facts: Facts) -> Found:
    """仇害: harms, mutual; or only from the first named of a pair to the second."""
    table, onward = facts.tables.harms, facts.tables.harms_onward
    return {
        **with_whole(_clauses(facts, table, table)),
        **_variant(facts, "directed", onward, _both_ways(onward)),
    }


def hehe(facts: Facts) -> Found:
    """和合: combinations (六合), and triads (三合) of the transmissions, branch and stem."""
    table = facts.tables.combines
    clauses = {
        **_clauses(facts, table, table),
        "chu@wuhe": lodges_partner(facts, facts.initial),
        "ganzhi@wuhe": lodges_partner(facts, facts.branch),
        "sanchuansanhe": frames.anywhere(frames.of_transmissions(facts, earth=False)),
        **keyed("zhisanhe", _triads(frames.of_branch(facts, earth=False))),
        **keyed("gansanhe", _triads(frames.of_stem(facts, earth=False))),
    }
    return with_whole(clauses)


def _triads(readings: dict[str, Flags]) -> dict[str, Flags]:
    return {name: frames.anywhere(held) for name, held in readings.items() if name != "frames"}
