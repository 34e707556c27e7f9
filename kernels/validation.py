"""Judging rows against the reference, and looking for the smallest change that makes a row fit.

Claims are int8 codes, -1 where a row says nothing. `places` (p, f) holds the computed codes of f
fields at each place: variant, noble, night and lesson as one mixed-radix number.
"""

from typing import Final

import numpy as np
from dingshi.kernels.compiled import kernel
from dingshi.kernels.rules import Codes
from numpy.typing import NDArray

UNREADABLE: Final = -1
SAME_NIGHT, OTHER_HALF, FIRST_RULE = 0, 1, 2
# The columns of a hypothesis.
DAY_STEP, SHIFT_SIGN, SHIFT_STEP, HOUR_STEP, NIGHT, VARIANT, NOBLE, ORDER, NEEDS = range(9)
HYPOTHESIS_COLUMNS: Final = 9
# What a row must have for a hypothesis to make sense, as bits.
HAS_HOUR, HAS_ZI_HOUR, HAS_NIGHT = 1, 2, 4


@kernel
def _judge_range(
    places: Codes,
    place: NDArray[np.int64],
    claims: Codes,
    computed: Codes,
    wrong: NDArray[np.int64],
    claimed: NDArray[np.int64],
) -> None:
    fields, rows = claims.shape
    for i in range(rows):
        at = place[i]
        bits = 0
        said = 0
        if at >= 0:
            for f in range(fields):
                right = places[at, f]
                claim = claims[f, i]
                computed[f, i] = right
                if claim >= 0:
                    said |= 1 << f
                    if claim != right:
                        bits |= 1 << f
        wrong[i] = bits
        claimed[i] = said


def judge(
    places: Codes, place: NDArray[np.int64], claims: Codes
) -> tuple[Codes, NDArray[np.int64], NDArray[np.int64]]:
    """Compare n rows with the reference.

    `place` (n,): the place of each row, UNREADABLE for none; `claims` (f, n), f at most 62. Returns
    the computed codes (f, n), -1 for unreadable rows; the fields that differ and those that are
    claimed, as bits (n,).
    """
    fields, rows = claims.shape
    if fields > 62:
        raise ValueError(f"{fields} fields do not fit into 62 bits")
    computed = np.full((fields, rows), -1, dtype=np.int8)
    wrong = np.zeros(rows, dtype=np.int64)
    claimed = np.zeros(rows, dtype=np.int64)
    _judge_range(places, place, claims, computed, wrong, claimed)
    return computed, wrong, claimed


@kernel
def _tally_range(
    cells: NDArray[np.int64], chosen: NDArray[np.bool_], counts: NDArray[np.int64]
) -> None:
    for i in range(cells.size):
        if chosen[i]:
            counts[cells[i]] += 1


def tally(cells: NDArray[np.int64], chosen: NDArray[np.bool_], counts: NDArray[np.int64]) -> None:
    """Add one to `counts` at the cell (n,) of each row that is `chosen` (n,)."""
    _tally_range(cells, chosen, counts)


@kernel
def _fits(places: Codes, at: int, claims: Codes, order: Codes) -> bool:
    """Return whether the claims of one row, read in `order`, are all as at the place `at`."""
    for f in range(claims.size):
        claim = claims[order[f]]
        if claim >= 0 and claim != places[at, f]:
            return False
    return True


@kernel
def _explain_range(
    places: Codes,
    sizes: NDArray[np.int64],
    rules: Codes,
    hypotheses: NDArray[np.int64],
    orders: Codes,
    keys: NDArray[np.int64],
    claims: Codes,
    found: NDArray[np.int64],
) -> None:
    nobles = sizes[0]
    for i in range(keys.shape[0]):
        day, shift, hour, night, fixed, base_variant, base_noble = (
            keys[i, 0],
            keys[i, 1],
            keys[i, 2],
            keys[i, 3],
            keys[i, 4],
            keys[i, 5],
            keys[i, 6],
        )
        has = 0
        if hour >= 0:
            has |= HAS_HOUR
            if hour == 0:
                has |= HAS_ZI_HOUR
        if hour >= 0 or fixed:
            has |= HAS_NIGHT
        for h in range(hypotheses.shape[0]):
            needs = hypotheses[h, NEEDS]
            if needs & has != needs:
                continue
            at_night = night
            if hour >= 0 and not fixed:
                at_night = rules[0, (hour + hypotheses[h, HOUR_STEP]) % 12]
            way = hypotheses[h, NIGHT]
            if way == OTHER_HALF:
                at_night = 1 - at_night
            elif way >= FIRST_RULE:
                at_night = rules[way - FIRST_RULE, (hour + hypotheses[h, HOUR_STEP]) % 12]
            turned = (hypotheses[h, SHIFT_SIGN] * shift + hypotheses[h, SHIFT_STEP]) % 12
            variant = hypotheses[h, VARIANT] if hypotheses[h, VARIANT] >= 0 else base_variant
            noble = hypotheses[h, NOBLE] if hypotheses[h, NOBLE] >= 0 else base_noble
            other_day = (day + hypotheses[h, DAY_STEP]) % 60
            at = ((variant * nobles + noble) * 2 + at_night) * 720 + other_day * 12 + turned
            if _fits(places, at, claims[i], orders[hypotheses[h, ORDER]]):
                found[i] = h
                break


def explain(
    places: Codes,
    nobles: int,
    rules: Codes,
    hypotheses: NDArray[np.int64],
    orders: Codes,
    keys: NDArray[np.int64],
    claims: Codes,
) -> NDArray[np.int64]:
    """Return for each of n rows the first hypothesis that makes it fit, -1 for none.

    `rules` (r, 12): night (0 or 1) of each hour under each day rule; `hypotheses` (h, 9), the
    smallest change first; `orders` (o, f): in which order the claims are read; `keys` (n, 7): day,
    shift, hour or -1, night, whether night was given, variant, noble; `claims` (n, f), C order.
    """
    found = np.full(keys.shape[0], -1, dtype=np.int64)
    sizes = np.array([nobles], dtype=np.int64)
    _explain_range(places, sizes, rules, hypotheses, orders, keys, claims, found)
    return found


@kernel
def _count_range(
    places: Codes,
    nobles: int,
    tried: NDArray[np.int64],
    rules: Codes,
    keys: NDArray[np.int64],
    claims: Codes,
    weights: NDArray[np.int64],
    counts: NDArray[np.int64],
    explained: NDArray[np.bool_],
) -> None:
    fields = claims.shape[1]
    for i in range(keys.shape[0]):
        day, shift, hour, night, fixed = (
            keys[i, 0],
            keys[i, 1],
            keys[i, 2],
            keys[i, 3],
            keys[i, 4],
        )
        for v in range(tried.size):
            for q in range(nobles):
                for half in range(2):
                    if half != night and (fixed or hour < 0):
                        continue
                    at = ((tried[v] * nobles + q) * 2 + half) * 720 + day * 12 + shift
                    fits = True
                    for f in range(fields):
                        claim = claims[i, f]
                        if claim >= 0 and claim != places[at, f]:
                            fits = False
                            break
                    if not fits:
                        continue
                    for r in range(rules.shape[0]):
                        if fixed or hour < 0 or rules[r, hour] == half:
                            counts[v, q, r] += weights[i]
                            explained[i] = True


def count_options(
    places: Codes,
    nobles: int,
    tried: NDArray[np.int64],
    rules: Codes,
    keys: NDArray[np.int64],
    claims: Codes,
    weights: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Count the rows that agree under each option.

    `tried` (v,): the variants to try; `keys` and `claims` as for `explain`; `weights` (n,): how
    often each row occurs. Returns counts (v, nobles, r) and whether any option fits each row (n,).
    """
    counts = np.zeros((tried.size, nobles, rules.shape[0]), dtype=np.int64)
    explained = np.zeros(keys.shape[0], dtype=np.bool_)
    _count_range(places, nobles, tried, rules, keys, claims, weights, counts, explained)
    return counts, explained
