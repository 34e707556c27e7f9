"""The chart that the inputs of a claim describe, as codes."""

from functools import cached_property

from dingshi.collation.registry import Inputs
from dingshi.collation.world import World
from dingshi.datasets.vocabulary import BRANCHES, PILLARS, STEMS
from dingshi.kernels import axes

BRANCH = {word: code for code, word in enumerate(BRANCHES)}
STEM = {word: code for code, word in enumerate(STEMS)}
DAY = {word: code for code, word in enumerate(PILLARS)}
TRANSMISSIONS = {"初": 0, "中": 1, "末": 2}


def stem_of(inputs: Inputs) -> int:
    """Return the day stem, given as a stem or by the day."""
    return STEM[inputs["stem"]] if "stem" in inputs else DAY[inputs["day"]] % 10


def lodge_or_branch(world: World, word: str) -> int:
    """Return the earth branch of a word that is a branch or a stem."""
    return BRANCH[word] if word in BRANCH else world.lodge[STEM[word]]


class Chart:
    """Day and shift of a claim, and what stands where."""

    def __init__(self, world: World, inputs: Inputs) -> None:
        """Take the inputs of a claim; what they lack may not be asked for."""
        self.world = world
        self.inputs = inputs
        self.day = DAY[inputs["day"]] if "day" in inputs else -1

    @cached_property
    def stem(self) -> int:
        """Return the day stem."""
        return stem_of(self.inputs)

    @cached_property
    def shift(self) -> int:
        """Return the shift of the plate, in whichever way it is given."""
        inputs = self.inputs
        if "ju" in inputs:
            return axes.shift_of_ju(int(inputs["ju"]))
        if "month_general" in inputs:
            return axes.shift_of(BRANCH[inputs["month_general"]], BRANCH[inputs["hour"]])
        upper, lower = inputs["over"].split("/")
        return (BRANCH[upper] - self.earth(lower)) % 12

    def earth(self, word: str) -> int:
        """Return the earth branch of a branch, a stem, 干 (the day stem's lodge) or 支."""
        if word == "干":
            return self.world.lodge[self.stem]
        if word == "支":
            return self.day % 12
        return lodge_or_branch(self.world, word)

    @property
    def row(self) -> int:
        """Return the row of the lesson among the 720."""
        return self.day * 12 + self.shift

    @property
    def transmissions(self) -> list[int]:
        """Return the three transmissions."""
        return self.world.transmissions[self.row]

    @property
    def uppers(self) -> list[int]:
        """Return the four uppers."""
        return self.world.uppers[self.row]

    def above(self, earth: int) -> int:
        """Return the heaven branch over an earth branch."""
        return (earth + self.shift) % 12

    def seat(self, heaven: int) -> int:
        """Return the earth branch under a heaven branch."""
        return (heaven - self.shift) % 12

    def heaven(self, word: str) -> int:
        """Return the branch at a place: 初 中 末, 初地 (its seat), else what stands over it."""
        if word in TRANSMISSIONS:
            return self.transmissions[TRANSMISSIONS[word]]
        if word == "初地":
            return self.seat(self.transmissions[0])
        return self.above(self.earth(word))

    def nights(self) -> list[int]:
        """Return 0 (day) or 1 (night), or both where neither the claim nor an hour settles it."""
        if "night" in self.inputs:
            return [int(self.inputs["night"])]
        if "hour" in self.inputs:
            return [int(self.world.night[BRANCH[self.inputs["hour"]]])]
        return [0, 1]

    def plate(self, night: int) -> list[int]:
        """Return the general over each earth branch."""
        return self.world.plates[self.stem][self.shift][night]


def agreed(values: list[str]) -> str:
    """Return the value that day and night share, or both of them where they differ."""
    return values[0] if len({*values}) == 1 else f"晝{values[0]} 夜{values[1]}"
