"""What follows from day and plate: positions, lessons, transmissions and their derivation."""

from typing import Any

from dingshi.collation.placing import BRANCH, DAY, Chart, lodge_or_branch
from dingshi.collation.registry import Inputs, evaluates
from dingshi.collation.world import World
from dingshi.datasets.vocabulary import BRANCHES, DETAILS, METHODS, STEMS
from dingshi.kernels.lessons import OPPOSED, PLEIADES, REMOTE, SEPARATE, SHARED, STILL, WELL

METHOD_CODES = {name: code for code, name in enumerate(METHODS)}
DETAIL_CODES = {name: code for code, name in enumerate(DETAILS)}
_SOURCES = ("干上", "干陰", "支上", "支陰")
# The step of the three transmissions -> what such a run is called.
_FORMS = {1: "進連茹", 11: "退連茹", 2: "進間", 10: "退間"}
_TRIADS = {0: "水局", 1: "金局", 2: "火局", 3: "木局"}  # branch mod 4


def text(branches: list[int]) -> str:
    """Return branches as one word."""
    return "".join(BRANCHES[branch] for branch in branches)


@evaluates("above")
def _above(world: World, inputs: Inputs) -> Any:
    return BRANCHES[Chart(world, inputs).heaven(inputs["at"])]


@evaluates("seat")
def _seat(world: World, inputs: Inputs) -> Any:
    return BRANCHES[Chart(world, inputs).seat(BRANCH[inputs["branch"]])]


@evaluates("seat_at")
def _seat_at(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    return BRANCHES[chart.seat(chart.heaven(inputs["at"]))]


@evaluates("lesson")
def _lesson(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    upper = chart.uppers[inputs["n"] - 1]
    lower = STEMS[chart.stem] if inputs["n"] == 1 else BRANCHES[chart.seat(upper)]
    return f"{BRANCHES[upper]}/{lower}"


@evaluates("initial")
def _initial(world: World, inputs: Inputs) -> Any:
    return BRANCHES[Chart(world, inputs).transmissions[0]]


@evaluates("middle")
def _middle(world: World, inputs: Inputs) -> Any:
    return BRANCHES[Chart(world, inputs).transmissions[1]]


@evaluates("final")
def _final(world: World, inputs: Inputs) -> Any:
    return BRANCHES[Chart(world, inputs).transmissions[2]]


@evaluates("transmissions")
def _transmissions(world: World, inputs: Inputs) -> Any:
    return text(Chart(world, inputs).transmissions)


@evaluates("source")
def _source(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    branch = chart.heaven(inputs["at"])
    return [name for name, upper in zip(_SOURCES, chart.uppers, strict=True) if upper == branch]


@evaluates("control_from")
def _control_from(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    words = {"賊": "下克上", "克": "上克下"}
    detail = tuple(DETAILS)[world.detail[chart.row]]
    return words.get(detail, detail)


def step_of(branches: list[int]) -> int:
    """Return the constant step of three branches (0-11), or -1."""
    first, second, third = branches
    step = (second - first) % 12
    return step if (third - second) % 12 == step else -1


@evaluates("form")
def _form(world: World, inputs: Inputs) -> Any:
    return _FORMS.get(step_of(Chart(world, inputs).transmissions), "none")


@evaluates("passage")
def _passage(world: World, inputs: Inputs) -> Any:
    ends = Chart(world, inputs).transmissions[::2]
    return "傳".join("夜" if world.night[branch] else "晝" for branch in ends)


def bureau_of(branches: list[int]) -> str:
    """Return the trine that three branches make in any order, or none."""
    if len({*branches}) == 3 and len({branch % 4 for branch in branches}) == 1:
        return _TRIADS[branches[0] % 4]
    return "none"


@evaluates("bureau")
def _bureau(world: World, inputs: Inputs) -> Any:
    return bureau_of(Chart(world, inputs).transmissions)


def derived(world: World, row: int, word: str) -> bool:
    """Return whether a lesson is derived as a book's own word for the method says."""
    method, detail = world.method[row], world.detail[row]
    below = int(world.lessons.below_over_above[row])
    above = int(world.lessons.above_over_below[row])
    details = tuple(DETAILS)
    plain = {
        "別擇": method == SEPARATE,
        "別責": method == SEPARATE,
        "斷金": method == SHARED,
        "八專": method == SHARED,
        "昴星": method == PLEIADES,
        "虎視": method == PLEIADES and details[detail] == "虎視",
        "冬蛇": method == PLEIADES and details[detail] == "冬蛇",
        "遙克": method == REMOTE,
        "蒿矢": method == REMOTE and details[detail] == "蒿矢",
        "彈射": method == REMOTE and details[detail] == "彈射",
        "伏吟": method == STILL,
        "返吟": method == OPPOSED,
        "井欄": method == OPPOSED and detail == WELL,
        "元首": method == METHOD_CODES["乾坤"] and not below and above == 1,
        "重審": method == METHOD_CODES["乾坤"] and below == 1,
        "知一": method == METHOD_CODES["知一"],
        "涉害": method == METHOD_CODES["涉害"],
    }
    decided = int(world.lessons.decided_by[row])
    plain["見機"] = plain["涉害"] and decided == 3
    plain["察微"] = plain["涉害"] and decided == 4
    plain["綴瑕"] = plain["涉害"] and decided in (5, 6)
    return plain[word]


METHOD_WORDS = (
    *("別責", "八專", "昴星", "虎視", "冬蛇", "遙克", "蒿矢", "彈射", "伏吟", "返吟", "井欄"),
    *("元首", "重審", "知一", "涉害", "見機", "察微", "綴瑕", "別擇", "斷金"),
)


@evaluates("method")
def _method(world: World, inputs: Inputs) -> Any:
    row = Chart(world, inputs).row
    return [word for word in METHOD_WORDS if derived(world, row, word)]


@evaluates("initial_all")
def _initial_all(world: World, inputs: Inputs) -> Any:
    return _all_of(world, inputs, seat=False)


@evaluates("initial_seat")
def _initial_seat(world: World, inputs: Inputs) -> Any:
    return _all_of(world, inputs, seat=True)


def _all_of(world: World, inputs: Inputs, *, seat: bool) -> str:
    day = DAY[inputs["day"]]
    found = set()
    for shift in range(12):
        row = day * 12 + shift
        if derived(world, row, inputs["method"]):
            initial = world.transmissions[row][0]
            found.add((initial - shift) % 12 if seat else initial)
    return text(sorted(found)) if found else "none"


def harms(world: World, inputs: Inputs) -> list[str]:
    """Return the controls that a branch meets on its way home: branches, then lodged stems."""
    upper, lower = inputs["over"].split("/")
    home = BRANCH[upper]
    element = world.branch_element[home]
    met = []
    place = (lodge_or_branch(world, lower) + 1) % 12
    while place != home:
        if world.overcomes[world.branch_element[place]][element]:
            met.append(BRANCHES[place])
        for stem, lodge in enumerate(world.lodge):
            if lodge == place and world.overcomes[world.stem_element[stem]][element]:
                met.append(STEMS[stem])
        place = (place + 1) % 12
    return met


@evaluates("harm_depth")
def _harm_depth(world: World, inputs: Inputs) -> Any:
    return len(harms(world, inputs))


@evaluates("harm_path")
def _harm_path(world: World, inputs: Inputs) -> Any:
    return harms(world, inputs)
