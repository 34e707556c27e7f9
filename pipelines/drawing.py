"""Charts as a person draws them: the plate as a ring of twelve palaces, lessons, transmissions."""

from collections.abc import Sequence
from typing import Final

from dingshi.chart import Chart
from dingshi.datasets.vocabulary import (
    BRANCHES,
    DECISIONS,
    DETAILS,
    GENERALS,
    METHODS,
    PILLARS,
    STEMS,
)
from dingshi.schools import night_hours
from dingshi.words import derivation
from rich.cells import cell_len

# The palaces as they are drawn: south above, 巳 at the upper left, an empty middle.
TOP: Final = (5, 6, 7, 8)
SIDES: Final = ((4, 9), (3, 10))
BOTTOM: Final = (2, 1, 0, 11)
PALACE: Final = 8
MIDDLE: Final = 2 * PALACE + 1


def pad(text: str, width: int, *, centre: bool = False) -> str:
    """Return `text` filled with spaces to `width` terminal cells; Chinese characters take two."""
    space = max(0, width - cell_len(text))
    left = space // 2 if centre else 0
    return " " * left + text + " " * (space - left)


def wrap(text: str, width: int = 78, indent: str = "") -> list[str]:
    """Return `text` broken at spaces into lines of at most `width` terminal cells."""
    first, *rest = text.split()
    lines = [text[: text.index(first)] + first]
    for word in rest:
        longer = f"{lines[-1]} {word}"
        if cell_len(longer) > width:
            lines.append(indent + word)
        else:
            lines[-1] = longer
    return lines


def rows_of(cells: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines, every column as wide as its widest cell."""
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def _palaces(chart: Chart, earths: Sequence[int]) -> list[list[str]]:
    """Return three layers of cells: general, heaven branch, earth branch in brackets."""
    layers = (
        [GENERALS[chart.plate[earth]] for earth in earths],
        [BRANCHES[chart.heaven(earth)] for earth in earths],
        [f"({BRANCHES[earth]})" for earth in earths],
    )
    return [[pad(cell, PALACE, centre=True) for cell in layer] for layer in layers]


def draw_plate(chart: Chart) -> list[str]:
    """Return the lines of the ring of twelve palaces, with the day and hour in its middle."""
    bar = "─" * PALACE
    voids = "".join(BRANCHES[b] for b in chart.voids)
    middle = [
        f"{PILLARS[chart.day]}日 {BRANCHES[chart.hour]}時",
        f"{BRANCHES[chart.month_general]}將 第{chart.ju}局",
        f"{'夜' if chart.night else '晝'}貴 {voids}空",
    ]
    inner = [pad(text, MIDDLE, centre=True) for text in ("", "", *middle, "", "")]
    lines = ["┌" + "┬".join([bar] * 4) + "┐"]
    lines += ["│" + "│".join(cells) + "│" for cells in _palaces(chart, TOP)]
    lines.append(f"├{bar}┼{bar}┴{bar}┼{bar}┤")
    upper, lower = (_palaces(chart, side) for side in SIDES)
    lines += [f"│{left}│{inner[i]}│{right}│" for i, (left, right) in enumerate(upper)]
    lines.append(f"├{bar}┤{inner[3]}├{bar}┤")
    lines += [f"│{left}│{inner[4 + i]}│{right}│" for i, (left, right) in enumerate(lower)]
    lines.append(f"├{bar}┼{bar}┬{bar}┼{bar}┤")
    lines += ["│" + "│".join(cells) + "│" for cells in _palaces(chart, BOTTOM)]
    lines.append("└" + "┴".join([bar] * 4) + "┘")
    return lines


def draw_lessons(chart: Chart, *, generals: bool = True) -> list[str]:
    """Return the four lessons as they are written: from right to left, general, upper, lower."""
    uppers = chart.lesson.uppers[::-1]
    return rows_of(
        [
            ["四課", "三課", "二課", "一課"],
            *([[GENERALS[chart.riding(upper)] for upper in uppers]] if generals else []),
            [pad(BRANCHES[upper], 4, centre=True) for upper in uppers],
            [pad(lower, 4, centre=True) for lower in chart.lowers()[::-1]],
        ]
    )


def draw_transmissions(chart: Chart, *, generals: bool = True) -> list[str]:
    """Return the three transmissions, one a line: relation, hidden stem, branch, general, void."""
    rows = []
    for name, branch in zip(("初傳", "中傳", "末傳"), chart.lesson.transmissions, strict=True):
        stem = chart.hidden_stem(branch)
        marks = ["空"] if stem is None else []
        marks += ["坐空"] if chart.is_void(chart.seat(branch)) else []
        rows.append(
            [
                name,
                chart.relation(branch),
                ("  " if stem is None else STEMS[stem]) + BRANCHES[branch],
                *([GENERALS[chart.riding(branch)]] if generals else []),
                " ".join(marks),
            ]
        )
    return rows_of(rows)


def draw_chart(chart: Chart) -> str:
    """Return a chart as text: plate, lessons, transmissions, method and derivation."""
    lines = [*draw_plate(chart), ""]
    if chart.night != bool(night_hours()[chart.hour]):
        noble = "night" if chart.night else "day"
        lines += [f"The {noble} noble is taken against the hour {BRANCHES[chart.hour]}.", ""]
    lines += [*draw_lessons(chart), "", *draw_transmissions(chart), ""]
    if chart.natal is not None:
        heaven = BRANCHES[chart.heaven(chart.natal)]
        general = GENERALS[chart.plate[chart.natal]]
        lines += [f"本命 {BRANCHES[chart.natal]}: {heaven} {general}", ""]
    method = tuple(METHODS)[chart.lesson.method]
    detail = tuple(DETAILS)[chart.lesson.detail]
    decided = tuple(DECISIONS)[chart.lesson.decided_by]
    lines.append(f"{method}  {detail}  {decided}  ({chart.school.name})")
    lines += wrap(derivation(chart))
    return "\n".join(lines)
