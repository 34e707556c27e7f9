"""Spirits as a person reads them: positions with their spirits by book, a spirit book by book."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from dingshi.datasets.vocabulary import BRANCHES
from dingshi.spirits.chart_spirits import ChartSpirits, to_dict
from rich.cells import cell_len

WIDTH: Final = 78
BOOK_WIDTH: Final = 12


def flow(head: str, words: Iterable[str], indent: int) -> list[str]:
    """Return `head` and the words after it as lines of WIDTH cells, the later ones indented."""
    lines, line = [], head
    for word in words:
        if cell_len(line) + 1 + cell_len(word) > WIDTH and line.strip():
            lines.append(line)
            line = " " * (indent - 1)
        line += f" {word}"
    return [*lines, line.rstrip()]


def draw_books(spirits: Mapping[str, Sequence[str]], indent: int = 2) -> list[str]:
    """Return one paragraph for each book: its id, then its spirits."""
    lines = []
    for book, names in spirits.items():
        head = " " * indent + book.ljust(BOOK_WIDTH)
        lines += flow(head, names, indent + BOOK_WIDTH + 1)
    return lines


def _heading(entry: Mapping[str, Any]) -> str:
    if "needs" in entry:
        return f"{entry['position']}: undecided without {entry['needs']}"
    if "pillar" in entry:
        return f"{entry['position']} {entry['pillar']}"
    return f"{entry['position']} {entry['branch']} ({entry['general']}, on {entry['seat']})"


def draw_spirits(found: ChartSpirits, books: tuple[str, ...], *, seats: bool = False) -> str:
    """Return the spirits of a chart as text; `seats` adds what stands over each earth seat."""
    told = to_dict(found, books)
    month = f"{told['month']}月" if told["month"] else "月?"
    year = f"{told['year_stem'] or ''}{told['year_branch']}年" if told["year_branch"] else "年?"
    lines = [f"神煞  {year} {month}"]
    over_seats = {f"{branch}上" for branch in BRANCHES}
    for entry in told["positions"]:
        if entry["position"] in over_seats and not seats:
            continue
        lines += ["", _heading(entry), *draw_books(entry.get("spirits", {}))]
    for waiting in told["undecided"]:
        lines += ["", f"undecided without {waiting['needs']} ({waiting['why']}):"]
        lines += draw_books(waiting["spirits"])
    return "\n".join(lines)
