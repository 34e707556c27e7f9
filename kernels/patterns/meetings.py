"""Stem and branch upon each other (六壬經緯 131-139): twelve patterns of 支加干 and 干加支."""

from dingshi.kernels.patterns.contacts import lodges_partner
from dingshi.kernels.patterns.facts import Facts, same
from dingshi.kernels.patterns.found import Found
from dingshi.kernels.rules import Flags


def _branch_comes(facts: Facts) -> Flags:
    """支加干: the day branch stands over the stem's lodge."""
    return same(facts.over_stem, facts.branch)


def _stem_goes(facts: Facts) -> Flags:
    """干加支: the stem's lodge stands over the day branch."""
    return same(facts.over_branch, facts.lodge)


def _met(facts: Facts, meeting: Flags) -> Found:
    """Return a meeting, and without the days whose stem and branch share a seat (at 伏吟)."""
    return {"": meeting, "@apart": meeting & ~facts.shared}


def _branch_generates(facts: Facts) -> Flags:
    return facts.rules.generates[facts.branch_element, facts.stem_element]


def _stem_generates(facts: Facts) -> Flags:
    return facts.rules.generates[facts.stem_element, facts.branch_element]


def _branch_overcomes(facts: Facts) -> Flags:
    return facts.rules.overcomes[facts.branch_element, facts.stem_element]


def _stem_overcomes(facts: Facts) -> Flags:
    return facts.rules.overcomes[facts.stem_element, facts.branch_element]


def _same_element(facts: Facts) -> Flags:
    return same(facts.stem_element, facts.branch_element)


def _combined(facts: Facts, meeting: Flags) -> Found:
    """Return a meeting that combines: lodge with branch (六合), or stem with stem (五合)."""
    combines = facts.tables.combines[facts.lodge, facts.branch]
    partner = lodges_partner(facts, facts.branch)
    return {**_met(facts, meeting & combines), "@wuhe": meeting & partner}


def guifu(facts: Facts) -> Found:
    """歸福: the branch comes over the stem and generates it."""
    return _met(facts, _branch_comes(facts) & _branch_generates(facts))


def fujiu(facts: Facts) -> Found:
    """俯就: the stem goes over the branch and is generated."""
    return _met(facts, _stem_goes(facts) & _branch_generates(facts))


def tuowo(facts: Facts) -> Found:
    """脫我: the branch comes over the stem and is generated."""
    return _met(facts, _branch_comes(facts) & _stem_generates(facts))


def lixu(facts: Facts) -> Found:
    """歷虛: the stem goes over the branch and generates it."""
    return _met(facts, _stem_goes(facts) & _stem_generates(facts))


def qiwo(facts: Facts) -> Found:
    """欺我: the branch comes over the stem and overcomes it."""
    return _met(facts, _branch_comes(facts) & _branch_overcomes(facts))


def quru(facts: Facts) -> Found:
    """取辱: the stem goes over the branch and is overcome."""
    return _met(facts, _stem_goes(facts) & _branch_overcomes(facts))


def zhaofu(facts: Facts) -> Found:
    """招夫: the branch comes over the stem and is overcome."""
    return _met(facts, _branch_comes(facts) & _stem_overcomes(facts))


def zhuixu(facts: Facts) -> Found:
    """贅婿: the stem goes over the branch and overcomes it."""
    return _met(facts, _stem_goes(facts) & _stem_overcomes(facts))


def zhuangji(facts: Facts) -> Found:
    """壯基: the branch comes over the stem, of one element."""
    return _met(facts, _branch_comes(facts) & _same_element(facts))


def peiben(facts: Facts) -> Found:
    """培本: the stem goes over the branch, of one element."""
    return _met(facts, _stem_goes(facts) & _same_element(facts))


def guihe(facts: Facts) -> Found:
    """歸合: the branch comes over the stem and combines with it."""
    return _combined(facts, _branch_comes(facts))


def qiuhe(facts: Facts) -> Found:
    """求合: the stem goes over the branch and combines with it."""
    return _combined(facts, _stem_goes(facts))
