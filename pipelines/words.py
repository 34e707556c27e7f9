"""The derivation of a lesson in words: which controls there are, and how the initial was chosen."""

from collections.abc import Sequence

from dingshi.chart import Chart
from dingshi.datasets.casting import casting_tables
from dingshi.datasets.vocabulary import BRANCHES, DECISIONS, DETAILS, METHODS, POLARITIES, STEMS
from dingshi.schools import kernel_rules


def join(words: Sequence[str]) -> str:
    """Return words as English lists them: a, b and c."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def _plural(words: Sequence[str], noun: str) -> str:
    return f"{noun} {join(words)}" if len(words) == 1 else f"{noun}s {join(words)}"


def _controls(chart: Chart, from_below: bool) -> list[int]:
    """Return the places (0-3) of the lessons that have a control of the kind asked for."""
    rules = kernel_rules()
    found = []
    for k, upper in enumerate(chart.lesson.uppers):
        above = rules.branch_element[upper]
        seat = chart.seat(upper)
        below = rules.branch_element[seat] if k else rules.stem_element[chart.stem]
        if rules.overcomes[(below, above) if from_below else (above, below)]:
            found.append(k)
    return found


def _overcome(chart: Chart) -> str:
    """Say which lessons compete, and by whom they are overcome."""
    lesson = chart.lesson
    from_below = lesson.below_over_above > 0
    places = _controls(chart, from_below)
    numbers = _plural([str(k + 1) for k in places], "lesson").capitalize()
    verb = "is" if len(places) == 1 else "are"
    by = join([chart.lowers()[k] if from_below else BRANCHES[lesson.uppers[k]] for k in places])
    if from_below:
        ignored = lesson.above_over_below
        also = f" ({ignored} overcome from above, which no longer counts)" if ignored else ""
        return f"{numbers} {verb} overcome from below, by {by}{also}"
    return f"No upper is overcome from below; {numbers.lower()} {verb} overcome from above, by {by}"


def _remote(chart: Chart) -> str:
    stem, branches = STEMS[chart.stem], join([BRANCHES[b] for b in chart.lesson.candidates])
    if tuple(DETAILS)[chart.lesson.detail] == "蒿矢":
        verb = "overcomes" if len(chart.lesson.candidates) == 1 else "overcome"
        return f"No lesson has a control; from afar {branches} {verb} the day stem {stem}"
    return (
        f"No lesson has a control and none overcomes {stem}; {stem} overcomes {branches} from afar"
    )


def _decision(chart: Chart) -> str:
    """Say how one candidate was chosen from several."""
    lesson = chart.lesson
    names = [BRANCHES[b] for b in lesson.candidates]
    chosen = BRANCHES[lesson.transmissions[0]]
    decided = tuple(DECISIONS)[lesson.decided_by]
    if decided == "獨":
        return f"{chosen} is the only candidate"
    if decided == "比":
        return f"of {join(names)} only {chosen} shares the day's polarity"
    polarity = casting_tables()["stem_polarity"][chart.stem]
    same = [n for n in names if POLARITIES[BRANCHES.index(n) % 2] == POLARITIES[polarity]]
    share = f"the day's polarity ({POLARITIES[polarity]})"
    left = names
    if not same:
        text = f"of {join(names)} {'neither' if len(names) == 2 else 'none'} shares {share}"
    elif len(same) == len(names):
        text = f"{join(names)} {'both' if len(names) == 2 else 'all'} share {share}"
    else:
        text = f"of {join(names)} only {join(same)} share {share}"
        left = names if chart.school.pool == "all" else same
        text += " and all go on" if left == names else " and go on"
    depths = {n: d for n, d in zip(names, lesson.depths, strict=True) if d is not None}
    if depths:
        measured = join([f"{name} {depth}" for name, depth in depths.items()])
        text += f"; on the way home they meet controls: {measured}"
        if decided == "深":
            return f"{text}; {chosen} goes deepest"
        left = [name for name in left if depths[name] == max(depths.values())]
        text += f"; {join(left)} are equally deep"
    return f"{text}; {_seat_or_tie(chart, left, chosen, decided)}"


def _seat_or_tie(chart: Chart, left: list[str], chosen: str, decided: str) -> str:
    """Say how the seats, or after them the last tie, chose among the branches that are left."""
    others = join([name for name in left if name != chosen])
    seat = BRANCHES[chart.seat(BRANCHES.index(chosen))]
    if decided == "孟":
        return f"{chosen} sits on one of 寅申巳亥 ({seat}), {others} not"
    if decided == "仲":
        none = "none of these sits on 寅申巳亥"
        return f"{none}; {chosen} sits on one of 子午卯酉 ({seat}), {others} not"
    pair = "stem" if decided == "干先" else "branch"
    order = "by the order of the hours" if chart.school.tie == "hours" else "by their order"
    return f"their seats do not part them; of the {pair}'s two lessons {chosen} comes first {order}"


def _without_control(chart: Chart) -> str:
    """Say how the transmissions come when nothing competes."""
    lesson = chart.lesson
    initial = BRANCHES[lesson.transmissions[0]]
    decided = tuple(DECISIONS)[lesson.decided_by]
    stem, branch = STEMS[chart.stem], BRANCHES[chart.day % 12]
    partner = STEMS[kernel_rules().stem_combination[chart.stem]]
    distinct = f"No control near or far, {lesson.distinct} distinct lessons"
    texts = {
        "酉上": f"{distinct}; on a yang day the branch over 酉, {initial}",
        "酉下": f"{distinct}; on a yin day the seat under 酉, {initial}",
        "干合": f"{distinct}; {stem} combines with {partner}, over whose lodge stands {initial}",
        "支合": f"{distinct}; the next of the triad of {branch} is {initial}",
        "順三": f"{stem} and {branch} share a seat and no lesson has a control; "
        f"the third onward from the first lesson's upper is {initial}",
        "逆三": f"{stem} and {branch} share a seat and no lesson has a control; "
        f"the third backward from the fourth lesson's upper is {initial}",
        "干上": f"Every branch on its own seat; on a yang day the stem's seat, {initial}",
        "支上": f"Every branch on its own seat; on a yin day the branch, {initial}",
        "馬": f"Every branch on the opposite seat and no control; the post horse of {branch}, "
        f"{initial}",
    }
    return texts[decided]


def derivation(chart: Chart) -> str:
    """Return the derivation of a chart's transmissions, a sentence or two of English."""
    method = tuple(METHODS)[chart.lesson.method]
    detail = tuple(DETAILS)[chart.lesson.detail]
    if not chart.lesson.candidates:
        text = _without_control(chart)
    elif method == "遙取":
        text = f"{_remote(chart)}; {_decision(chart)}"
    elif method == "伏吟":
        text = f"Every branch on its own seat; {_overcome(chart).lower()}; {_decision(chart)}"
    else:
        text = f"{_overcome(chart)}; {_decision(chart)}"
    return f"{text}: {method} ({detail})."
