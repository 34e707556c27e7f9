"""Evaluating claims: the computed value, whether it agrees, and the verdict that follows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dingshi.collation import (  # noqa: F401 - importing them registers their evaluators
    casting,
    conditions,
    joined,
    patterns,
    procedures,
    relations,
    riders,
    sequences,
    spirits,
    tables,
)
from dingshi.collation.registry import EVALUATORS, Waiting
from dingshi.collation.world import World, default_world, other_worlds
from dingshi.datasets.claims.kinds import kinds, variants_of
from dingshi.datasets.claims.records import Claim, all_claims

NOT_COMPUTED = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of a claim: `computed` and `holds` are None where nothing is computed."""

    claim: Claim
    computed: Any
    holds: bool | None
    verdict: str
    under: str
    missing: str

    @property
    def as_recorded(self) -> bool:
        """Return whether the verdict is the one that the claim records."""
        claim = self.claim
        recorded = claim.verdict, claim.under, claim.missing
        return recorded == (self.verdict, self.under, self.missing)


def _members(values: Iterable[Any]) -> set[str]:
    return {repr(value) for value in values}


def agrees(compare: str, expected: Any, computed: Any) -> bool:
    """Return whether a computed value agrees with the asserted one, by the kind's comparison."""
    if compare == "cell":
        compare = "set" if isinstance(expected, list) else "exact"
    if compare == "set":
        return isinstance(computed, list) and _members(expected) == _members(computed)
    if compare == "subset":
        return isinstance(computed, list) and _members(expected) <= _members(computed)
    if compare == "member":
        return expected in computed
    return bool(expected == computed)


def evaluate(claim: Claim, world: World) -> tuple[Any, bool]:
    """Return the value of a claim in a world, and whether it agrees; raise Waiting if it cannot."""
    inputs: Mapping[str, Any] = {**claim.inputs, "book": claim.book, "line": claim.line}
    computed = EVALUATORS[claim.kind](world, inputs)
    return computed, agrees(kinds()[claim.kind].compare, claim.expected, computed)


def judge(claim: Claim, world: World | None = None) -> Finding:
    """Return what becomes of a claim: the default world first, then every other one."""
    if kinds()[claim.kind].lacking(claim.inputs) and claim.verdict in ("undecidable", "outside"):
        return Finding(claim, None, None, claim.verdict, "", claim.missing)
    try:
        computed, holds = evaluate(claim, world or default_world())
    except Waiting as waiting:
        return Finding(claim, None, None, "waiting", "", waiting.capability)
    if holds:
        verdict = "holds" if claim.emended_from is None else "emended"
        return Finding(claim, computed, True, verdict, "", "")
    under = [name for name, other in other_worlds().items() if evaluate(claim, other)[1]]
    for condition in variants_of(claim.inputs.get("condition", "")):
        variant = replace(claim, inputs={**claim.inputs, "condition": condition})
        if evaluate(variant, default_world())[1]:
            under.append(f"definition={condition}")
    verdict = "holds_under" if under else "contradicted"
    return Finding(claim, computed, False, verdict, " ".join(under), "")


def collate(claims: Iterable[Claim] | None = None) -> list[Finding]:
    """Return the finding of every claim, the shipped ones if none are given."""
    return [judge(claim) for claim in (all_claims() if claims is None else claims)]


def difference(finding: Finding) -> tuple[list[Any], list[Any]]:
    """Return the members that a list lacks and those that it has too many."""
    computed = {repr(v): v for v in finding.computed}
    expected = {repr(v): v for v in finding.claim.expected}
    missing = [value for key, value in computed.items() if key not in expected]
    surplus = [value for key, value in expected.items() if key not in computed]
    return missing, surplus
