"""Naive twin of the casting rules of 大六壬, written straight from two texts.

Sources cited below: 六壬經緯 (file 000, by line) and 課體象意 (file 001, by line).
Branches are 0..11 (子=0), stems 0..9 (甲=0), days 0..59 (甲子=0).
`shift`: the heaven branch above earth branch p is (p + shift) % 12.
"""

from collections.abc import Mapping

BRANCH_NAMES = "子丑寅卯辰巳午未申酉戌亥"
STEM_NAMES = "甲乙丙丁戊己庚辛壬癸"

WOOD = 0
FIRE = 1
EARTH = 2
METAL = 3
WATER = 4

# 六壬經緯 line 51.
STEM_ELEMENT: list[int] = [WOOD, WOOD, FIRE, FIRE, EARTH, EARTH, METAL, METAL, WATER, WATER]
BRANCH_ELEMENT: list[int] = [
    WATER,  # 子
    EARTH,  # 丑
    WOOD,  # 寅
    WOOD,  # 卯
    EARTH,  # 辰
    FIRE,  # 巳
    FIRE,  # 午
    EARTH,  # 未
    METAL,  # 申
    METAL,  # 酉
    EARTH,  # 戌
    WATER,  # 亥
]
GENERATES: dict[int, int] = {WATER: WOOD, WOOD: FIRE, FIRE: EARTH, EARTH: METAL, METAL: WATER}
OVERCOMES: dict[int, int] = {WATER: FIRE, FIRE: METAL, METAL: WOOD, WOOD: EARTH, EARTH: WATER}

# 六壬經緯 line 63: 甲寅 乙辰 丙戊巳 丁己未 庚申 辛戌 壬亥 癸丑.
LODGE: list[int] = [2, 4, 5, 7, 5, 7, 8, 10, 11, 1]

# 孟 and 仲 seats: 六壬經緯 line 71.
MENG_SEATS: list[int] = [2, 8, 5, 11]
ZHONG_SEATS: list[int] = [0, 6, 3, 9]

# The punishments, as the 伏吟 rows use them: 六壬經緯 line 83.
PUNISHES: dict[int, int] = {
    2: 5,
    5: 8,
    8: 2,
    1: 10,
    10: 7,
    7: 1,
    0: 3,
    3: 0,
    4: 4,
    6: 6,
    9: 9,
    11: 11,
}

# The horse of the day's branch, by its trine: 課體象意 line 99 (only 丑 and 未 need it).
HORSE: dict[int, int] = {
    8: 2,
    0: 2,
    4: 2,
    2: 8,
    6: 8,
    10: 8,
    5: 11,
    9: 11,
    1: 11,
    11: 5,
    3: 5,
    7: 5,
}

# The union of stems 甲己 乙庚 丙辛 丁壬 戊癸: 課體象意 line 69, 六壬經緯 line 79.
STEM_UNION: dict[int, int] = {0: 5, 1: 6, 2: 7, 3: 8, 4: 9, 5: 0, 6: 1, 7: 2, 8: 3, 9: 4}

# The next member of the branch's trine: 課體象意 line 69, 六壬經緯 line 79.
NEXT_IN_TRINE: dict[int, int] = {
    8: 0,
    0: 4,
    4: 8,
    2: 6,
    6: 10,
    10: 2,
    5: 9,
    9: 1,
    1: 5,
    11: 3,
    3: 7,
    7: 11,
}

# The six days (stem, branch) named by 六壬經緯 lines 79 and 123.
BIEZE_DAYS: list[tuple[int, int]] = [(4, 4), (4, 6), (2, 4), (7, 1), (7, 7), (7, 9)]

READING_VALUES: dict[str, list[str]] = {
    "crossing": ["seat", "depth", "depth_from_seat", "depth_branches"],
    "pool": ["matching", "all"],
    "tie": ["hours", "lessons"],
    "zimao": ["wu", "mao"],
    "bieze": ["rule", "list"],
}


def stem_of(day: int) -> int:
    """The stem of a day of the cycle."""
    return day % 10


def branch_of(day: int) -> int:
    """The branch of a day of the cycle."""
    return day % 12


def is_yang(number: int) -> bool:
    """Polarity of a stem or of a branch (六壬經緯 line 51)."""
    return number % 2 == 0


def upper_at(seat: int, shift: int) -> int:
    """The heaven branch over an earth branch."""
    return (seat + shift) % 12


def seat_under(upper: int, shift: int) -> int:
    """The earth branch under a heaven branch."""
    return (upper - shift) % 12


def four_uppers(day: int, shift: int) -> list[int]:
    """The uppers of the four lessons (六壬經緯 line 63)."""
    first = upper_at(LODGE[stem_of(day)], shift)
    second = upper_at(first, shift)
    third = upper_at(branch_of(day), shift)
    fourth = upper_at(third, shift)
    return [first, second, third, fourth]


def four_seats(day: int, shift: int) -> list[int]:
    """The earth seats of the four lessons; the first is the stem's lodge."""
    uppers = four_uppers(day, shift)
    return [LODGE[stem_of(day)], uppers[0], branch_of(day), uppers[2]]


def four_lower_elements(day: int, shift: int) -> list[int]:
    """The elements below: the first lesson's lower is the stem itself (六壬經緯 line 63)."""
    seats = four_seats(day, shift)
    return [
        STEM_ELEMENT[stem_of(day)],
        BRANCH_ELEMENT[seats[1]],
        BRANCH_ELEMENT[seats[2]],
        BRANCH_ELEMENT[seats[3]],
    ]


def lessons_below_over_above(day: int, shift: int) -> list[int]:
    """Lesson numbers 0..3 in which the lower overcomes the upper."""
    uppers = four_uppers(day, shift)
    lowers = four_lower_elements(day, shift)
    found: list[int] = []
    for lesson in range(4):
        if OVERCOMES[lowers[lesson]] == BRANCH_ELEMENT[uppers[lesson]]:
            found.append(lesson)
    return found


def lessons_above_over_below(day: int, shift: int) -> list[int]:
    """Lesson numbers 0..3 in which the upper overcomes the lower."""
    uppers = four_uppers(day, shift)
    lowers = four_lower_elements(day, shift)
    found: list[int] = []
    for lesson in range(4):
        if OVERCOMES[BRANCH_ELEMENT[uppers[lesson]]] == lowers[lesson]:
            found.append(lesson)
    return found


def lessons_over_stem(day: int, shift: int) -> list[int]:
    """Lessons 2 to 4 (numbers 1..3) whose upper overcomes the stem (六壬經緯 line 75)."""
    uppers = four_uppers(day, shift)
    stem_element = STEM_ELEMENT[stem_of(day)]
    found: list[int] = []
    for lesson in range(1, 4):
        if OVERCOMES[BRANCH_ELEMENT[uppers[lesson]]] == stem_element:
            found.append(lesson)
    return found


def lessons_under_stem(day: int, shift: int) -> list[int]:
    """Lessons 2 to 4 (numbers 1..3) whose upper the stem overcomes (六壬經緯 line 75)."""
    uppers = four_uppers(day, shift)
    stem_element = STEM_ELEMENT[stem_of(day)]
    found: list[int] = []
    for lesson in range(1, 4):
        if OVERCOMES[stem_element] == BRANCH_ELEMENT[uppers[lesson]]:
            found.append(lesson)
    return found


def distinct_uppers(uppers: list[int], lessons: list[int]) -> list[int]:
    """The different uppers of the given lessons, in lesson order."""
    found: list[int] = []
    for lesson in lessons:
        if uppers[lesson] not in found:
            found.append(uppers[lesson])
    return found


def count_distinct_lessons(day: int, shift: int) -> int:
    """How many different (upper, seat) pairs the four lessons hold."""
    uppers = four_uppers(day, shift)
    seats = four_seats(day, shift)
    pairs: list[tuple[int, int]] = []
    for lesson in range(4):
        pair = (uppers[lesson], seats[lesson])
        if pair not in pairs:
            pairs.append(pair)
    return len(pairs)


def elements_at(position: int, with_stems: bool) -> list[int]:
    """Elements met at an earth position: its branch and, if asked, its lodged stems."""
    elements = [BRANCH_ELEMENT[position]]
    if with_stems:
        for stem in range(10):
            if LODGE[stem] == position:
                elements.append(STEM_ELEMENT[stem])
    return elements


def crossing_depth(upper: int, shift: int, suffers: bool, crossing: str) -> int:
    """Controls met on the way from the seat to the home (課體象意 line 31).

    `suffers`: count what overcomes the candidate; otherwise what the candidate overcomes.
    """
    with_stems = crossing != "depth_branches"
    own_element = BRANCH_ELEMENT[upper]
    positions: list[int] = []
    seat = seat_under(upper, shift)
    if crossing == "depth_from_seat" and seat != upper:
        positions.append(seat)
    position = (seat + 1) % 12
    while position != upper and seat != upper:
        positions.append(position)
        position = (position + 1) % 12
    depth = 0
    for position in positions:
        for element in elements_at(position, with_stems):
            if suffers and OVERCOMES[element] == own_element:
                depth = depth + 1
            if not suffers and OVERCOMES[own_element] == element:
                depth = depth + 1
    return depth


def break_tie(
    tied: list[int], day: int, shift: int, lessons: list[int], tie: str
) -> tuple[int, str]:
    """The last tie (六壬經緯 lines 71 and 115; 課體象意 line 43)."""
    uppers = four_uppers(day, shift)
    stem_pair = [0, 1]
    branch_pair = [2, 3]
    if is_yang(stem_of(day)):
        order = [(stem_pair, "干先"), (branch_pair, "支先")]
    else:
        order = [(branch_pair, "支先"), (stem_pair, "干先")]
    # Inference: the texts do not say what to do when no tied candidate stands in the
    # preferred pair of lessons; the other pair is then used.
    for pair, name in order:
        here: list[int] = []
        for lesson in pair:
            # A candidate stands only in the lessons in which it competes.
            upper = uppers[lesson]
            if lesson in lessons and upper in tied and upper not in here:
                here.append(upper)
        if len(here) > 0:
            if tie == "hours":
                return min(here), name
            return here[0], name
    raise AssertionError("a tied candidate always competes in some lesson")


def choose(
    day: int,
    shift: int,
    lessons: list[int],
    suffers: bool,
    readings: Mapping[str, str],
) -> tuple[int, str, list[int]]:
    """Choose among the candidates of the given lessons.

    Returns the initial, what decided it, and the depths. One candidate, then polarity
    (六壬經緯 line 71), then crossing by seat (lines 71 and 115) or by depth (課體象意
    lines 31 to 39), then the last tie.
    """
    candidates = distinct_uppers(four_uppers(day, shift), lessons)
    depths = [-1 for _ in candidates]
    if len(candidates) == 1:
        return candidates[0], "獨", depths

    matching: list[int] = []
    for upper in candidates:
        if is_yang(upper) == is_yang(stem_of(day)):
            matching.append(upper)
    if len(matching) == 1:
        return matching[0], "比", depths

    if readings["pool"] == "matching" and len(matching) > 0:
        remaining = matching
    else:
        remaining = list(candidates)

    if readings["crossing"] != "seat":
        deepest = -1
        for number, upper in enumerate(candidates):
            if upper in remaining:
                depths[number] = crossing_depth(upper, shift, suffers, readings["crossing"])
                deepest = max(deepest, depths[number])
        at_deepest: list[int] = []
        for number, upper in enumerate(candidates):
            if upper in remaining and depths[number] == deepest:
                at_deepest.append(upper)
        if len(at_deepest) == 1:
            return at_deepest[0], "深", depths
        remaining = at_deepest

    on_meng: list[int] = []
    on_zhong: list[int] = []
    for upper in remaining:
        if seat_under(upper, shift) in MENG_SEATS:
            on_meng.append(upper)
        if seat_under(upper, shift) in ZHONG_SEATS:
            on_zhong.append(upper)
    if len(on_meng) == 1:
        return on_meng[0], "孟", depths
    if len(on_meng) > 1:
        remaining = on_meng
    elif len(on_zhong) == 1:
        return on_zhong[0], "仲", depths
    elif len(on_zhong) > 1:
        remaining = on_zhong

    initial, name = break_tie(remaining, day, shift, lessons, readings["tie"])
    return initial, name, depths


def follow(initial: int, shift: int) -> list[int]:
    """Middle over the initial, final over the middle (六壬經緯 line 67)."""
    middle = upper_at(initial, shift)
    final = upper_at(middle, shift)
    return [initial, middle, final]


def follow_punishments(day: int, initial: int, from_stem: bool, zimao: str) -> list[int]:
    """The 伏吟 chain (六壬經緯 line 83; 課體象意 lines 85 to 91)."""
    if PUNISHES[initial] == initial:
        # The other side: the branch if the initial was the stem's, else the stem's lodge.
        middle = branch_of(day) if from_stem else LODGE[stem_of(day)]
    else:
        middle = PUNISHES[initial]
    final = PUNISHES[middle]
    punishes_itself = final == middle
    returns = final == initial and zimao == "wu"
    if punishes_itself or returns:
        final = (middle + 6) % 12
    return [initial, middle, final]


def check_readings(readings: Mapping[str, str]) -> None:
    """Refuse a missing or unknown reading."""
    for key, values in READING_VALUES.items():
        if readings[key] not in values:
            raise ValueError(f"unknown reading {key}={readings[key]}")


def cast(day: int, shift: int, readings: Mapping[str, str]) -> dict[str, object]:
    """The four lessons and the three transmissions of one of the 720 lessons."""
    check_readings(readings)
    stem = stem_of(day)
    branch = branch_of(day)
    yang = is_yang(stem)
    uppers = four_uppers(day, shift)
    over_stem = uppers[0]
    over_branch = uppers[2]
    below = lessons_below_over_above(day, shift)
    above = lessons_above_over_below(day, shift)
    distinct = count_distinct_lessons(day, shift)
    same_place = LODGE[stem] == branch

    candidates: list[int] = []
    depths: list[int] = []
    decided_by: str
    method: str
    detail: str
    transmissions: list[int]

    # Which lessons compete by control: from below first (六壬經緯 line 67).
    if len(below) > 0:
        control = below
        control_name = "賊"
    else:
        control = above
        control_name = "克"

    # What is left when there is no control: far control (六壬經緯 line 75).
    far_over = lessons_over_stem(day, shift)
    far_under = lessons_under_stem(day, shift)

    if shift == 0:
        # 六壬經緯 line 83; 課體象意 lines 85 to 91. Only lesson 1 can have control.
        method = "伏吟"
        if len(control) > 0:
            candidates = distinct_uppers(uppers, control)
            depths = [-1 for _ in candidates]
            initial = over_stem
            from_stem = True
            detail = control_name
            decided_by = "獨"
        elif yang:
            initial = over_stem
            from_stem = True
            detail = "自任"
            decided_by = "干上"
        else:
            initial = over_branch
            from_stem = False
            detail = "自信"
            decided_by = "支上"
        transmissions = follow_punishments(day, initial, from_stem, readings["zimao"])
    elif shift == 6 and len(control) == 0:
        # 六壬經緯 line 87; 課體象意 line 99.
        method = "返吟"
        detail = "井欄"
        decided_by = "馬"
        transmissions = [HORSE[branch], over_branch, over_stem]
    elif len(control) > 0:
        # 六壬經緯 lines 67, 71 and 113 to 115; 返吟 with control: 課體象意 line 95.
        candidates = distinct_uppers(uppers, control)
        suffers = control_name == "賊"
        initial, decided_by, depths = choose(day, shift, control, suffers, readings)
        detail = control_name
        if shift == 6:
            method = "返吟"
        elif decided_by == "獨":
            method = "乾坤"
        elif decided_by == "比":
            method = "知一"
        else:
            method = "涉害"
        transmissions = follow(initial, shift)
    elif same_place:
        # 六壬經緯 line 79; 課體象意 line 77. Far control is not taken on these days.
        method = "斷金"
        if yang:
            initial = (uppers[0] + 2) % 12
            detail = "剛"
            decided_by = "順三"
        else:
            initial = (uppers[3] - 2) % 12
            detail = "柔"
            decided_by = "逆三"
        transmissions = [initial, over_stem, over_stem]
    elif len(far_over) > 0 or len(far_under) > 0:
        # 六壬經緯 lines 75 and 119; 課體象意 line 49.
        method = "遙取"
        if len(far_over) > 0:
            far = far_over
            detail = "蒿矢"
            suffers = False
        else:
            far = far_under
            detail = "彈射"
            suffers = True
        # Inference: the texts give polarity only; the crossing and the tie are borrowed.
        candidates = distinct_uppers(uppers, far)
        initial, decided_by, depths = choose(day, shift, far, suffers, readings)
        transmissions = follow(initial, shift)
    elif distinct < 4 and (readings["bieze"] == "rule" or (stem, branch) in BIEZE_DAYS):
        # 六壬經緯 lines 79 and 123; 課體象意 line 69.
        method = "別擇"
        if yang:
            initial = upper_at(LODGE[STEM_UNION[stem]], shift)
            detail = "剛"
            decided_by = "干合"
        else:
            initial = NEXT_IN_TRINE[branch]
            detail = "柔"
            decided_by = "支合"
        transmissions = [initial, over_stem, over_stem]
    else:
        # 六壬經緯 lines 75 and 119; 課體象意 line 59.
        method = "昴星"
        if yang:
            detail = "虎視"
            decided_by = "酉上"
            transmissions = [upper_at(9, shift), over_branch, over_stem]
        else:
            detail = "冬蛇"
            decided_by = "酉下"
            transmissions = [seat_under(9, shift), over_stem, over_branch]

    return {
        "uppers": uppers,
        "below_over_above": len(below),
        "above_over_below": len(above),
        "lessons_distinct": distinct,
        "candidates": candidates,
        "depths": depths,
        "method": method,
        "detail": detail,
        "decided_by": decided_by,
        "transmissions": transmissions,
    }


# The nobles by day stem, by day and by night: 六壬經緯 line 95.
DAY_NOBLE: list[int] = [1, 0, 11, 11, 1, 0, 1, 6, 5, 5]
NIGHT_NOBLE: list[int] = [7, 8, 9, 9, 7, 8, 7, 2, 3, 3]

# Night hours 酉戌亥子丑寅 and forward seats 亥子丑寅卯辰: 六壬經緯 line 99.
NIGHT_HOURS: list[int] = [9, 10, 11, 0, 1, 2]
FORWARD_SEATS: list[int] = [11, 0, 1, 2, 3, 4]


def noble(day_stem: int, night: bool) -> int:
    """The heaven branch on which 貴人 stands (六壬經緯 lines 95 to 99)."""
    if night:
        return NIGHT_NOBLE[day_stem]
    return DAY_NOBLE[day_stem]


def is_night(hour: int) -> bool:
    """Whether the hour branch takes the night noble (六壬經緯 line 99)."""
    return hour in NIGHT_HOURS


def generals(noble: int, shift: int) -> list[int]:
    """For each earth branch the number of the general over it (六壬經緯 lines 95 to 99)."""
    seat = seat_under(noble, shift)
    step = 1 if seat in FORWARD_SEATS else -1
    plate = [-1 for _ in range(12)]
    for general in range(12):
        plate[(seat + step * general) % 12] = general
    return plate


def hidden_stem(day: int, branch: int) -> int:
    """The stem the branch carries in the day's decade of ten days; -1 when void."""
    first_day = day - day % 10
    for other in range(first_day, first_day + 10):
        if branch_of(other) == branch:
            return stem_of(other)
    return -1


def voids(day: int) -> tuple[int, int]:
    """The two branches that the day's decade of ten days does not reach."""
    found: list[int] = []
    for step in range(10, 12):
        found.append(branch_of(day - day % 10 + step))
    return found[0], found[1]


def relation(day_stem: int, branch: int) -> str:
    """What the branch is to the day's stem, by element (六壬經緯 lines 371-379)."""
    own = STEM_ELEMENT[day_stem]
    other = BRANCH_ELEMENT[branch]
    if other == own:
        return "劫"
    if GENERATES[own] == other:
        return "盜"
    if OVERCOMES[own] == other:
        return "財"
    if OVERCOMES[other] == own:
        return "鬼"
    return "印"
