"""Casting: the four lessons and three transmissions of a day and a plate, by all nine methods.

Source: 六壬經緯 volume 1 (四課 63, 三傳 67-87); the depth of 涉害 follows 課體象意 31. Codes of
`method`, `detail` and `decided_by` are places in the vocabularies METHODS, DETAILS and DECISIONS.
"""

from typing import Final, NamedTuple

import numpy as np
from dingshi.kernels.compiled import kernel
from dingshi.kernels.rules import Codes, Flags, Readings, Rules
from numpy.typing import NDArray

NONE: Final = -1
SINGLE, CHOSEN, CROSSING, REMOTE, PLEIADES, SEPARATE, SHARED, STILL, OPPOSED = range(9)
BELOW, ABOVE, REMOTE_BELOW, REMOTE_ABOVE, TIGER, SNAKE, FIRM, SOFT, SELF_YANG, SELF_YIN, WELL = (
    range(11)
)
(
    BY_ONE,
    BY_POLARITY,
    BY_DEPTH,
    BY_FIRST_SEAT,
    BY_SECOND_SEAT,
    BY_STEM_LESSON,
    BY_BRANCH_LESSON,
    BY_OVER_YOU,
    BY_UNDER_YOU,
    BY_STEM_COMBINATION,
    BY_TRIAD,
    BY_THIRD_ONWARD,
    BY_THIRD_BACKWARD,
    BY_OVER_STEM,
    BY_OVER_BRANCH,
    BY_HORSE,
) = range(16)
YOU: Final = 9

# The tables travel as the rows of one array and the results as the columns of another: each array
# that a compiled function takes out of a tuple costs two atomic operations, which tripled the time.
(
    STEM_POLARITY,
    STEM_ELEMENT,
    BRANCH_POLARITY,
    BRANCH_ELEMENT,
    LODGE,
    SEAT_CLASS,
    STEM_COMBINATION,
    TRIAD_NEXT,
    PUNISHMENT,
    CLASH,
    HORSE,
    OVERCOMES,  # five rows, one for each overcoming element
) = range(12)
TABLE_ROWS: Final = 16
UPPERS, CANDIDATES, DEPTHS, TRANSMISSIONS = 0, 4, 8, 12
METHOD, DETAIL, DECIDED_BY, BELOW_COUNT, ABOVE_COUNT, DISTINCT = range(15, 21)
LESSON_COLUMNS: Final = 21


class Lessons(NamedTuple):
    """What casting gives for n pairs of day and shift; int8 arrays, -1 where there is nothing."""

    uppers: Codes  # (n, 4): the upper branch of each lesson
    candidates: Codes  # (n, 4): the distinct branches that compete, in lesson order
    depths: Codes  # (n, 4): the depth of each candidate, where depth was measured
    transmissions: Codes  # (n, 3)
    method: Codes  # (n,)
    detail: Codes  # (n,)
    decided_by: Codes  # (n,)
    below_over_above: Codes  # (n,): lessons whose lower overcomes the upper (0-4)
    above_over_below: Codes  # (n,): lessons whose upper overcomes the lower (0-4)
    distinct: Codes  # (n,): how many of the four lessons differ (1-4)


def _tables(rules: Rules) -> Codes:
    """Return the tables of `rules` as the rows of one int8 array (TABLE_ROWS, 12)."""
    tables = np.zeros((TABLE_ROWS, 12), dtype=np.int8)
    rows = (
        rules.stem_polarity,
        rules.stem_element,
        rules.branch_polarity,
        rules.branch_element,
        rules.lodge,
        rules.seat_class,
        rules.stem_combination,
        rules.triad_next,
        rules.punishment,
        rules.clash,
        rules.horse,
        *rules.overcomes,
    )
    for table, row in zip(tables, rows, strict=True):
        table[: row.size] = row
    return tables


@kernel
def _crossing_depth(
    tables: Codes, readings: Readings, upper: int, shift: int, from_below: bool
) -> int:
    """Count the controls that `upper` meets on the way from its seat to its home.

    From below it counts what overcomes `upper`; otherwise what `upper` overcomes.
    """
    element = tables[BRANCH_ELEMENT, upper]
    place = (upper - shift) % 12
    if not readings.count_start:
        place = (place + 1) % 12
    depth = 0
    while place != upper:
        other = tables[BRANCH_ELEMENT, place]
        met = (
            tables[OVERCOMES + other, element] if from_below else tables[OVERCOMES + element, other]
        )
        depth += 1 if met else 0
        if readings.count_lodged:
            for stem in range(10):
                if tables[LODGE, stem] == place:
                    other = tables[STEM_ELEMENT, stem]
                    met = (
                        tables[OVERCOMES + other, element]
                        if from_below
                        else tables[OVERCOMES + element, other]
                    )
                    depth += 1 if met else 0
        place = (place + 1) % 12
    return depth


@kernel
def _seated(
    tables: Codes, shift: int, candidates: Codes, count: int, alive: int, seat_class: int
) -> int:
    """Return the bits of those candidates among `alive` that sit on `seat_class`."""
    seated = 0
    for i in range(count):
        if tables[SEAT_CLASS, (candidates[i] - shift) % 12] == seat_class:
            seated |= alive & (1 << i)
    return seated


@kernel
def _deepest(
    tables: Codes,
    readings: Readings,
    shift: int,
    from_below: bool,
    candidates: Codes,
    count: int,
    alive: int,
    depths: Codes,
) -> int:
    """Measure the candidates among `alive` into `depths`; return the bits of the deepest."""
    deepest, most = 0, -1
    for i in range(count):
        if alive >> i & 1:
            depth = _crossing_depth(tables, readings, candidates[i], shift, from_below)
            depths[i] = depth
            if depth > most:
                deepest, most = 0, depth
            if depth == most:
                deepest |= 1 << i
    return deepest


@kernel
def _only(alive: int) -> int:
    """Return the place of the one bit of `alive`, or NONE when it has none or several."""
    if alive == 0 or alive & (alive - 1):
        return NONE
    place = 0
    while alive >> place != 1:
        place += 1
    return place


@kernel
def _choose(
    tables: Codes,
    readings: Readings,
    stem: int,
    shift: int,
    from_below: bool,
    candidates: Codes,
    count: int,
    standing: Codes,
    depths: Codes,
) -> tuple[int, int]:
    """Return the place of the chosen candidate and the step that decided (jingwei 71, keti 31-43).

    `standing` holds, for each candidate, the bits of the lessons in which it competes.
    """
    if count == 1:
        return 0, BY_ONE
    everyone = (1 << count) - 1
    alive = 0
    for i in range(count):
        if tables[BRANCH_POLARITY, candidates[i]] == tables[STEM_POLARITY, stem]:
            alive |= 1 << i
    if _only(alive) != NONE:
        return _only(alive), BY_POLARITY
    if alive == 0 or readings.pool_all:
        alive = everyone
    if readings.use_depth:
        alive = _deepest(tables, readings, shift, from_below, candidates, count, alive, depths)
        if _only(alive) != NONE:
            return _only(alive), BY_DEPTH
    for seat_class in range(2):
        seated = _seated(tables, shift, candidates, count, alive, seat_class)
        if _only(seated) != NONE:
            return _only(seated), BY_FIRST_SEAT if seat_class == 0 else BY_SECOND_SEAT
        if seated:
            alive = seated
            break
    # A yang day looks first among the stem's two lessons, a yin day among the branch's two. That
    # the other pair follows is an inference; no lesson under any reading comes to it.
    first_pair = int(tables[STEM_POLARITY, stem])
    for step in range(2):
        pair = abs(first_pair - step)
        best, best_order = NONE, 12
        for i in range(count):
            lessons = (standing[i] >> (2 * pair)) & 3
            if alive >> i & 1 and lessons:
                order = int(candidates[i])
                if readings.tie_by_lesson:
                    order = 0 if lessons & 1 else 1
                if order < best_order:
                    best, best_order = i, order
        if best != NONE:
            return best, BY_STEM_LESSON if pair == 0 else BY_BRANCH_LESSON
    raise ValueError("no candidate to choose from")


@kernel
def _collect(
    tables: Codes,
    stem: int,
    shift: int,
    uppers: Codes,
    relation: int,
    candidates: Codes,
    standing: Codes,
) -> tuple[int, int]:
    """Fill the candidates of one relation; return how many lessons have it, how many branches.

    `relation`: BELOW or ABOVE within a lesson; REMOTE_BELOW (a branch of lessons 2-4 overcomes the
    day stem) or REMOTE_ABOVE (the day stem overcomes it).
    """
    hits = 0
    count = 0
    remote = relation in (REMOTE_BELOW, REMOTE_ABOVE)
    for k in range(1 if remote else 0, 4):
        upper = uppers[k]
        lower_element = (
            tables[STEM_ELEMENT, stem]
            if remote or k == 0
            else tables[BRANCH_ELEMENT, (upper - shift) % 12]
        )
        upper_element = tables[BRANCH_ELEMENT, upper]
        if relation in (BELOW, REMOTE_ABOVE):
            hit = tables[OVERCOMES + lower_element, upper_element]
        else:
            hit = tables[OVERCOMES + upper_element, lower_element]
        if hit:
            hits += 1
            place = 0
            while place < count and candidates[place] != upper:
                place += 1
            if place == count:
                candidates[count] = upper
                standing[count] = 0
                count += 1
            standing[place] |= 1 << k
    return hits, count


@kernel
def _follow_still(
    tables: Codes, readings: Readings, lodge: int, branch: int, from_stem: bool, three: Codes
) -> None:
    """Fill the transmissions of 伏吟 by punishment (六壬經緯 83, 課體象意 85-91)."""
    three[0] = lodge if from_stem else branch
    three[1] = tables[PUNISHMENT, three[0]]
    if three[1] == three[0]:
        three[1] = branch if from_stem else lodge
    three[2] = tables[PUNISHMENT, three[1]]
    returns = three[2] == three[0] and not readings.zimao_returns
    if three[2] == three[1] or returns:
        three[2] = tables[CLASH, three[1]]


@kernel
def _count_distinct(uppers: Codes) -> int:
    """Return how many lessons differ: on one plate they are the same when their uppers are."""
    distinct = 0
    for k in range(4):
        new = True
        for j in range(k):
            new = new and uppers[j] != uppers[k]
        distinct += 1 if new else 0
    return distinct


@kernel
def _cast_one(
    tables: Codes,
    listed: Flags,
    readings: Readings,
    day: int,
    shift: int,
    row: Codes,
    standing: Codes,
) -> None:
    """Cast one lesson into `row`, LESSON_COLUMNS long; `standing` is scratch space of four."""
    stem, branch = day % 10, day % 12
    lodge = int(tables[LODGE, stem])
    yin = tables[STEM_POLARITY, stem] == 1
    uppers = row[UPPERS:CANDIDATES]
    candidates = row[CANDIDATES:DEPTHS]
    depths = row[DEPTHS:TRANSMISSIONS]
    three = row[TRANSMISSIONS:METHOD]
    over_stem, over_branch = (lodge + shift) % 12, (branch + shift) % 12
    uppers[0], uppers[1] = over_stem, (over_stem + shift) % 12
    uppers[2], uppers[3] = over_branch, (over_branch + shift) % 12
    candidates[:] = NONE
    depths[:] = NONE
    distinct = _count_distinct(uppers)
    above, count_above = _collect(tables, stem, shift, uppers, ABOVE, candidates, standing)
    candidates[:] = NONE
    below, count = _collect(tables, stem, shift, uppers, BELOW, candidates, standing)
    relation = BELOW
    if count == 0 and count_above:
        relation = ABOVE
        _, count = _collect(tables, stem, shift, uppers, ABOVE, candidates, standing)
    row[BELOW_COUNT] = below
    row[ABOVE_COUNT] = above
    row[DISTINCT] = distinct
    if shift == 0:
        method = STILL
        from_stem = count > 0 or not yin
        if count:
            detail, decided = relation, BY_ONE
        else:
            detail = SELF_YIN if yin else SELF_YANG
            decided = BY_OVER_BRANCH if yin else BY_OVER_STEM
        _follow_still(tables, readings, lodge, branch, from_stem, three)
        row[METHOD], row[DETAIL], row[DECIDED_BY] = method, detail, decided
        return
    shared = lodge == branch
    if count == 0 and not shared and shift != 6:
        for remote in (REMOTE_BELOW, REMOTE_ABOVE):
            _, count = _collect(tables, stem, shift, uppers, remote, candidates, standing)
            relation = remote
            if count:
                break
    if count:
        chosen, decided = _choose(
            tables,
            readings,
            stem,
            shift,
            relation == BELOW,
            candidates,
            count,
            standing,
            depths,
        )
        if relation >= REMOTE_BELOW:
            method = REMOTE
        elif decided == BY_ONE:
            method = SINGLE
        elif decided == BY_POLARITY:
            method = CHOSEN
        else:
            method = CROSSING
        detail = relation
        three[0] = candidates[chosen]
        three[1] = (three[0] + shift) % 12
        three[2] = (three[1] + shift) % 12
        if shift == 6:
            method = OPPOSED
    elif shift == 6:
        method, detail, decided = OPPOSED, WELL, BY_HORSE
        three[0], three[1], three[2] = tables[HORSE, branch], over_branch, over_stem
    elif shared:
        method = SHARED
        if yin:
            detail, decided = SOFT, BY_THIRD_BACKWARD
            three[0] = (uppers[3] - 2) % 12
        else:
            detail, decided = FIRM, BY_THIRD_ONWARD
            three[0] = (uppers[0] + 2) % 12
        three[1], three[2] = over_stem, over_stem
    elif distinct == 3 and (listed[day] or not readings.bieze_listed):
        method = SEPARATE
        if yin:
            detail, decided = SOFT, BY_TRIAD
            three[0] = tables[TRIAD_NEXT, branch]
        else:
            detail, decided = FIRM, BY_STEM_COMBINATION
            three[0] = (tables[LODGE, tables[STEM_COMBINATION, stem]] + shift) % 12
        three[1], three[2] = over_stem, over_stem
    else:
        method = PLEIADES
        if yin:
            detail, decided = SNAKE, BY_UNDER_YOU
            three[0], three[1], three[2] = (YOU - shift) % 12, over_stem, over_branch
        else:
            detail, decided = TIGER, BY_OVER_YOU
            three[0], three[1], three[2] = (YOU + shift) % 12, over_branch, over_stem
    row[METHOD], row[DETAIL], row[DECIDED_BY] = method, detail, decided


@kernel
def _fill_range(
    tables: Codes,
    listed: Flags,
    readings: Readings,
    days: NDArray[np.int64],
    shifts: NDArray[np.int64],
    out: Codes,
) -> None:
    standing = np.zeros(4, np.int8)
    for i in range(days.size):
        _cast_one(tables, listed, readings, days[i], shifts[i], out[i], standing)


def cast_lessons(
    rules: Rules, readings: Readings, days: NDArray[np.int64], shifts: NDArray[np.int64]
) -> Lessons:
    """Cast the lessons of n pairs.

    `days`: int64 (n,), 0-59; `shifts`: int64 (n,), 0-11. Returns int8 arrays, see `Lessons`.
    Raises ValueError for arrays of other shapes or values out of range.
    """
    days = np.ascontiguousarray(days, dtype=np.int64)
    shifts = np.ascontiguousarray(shifts, dtype=np.int64)
    if days.ndim != 1 or days.shape != shifts.shape:
        raise ValueError(
            f"days {days.shape} and shifts {shifts.shape} must be equally long vectors"
        )
    for name, values, size in (("days", days, 60), ("shifts", shifts, 12)):
        if values.size and not 0 <= int(values.min()) <= int(values.max()) < size:
            raise ValueError(f"{name} must lie in 0..{size - 1}")
    out = np.full((days.size, LESSON_COLUMNS), NONE, dtype=np.int8)
    _fill_range(_tables(rules), rules.listed, readings, days, shifts, out)
    return Lessons(
        out[:, UPPERS:CANDIDATES],
        out[:, CANDIDATES:DEPTHS],
        out[:, DEPTHS:TRANSMISSIONS],
        out[:, TRANSMISSIONS:METHOD],
        *out[:, METHOD:].T,
    )


def cast_all(rules: Rules, readings: Readings) -> Lessons:
    """Cast all 720 lessons; row day * 12 + shift."""
    ids = np.arange(720)
    return cast_lessons(rules, readings, ids // 12, ids % 12)
