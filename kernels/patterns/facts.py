"""What patterns ask of a chart: arrays whose shape is 1 on every axis that they do not depend on.

All arrays have seven axes, those of `dingshi.kernels.axes.AXES`, so that the shape of a predicate
proves what it depends on. The same expressions serve one chart and the whole space: a caller
chooses the coordinates along each axis.
"""

from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from dingshi.kernels import axes
from dingshi.kernels.axes import Ints
from dingshi.kernels.patterns.tables import Tables
from dingshi.kernels.rules import Codes, Flags, Rules

RANK: Final = len(axes.AXES)
DAY, SHIFT, HOUR, HALF, YEAR = range(5)
EARTH: Final = 2  # the element 土
STRENGTH: Final = 3  # branches that make a frame


class Places(NamedTuple):
    """The coordinates along the first five axes, one int64 vector each."""

    day: Ints
    shift: Ints
    hour: Ints
    half: Ints
    year: Ints


class LessonArrays(NamedTuple):
    """Casting at `Places.day` and `Places.shift`; int arrays of shape (days, shifts, …)."""

    uppers: Codes  # (days, shifts, 4)
    transmissions: Codes  # (days, shifts, 3)
    method: Codes  # (days, shifts)
    detail: Codes  # (days, shifts)
    decided_by: Codes  # (days, shifts)
    candidates: Codes  # (days, shifts, 4), -1 where there is none
    below_over_above: Codes  # (days, shifts)
    above_over_below: Codes  # (days, shifts)


def on_axis(values: Ints, axis: int) -> Ints:
    """Return a vector as an array of seven axes that varies along `axis` alone."""
    shape = [1] * RANK
    shape[axis] = values.size
    return values.reshape(shape)


def bit(branch: Ints) -> Ints:
    """Return each branch (0-11) as one bit of a word."""
    return np.asarray(1 << branch, dtype=np.int64)


def same(one: Ints, other: Ints | int) -> Flags:
    """Return where two facts are equal."""
    return np.asarray(one == other, dtype=np.bool_)


def meet(one: Ints, other: Ints | int) -> Flags:
    """Return where two sets of branches, as bits, have a branch in common."""
    return np.asarray((one & other) != 0, dtype=np.bool_)


class Facts:
    """The facts of the charts at `places`; `plate` is (days, shifts, hours, 12): seat -> general.

    Attributes are computed when first asked for and kept.
    """

    def __init__(
        self, places: Places, lessons: LessonArrays, plate: Codes, rules: Rules, tables: Tables
    ) -> None:
        """Keep the inputs; `places`, `lessons` and `plate` agree in their leading sizes."""
        self.rules = rules
        self.tables = tables
        self.lessons = lessons
        self.plate = plate.astype(np.int64)
        self.day, self.shift, self.hour, self.half, self.year = (
            on_axis(values, axis) for axis, values in enumerate(places)
        )

    def _by_lesson(self, values: Codes) -> Ints:
        """Return an array (days, shifts) of lessons with seven axes."""
        return values.astype(np.int64).reshape(*values.shape, *[1] * (RANK - 2))

    # The day.

    @cached_property
    def stem(self) -> Ints:
        """The day stem."""
        return self.day % 10

    @cached_property
    def branch(self) -> Ints:
        """The day branch (支)."""
        return self.day % 12

    @cached_property
    def lodge(self) -> Ints:
        """The branch where the day stem lodges (干, where branches meet)."""
        return self.rules.lodge.astype(np.int64)[self.stem]

    @cached_property
    def stem_element(self) -> Ints:
        """The stem's own element (干, where elements meet)."""
        return self.rules.stem_element.astype(np.int64)[self.stem]

    @cached_property
    def branch_element(self) -> Ints:
        """The element of the day branch."""
        return self.element(self.branch)

    @cached_property
    def shared(self) -> Flags:
        """Whether stem and branch share a seat (八專)."""
        return same(self.lodge, self.branch)

    @cached_property
    def listed(self) -> Flags:
        """Whether the day stands in the book's own list of 別擇."""
        return self.rules.listed[self.day]

    @cached_property
    def decade_head(self) -> Ints:
        """The branch of the first day of the decade (旬首)."""
        return self.day // 10 * 10 % 12

    # The plate and the lessons.

    @cached_property
    def uppers(self) -> tuple[Ints, ...]:
        """The uppers of the four lessons: 干上, 干陰, 支上, 支陰."""
        return tuple(self._by_lesson(self.lessons.uppers[..., k]) for k in range(4))

    @cached_property
    def over_stem(self) -> Ints:
        """The branch over the day stem (干上)."""
        return self.uppers[0]

    @cached_property
    def over_branch(self) -> Ints:
        """The branch over the day branch (支上)."""
        return self.uppers[2]

    @cached_property
    def transmissions(self) -> tuple[Ints, ...]:
        """The initial, middle and final transmission."""
        return tuple(self._by_lesson(self.lessons.transmissions[..., k]) for k in range(3))

    @cached_property
    def initial(self) -> Ints:
        """The initial transmission."""
        return self.transmissions[0]

    @cached_property
    def method(self) -> Ints:
        """The method of casting, a place in METHODS."""
        return self._by_lesson(self.lessons.method)

    @cached_property
    def detail(self) -> Ints:
        """The kind of control or derivation, a place in DETAILS."""
        return self._by_lesson(self.lessons.detail)

    @cached_property
    def decided_by(self) -> Ints:
        """The step that settled the initial, a place in DECISIONS."""
        return self._by_lesson(self.lessons.decided_by)

    @cached_property
    def below_over_above(self) -> Ints:
        """How many lessons have their upper overcome from below."""
        return self._by_lesson(self.lessons.below_over_above)

    @cached_property
    def above_over_below(self) -> Ints:
        """How many lessons have their lower overcome from above."""
        return self._by_lesson(self.lessons.above_over_below)

    @cached_property
    def competitors(self) -> Ints:
        """How many distinct branches compete."""
        count = (self.lessons.candidates >= 0).sum(axis=-1)
        return self._by_lesson(count.astype(np.int8))

    @cached_property
    def matching(self) -> Ints:
        """How many of the competing branches share the day's polarity."""
        count = np.zeros((1,) * RANK, dtype=np.int64)
        for k in range(4):
            branch = self._by_lesson(self.lessons.candidates[..., k])
            own = self.rules.branch_polarity[branch] == self.rules.stem_polarity[self.stem]
            count = count + ((branch >= 0) & own)
        return count

    def element(self, branch: Ints) -> Ints:
        """Return the elements of branches."""
        return self.rules.branch_element.astype(np.int64)[branch]

    def seat(self, branch: Ints) -> Ints:
        """Return the earth branch under a heaven branch (所臨)."""
        return (branch - self.shift) % 12

    def is_run(self, first: int, second: int, third: int) -> Flags:
        """Return whether the transmissions are just these three, in this order."""
        one, two, three = self.transmissions
        return same(one, first) & same(two, second) & same(three, third)

    def steps(self, step: int) -> Flags:
        """Return whether each transmission stands `step` places onward from the one before."""
        one, two, three = self.transmissions
        return same((two - one) % 12, step % 12) & same((three - two) % 12, step % 12)

    # Generals.

    @cached_property
    def initial_general(self) -> Ints:
        """The general riding the initial."""
        seat = self.seat(self.initial)[:, :, 0, 0, 0, 0, 0]
        hours = self.plate.shape[2]
        at = np.broadcast_to(seat[:, :, None, None], (*seat.shape, hours, 1))
        riding: Ints = np.take_along_axis(self.plate, at, axis=-1)[..., 0]
        return riding.reshape(*riding.shape, *[1] * (RANK - 3))

    def general_at(self, seat: int) -> Ints:
        """Return the general over one earth branch."""
        riding = self.plate[..., seat]
        return riding.reshape(*riding.shape, *[1] * (RANK - 3))

    def ridden_by(self, general: int) -> Ints:
        """Return the heaven branch that a general rides."""
        seat = np.asarray(np.argmax(self.plate == general, axis=-1), dtype=np.int64)
        return (seat.reshape(*seat.shape, *[1] * (RANK - 3)) + self.shift) % 12

    @cached_property
    def kind(self) -> Flags:
        """Whether one of the six kind generals rides the initial."""
        return self.tables.kind_generals[self.initial_general]

    # The month, the season and the year.

    @cached_property
    def month_general(self) -> Ints:
        """月將."""
        return axes.month_general(self.hour, self.shift)

    @cached_property
    def month_branch(self) -> Ints:
        """月建."""
        return axes.month_branch(self.month_general, self.half)

    @cached_property
    def quarter(self) -> Ints:
        """The season of the month, 0-3: a 季 month belongs to the season that it ends."""
        return self.tables.quarter.astype(np.int64)[self.month_branch]

    @cached_property
    def season(self) -> Ints:
        """The season of the month, 0-4, the whole of a 季 month being 季."""
        return self.tables.season.astype(np.int64)[self.month_branch]

    @cached_property
    def year_branch(self) -> Ints:
        """太歲."""
        return self.year % 12

    # Voids.

    @cached_property
    def void_bits(self) -> Ints:
        """The void branches of the decade, as bits."""
        first = (self.decade_head + 10) % 12
        return bit(first) | bit((first + 1) % 12)

    @cached_property
    def seat_void_bits(self) -> Ints:
        """The heaven branches that stand over void seats (臨空, 423), as bits."""
        first = (self.decade_head + 10 + self.shift) % 12
        return bit(first) | bit((first + 1) % 12)

    def voids(self, *, seats: bool) -> Ints:
        """Return the void branches as bits; with `seats` those over a void seat as well."""
        return self.void_bits | self.seat_void_bits if seats else self.void_bits

    def is_void(self, branch: Ints, *, seats: bool = False) -> Flags:
        """Return whether branches are void, or with `seats` stand over a void seat."""
        return meet(self.voids(seats=seats), bit(branch))

    def any_void(self, *, seats: bool = False) -> Flags:
        """Return whether one of the transmissions is void (三將或空一二)."""
        return meet(self.voids(seats=seats), self.transmission_bits)

    # Sets of places, as bits.

    @cached_property
    def transmission_bits(self) -> Ints:
        """The branches of the transmissions."""
        one, two, three = self.transmissions
        return bit(one) | bit(two) | bit(three)

    @cached_property
    def upper_bits(self) -> Ints:
        """The branches of the four uppers."""
        one, two, three, four = self.uppers
        return bit(one) | bit(two) | bit(three) | bit(four)

    @cached_property
    def day_bits(self) -> Ints:
        """The branches of stem and branch, the stem by its lodge."""
        return bit(self.lodge) | bit(self.branch)
