"""One rule turned over at a time: what the claims must notice (datasets/claims/mutations.csv)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
from dingshi.collation.checking import evaluate
from dingshi.collation.registry import Waiting
from dingshi.collation.world import World, default_world
from dingshi.datasets.claims.records import Claim
from dingshi.kernels.rules import Codes


def _with_rules(world: World, **tables: Any) -> World:
    return replace(world, rules=world.rules._replace(**tables))


def _swapped(codes: Codes, first: int, second: int) -> Codes:
    swapped = codes.copy()
    swapped[codes == first], swapped[codes == second] = second, first
    return swapped


def _moved(lodge: Codes, stem: int) -> Codes:
    moved = lodge.copy()
    moved[stem] = (moved[stem] + 1) % 12
    return moved


def _punishing_backward(world: World) -> World:
    back = np.argsort(world.rules.punishment).astype(np.int8)
    return replace(_with_rules(world, punishment=back), punished=tuple(back.tolist()))


MUTATIONS: Final[Mapping[str, Callable[[World], World]]] = {
    "noble_forward_backward": lambda w: replace(w, forward=~w.forward),
    "noble_day_night": lambda w: replace(w, noble=np.ascontiguousarray(w.noble[:, ::-1])),
    "hours_day_night": lambda w: replace(w, night=~w.night),
    "seats_meng_zhong": lambda w: _with_rules(w, seat_class=_swapped(w.rules.seat_class, 0, 1)),
    "overcomes_reversed": lambda w: _with_rules(
        w, overcomes=np.ascontiguousarray(w.rules.overcomes.T)
    ),
    "generates_reversed": lambda w: _with_rules(
        w, generates=np.ascontiguousarray(w.rules.generates.T)
    ),
    "hidden_stem_from_yi": lambda w: replace(w, decade_start=1),
    "earth_lodges_next": lambda w: _with_rules(w, lodge=_moved(w.rules.lodge, 4)),
    "polarity_of_stems": lambda w: _with_rules(w, stem_polarity=1 - w.rules.stem_polarity),
    "punishment_reversed": _punishing_backward,
    "clash_next": lambda w: _with_rules(w, clash=(w.rules.clash + 1) % 12),
    "horse_opposite": lambda w: _with_rules(w, horse=(w.rules.horse + 6) % 12),
    "triad_backward": lambda w: _with_rules(w, triad_next=(w.rules.triad_next + 4) % 12),
    "combination_next": lambda w: _with_rules(
        w, stem_combination=(w.rules.stem_combination + 1) % 10
    ),
    "month_general_next": lambda w: replace(
        w, month_general=tuple((general + 1) % 12 for general in w.month_general)
    ),
    "growth_backward": lambda w: replace(
        w, growth_backward=tuple(1 - way for way in w.growth_backward)
    ),
}


def broken_by(claims: Iterable[Claim], world: World) -> list[Claim]:
    """Return the claims that hold by the default and not in an altered world."""
    base = default_world()
    broken = []
    for claim in claims:
        try:
            if evaluate(claim, base)[1] and not evaluate(claim, world)[1]:
                broken.append(claim)
        except Waiting:
            continue
    return broken
