"""The kernels of validation against plain loops, on small tables made at random from a seed."""

from typing import Any

import numpy as np
import pytest
from dingshi.kernels import validation as kernels

NOBLES, FIELDS, RULES = 2, 3, 3


def places(rng: np.random.Generator, variants: int = 3) -> Any:
    return rng.integers(0, 2, (variants * NOBLES * 2 * 720, FIELDS)).astype(np.int8)


def rows(rng: np.random.Generator, n: int = 200) -> tuple[Any, Any]:
    keys = np.stack(
        [
            rng.integers(0, 60, n),
            rng.integers(0, 12, n),
            rng.integers(-1, 12, n),
            rng.integers(0, 2, n),
            rng.integers(0, 2, n),
            rng.integers(0, 3, n),
            rng.integers(0, NOBLES, n),
        ],
        axis=1,
    )
    return keys, rng.integers(-1, 2, (n, FIELDS)).astype(np.int8)


def place_of(variant: int, noble: int, night: int, day: int, shift: int) -> int:
    return ((variant * NOBLES + noble) * 2 + night) * 720 + day % 60 * 12 + shift % 12


def agrees(table: Any, place: int, claims: list[int]) -> bool:
    return all(c < 0 or c == t for c, t in zip(claims, table[place].tolist(), strict=True))


def test_judge_against_plain_loops() -> None:
    rng = np.random.default_rng(1)
    table = places(rng)
    _, claims = rows(rng)
    place = rng.integers(-1, len(table), len(claims))
    computed, wrong, claimed = kernels.judge(table, place, np.ascontiguousarray(claims.T))
    for i, at in enumerate(place.tolist()):
        if at < 0:
            assert (computed[:, i].tolist(), wrong[i], claimed[i]) == ([-1] * FIELDS, 0, 0)
            continue
        right = table[at].tolist()
        mine = claims[i].tolist()
        assert computed[:, i].tolist() == right
        said = [f for f in range(FIELDS) if mine[f] >= 0]
        assert claimed[i] == sum(1 << f for f in said)
        assert wrong[i] == sum(1 << f for f in said if mine[f] != right[f])


def test_judge_refuses_more_fields_than_bits() -> None:
    with pytest.raises(ValueError, match="63 fields do not fit"):
        kernels.judge(np.zeros((1, 63), np.int8), np.zeros(1, np.int64), np.zeros((63, 1), np.int8))


def test_tally_counts_the_chosen() -> None:
    counts = np.zeros(4, dtype=np.int64)
    kernels.tally(np.array([0, 3, 3, 1]), np.array([True, True, True, False]), counts)
    assert counts.tolist() == [1, 0, 0, 2]


def explain_one(
    table: Any, rules: Any, hypotheses: Any, orders: Any, key: list[int], claims: list[int]
) -> int:
    day, shift, hour, night, fixed, variant, noble = key
    for number, row in enumerate(hypotheses.tolist()):
        step, sign, turn, hours, way, other, another, order, needs = row
        if needs & kernels.HAS_HOUR and hour < 0:
            continue
        if needs & kernels.HAS_ZI_HOUR and hour != 0:
            continue
        if needs & kernels.HAS_NIGHT and hour < 0 and not fixed:
            continue
        half = night if fixed or hour < 0 else int(rules[0][(hour + hours) % 12])
        if way == kernels.OTHER_HALF:
            half = 1 - half
        elif way >= kernels.FIRST_RULE:
            half = int(rules[way - kernels.FIRST_RULE][(hour + hours) % 12])
        at = place_of(
            variant if other < 0 else other,
            noble if another < 0 else another,
            half,
            day + step,
            sign * shift + turn,
        )
        if agrees(table, at, [claims[f] for f in orders[order].tolist()]):
            return number
    return -1


def test_explain_against_plain_loops() -> None:
    rng = np.random.default_rng(2)
    table = places(rng)
    keys, claims = rows(rng)
    rules = rng.integers(0, 2, (RULES, 12)).astype(np.int8)
    orders = np.array([[0, 1, 2], [2, 1, 0]], dtype=np.int8)
    n = 40
    hypotheses = np.stack(
        [
            rng.integers(-1, 2, n),
            rng.choice([-1, 1], n),
            rng.integers(-1, 2, n),
            rng.integers(-1, 2, n),
            rng.integers(0, 2 + RULES, n),
            rng.integers(-1, 3, n),
            rng.integers(-1, NOBLES, n),
            rng.integers(0, 2, n),
            rng.choice([1, 3, 4, 5], n),
        ],
        axis=1,
    )
    hypotheses[hypotheses[:, kernels.NIGHT] >= kernels.FIRST_RULE, kernels.NEEDS] |= 1
    found = kernels.explain(table, NOBLES, rules, hypotheses, orders, keys, claims)
    expected = [
        explain_one(table, rules, hypotheses, orders, key, row)
        for key, row in zip(keys.tolist(), claims.tolist(), strict=True)
    ]
    assert found.tolist() == expected
    assert {-1, 0} <= set(expected)
    assert max(expected) > 3


def test_count_options_against_plain_loops() -> None:
    rng = np.random.default_rng(3)
    table = places(rng)
    keys, claims = rows(rng)
    rules = rng.integers(0, 2, (RULES, 12)).astype(np.int8)
    weights = rng.integers(1, 5, len(keys))
    tried = np.array([0, 2])
    counts, explained = kernels.count_options(table, NOBLES, tried, rules, keys, claims, weights)
    expected = np.zeros((2, NOBLES, RULES), dtype=int)
    any_fits = np.zeros(len(keys), dtype=bool)
    for i, (day, shift, hour, night, fixed, _, _) in enumerate(keys.tolist()):
        for v, variant in enumerate(tried.tolist()):
            for noble in range(NOBLES):
                for rule in range(RULES):
                    half = night if fixed or hour < 0 else int(rules[rule][hour])
                    at = place_of(variant, noble, half, day, shift)
                    if agrees(table, at, claims[i].tolist()):
                        expected[v, noble, rule] += weights[i]
                        any_fits[i] = True
    assert counts.tolist() == expected.tolist()
    assert explained.tolist() == any_fits.tolist()
    assert 0 < any_fits.sum() < len(keys)
