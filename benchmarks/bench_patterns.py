"""Patterns: all of them, and exact counts of the full space, against twins and plain counting."""

import numpy as np
from dingshi.kernels import axes
from dingshi.kernels.patterns import book
from dingshi.kernels.patterns.counting import conjunction, count
from dingshi.kernels.rules import Flags
from dingshi.patterns.space import by_id, space, space_facts
from dingshi.schools import resolve_school

from benchmarks.conftest import Ratio
from tests.twins import patterns_hour, patterns_lesson
from tests.twins.patterns_chart import Chart

PATTERNS = ("zhanguan", "yinshou", "gangui", "jishi", "tianen.sheng", "shitai", "zhanshou")


def every_pattern() -> dict[str, Flags]:
    """Facts, and every clause, form and reading on its own axes; nothing is compiled or kept."""
    return by_id(book.evaluate(space_facts(resolve_school("jingwei"))))


def twin_patterns() -> None:
    for day in range(5):
        for shift in range(12):
            chart = Chart(day, shift)
            patterns_lesson.of_lesson(chart)
            for hour in range(12):
                tuple(patterns_hour.of_hour(chart, patterns_hour.plate(chart, hour)))


def test_all_patterns_against_the_naive_twins(ratio: Ratio) -> None:
    assert len(every_pattern()) > 900
    ratio(
        "all patterns of all 8,640 charts, against the naive twins (no season)",
        every_pattern,
        twin_patterns,
        items=8_640,
        peer_items=720,
    )


def test_all_counts_of_the_full_space_against_copying_it_once(ratio: Ratio) -> None:
    holds = tuple(space().holds.values())
    full = np.zeros(int(np.prod(axes.scope_shape("full"))), dtype=np.bool_)

    def ours() -> int:
        return sum(count(flags) for flags in holds)

    assert ours() > 24_883_200
    ratio(
        "exact counts of every pattern over 24,883,200, against one copy of a flag",
        ours,
        full.copy,
        items=len(holds),
    )


def test_a_conjunction_against_counting_every_chart(ratio: Ratio) -> None:
    wanted = [space().holds[f"jingwei.{i}"] for i in PATTERNS]

    def ours() -> int:
        return count(conjunction(wanted))

    def plainly() -> int:
        whole = np.broadcast_to(wanted[0], axes.scope_shape("full")).copy()
        for flags in wanted[1:]:
            whole &= flags
        return int(np.count_nonzero(whole))

    assert ours() == plainly()
    ratio("a conjunction of seven over 24,883,200, against every chart", ours, plainly)
