"""Ratios measured in one run, shown together at the end; losses are shown like gains."""

import time
from collections.abc import Callable
from typing import Any

import pytest

LINES: list[str] = []


class Ratio:
    """Times ours through pytest-benchmark and a peer beside it, and keeps their ratio."""

    def __init__(self, benchmark: Any) -> None:
        self.benchmark = benchmark

    def __call__(
        self,
        label: str,
        ours: Callable[[], object],
        peer: Callable[[], object],
        *,
        items: int = 1,
        peer_items: int = 1,
        rounds: int = 5,
    ) -> None:
        """Time both; `items` and `peer_items` are how many charts (or bytes …) each handles."""
        ours()
        self.benchmark.pedantic(ours, rounds=rounds * 4, iterations=1)
        if self.benchmark.disabled:
            peer()
            return
        mine = self.benchmark.stats.stats.min / items
        theirs = min(_seconds(peer) for _ in range(rounds)) / peer_items
        self.benchmark.extra_info.update(label=label, ratio=theirs / mine, per_second=1 / mine)
        speed = f"{1 / mine:,.0f} /s" if mine < 0.01 else f"{mine:.3f} s"
        LINES.append(f"{label:<68} {speed:>15} {theirs / mine:>12,.2f} x")


def _seconds(function: Callable[[], object]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


@pytest.fixture
def ratio(benchmark: Any) -> Ratio:
    return Ratio(benchmark)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if LINES:
        terminalreporter.section("ours per second, and how many times as fast as the peer")
        for line in LINES:
            terminalreporter.write_line(line)
