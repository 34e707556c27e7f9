"""Between the schools: on which lessons they differ, and which claims speak for which side."""

from collections.abc import Iterable
from dataclasses import dataclass

from dingshi.collation.checking import Finding, evaluate
from dingshi.collation.world import World, casting_worlds, default_world, theory_worlds
from dingshi.datasets.claims.records import Claim
from dingshi.datasets.vocabulary import PILLARS
from dingshi.kernels import axes


@dataclass(frozen=True, slots=True)
class Side:
    """One other school, reading or theory against the default."""

    name: str
    rows: tuple[int, ...]  # the lessons, of 720, whose transmissions differ
    for_default: tuple[Claim, ...]  # claims that hold by the default and not by the other
    for_other: tuple[Claim, ...]


def _agrees(claim: Claim, world: World) -> bool:
    return evaluate(claim, world)[1]


def sides(findings: Iterable[Finding]) -> list[Side]:
    """Return every other world with the lessons and the claims on which it differs."""
    base = default_world()
    decided = [finding for finding in findings if finding.holds is not None]
    found = []
    for name, world in {**casting_worlds(), **theory_worlds()}.items():
        rows = tuple(
            row for row in range(720) if world.transmissions[row] != base.transmissions[row]
        )
        mine, theirs = [], []
        for finding in decided:
            other = _agrees(finding.claim, world)
            if finding.holds and not other:
                mine.append(finding.claim)
            elif other and not finding.holds:
                theirs.append(finding.claim)
        found.append(Side(name, rows, tuple(mine), tuple(theirs)))
    return found


def lesson_name(row: int) -> str:
    """Return a lesson as day and 局."""
    return f"{PILLARS[row // 12]} {axes.ju(row % 12)}"
