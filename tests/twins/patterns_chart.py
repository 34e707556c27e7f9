"""A chart in characters, for the twins of the patterns of 六壬經緯 volume 3 (file 000, by line)."""

from dataclasses import dataclass, field

from tests.twins import casting

BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
STEMS = "甲乙丙丁戊己庚辛壬癸"
GENERALS = [
    "貴人",
    "螣蛇",
    "朱雀",
    "六合",
    "勾陳",
    "青龍",
    "天空",
    "白虎",
    "太常",
    "玄武",
    "太陰",
    "天后",
]  # line 95
# Line 63.
LODGES = dict(zip(STEMS, "寅辰巳未巳未申戌亥丑", strict=True))
# Line 51.
ELEMENTS = dict(zip(BRANCHES, "水土木木土火火土金金土水", strict=True))
ELEMENTS |= dict(zip(STEMS, "木木火火土土金金水水", strict=True))
GENERATING = ("木火", "火土", "土金", "金水", "水木")
OVERCOMING = ("木土", "土水", "水火", "火金", "金木")
# Line 271 names the triads; lines 191 to 211 their elements; line 183 the four of earth.
TRIADS = {"水": "申子辰", "木": "亥卯未", "火": "寅午戌", "金": "巳酉丑"}
EARTHS = "辰戌丑未"
UNIONS = ("甲己", "乙庚", "丙辛", "丁壬", "戊癸")
READINGS = {"crossing": "seat", "pool": "matching", "tie": "hours", "zimao": "wu", "bieze": "rule"}


def generates(one: str, other: str) -> bool:
    """Whether the element of one stem or branch generates that of another."""
    return ELEMENTS[one] + ELEMENTS[other] in GENERATING


def overcomes(one: str, other: str) -> bool:
    """Whether the element of one stem or branch overcomes that of another."""
    return ELEMENTS[one] + ELEMENTS[other] in OVERCOMING


def alike(one: str, other: str) -> bool:
    """Whether two are of one element."""
    return ELEMENTS[one] == ELEMENTS[other]


def frames_among(places: str, *, earth: bool = True) -> dict[str, str]:
    """The frames that the places hold: element -> the branches of it that are among them."""
    held = {}
    for element, triad in TRIADS.items():
        if all(branch in places for branch in triad):
            held[element] = triad
    earths = "".join(branch for branch in EARTHS if branch in places)
    if earth and len(earths) >= 3:
        held["土"] = earths
    return held


@dataclass
class Chart:
    """A lesson, and what follows from it, in characters."""

    day: int
    shift: int
    stem: str = field(init=False)
    branch: str = field(init=False)
    lodge: str = field(init=False)
    uppers: str = field(init=False)
    three: str = field(init=False)
    cast: dict[str, object] = field(init=False)
    voids: str = field(init=False)

    def __post_init__(self) -> None:
        """Cast the lesson with the twin of casting."""
        self.stem, self.branch = STEMS[self.day % 10], BRANCHES[self.day % 12]
        self.lodge = LODGES[self.stem]
        self.cast = casting.cast(self.day, self.shift, READINGS)
        self.uppers = "".join(BRANCHES[b] for b in casting.four_uppers(self.day, self.shift))
        transmissions = self.cast["transmissions"]
        assert isinstance(transmissions, list)
        self.three = "".join(BRANCHES[b] for b in transmissions)
        self.voids = "".join(BRANCHES[b] for b in casting.voids(self.day))

    def seat(self, branch: str) -> str:
        """The earth branch under a heaven branch."""
        return BRANCHES[(BRANCHES.index(branch) - self.shift) % 12]

    def void(self, branch: str, *, seat: bool = False) -> bool:
        """Whether a branch is void, or (seat) stands over a void one (line 423)."""
        return branch in self.voids or (seat and self.seat(branch) in self.voids)

    def partner_lodges_in(self, branch: str) -> bool:
        """Whether the stem that unites with the day's lodges in a branch."""
        for union in UNIONS:
            if self.stem in union:
                return LODGES[union.replace(self.stem, "")] == branch
        raise ValueError(self.stem)


def step(sequence: str) -> int | None:
    """The constant step of three branches, None if it is not constant."""
    one, two, three = (BRANCHES.index(branch) for branch in sequence)
    return (two - one) % 12 if (two - one - three + two) % 12 == 0 else None
