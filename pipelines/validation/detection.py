"""Which school and options fit a whole file best: counts of agreeing rows under every option."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from dingshi.datasets import casting, validation
from dingshi.kernels import validation as kernels
from dingshi.kernels.rules import Codes, Flags
from dingshi.schools import School, resolve_school
from dingshi.validation.cells import NOTHING
from dingshi.validation.fields import LESSONS, Reference, noble_of, variant_of, variants
from dingshi.validation.normalising import FIXED, HOUR, Ints
from numpy.typing import NDArray

HOURS_AND_FIXED = 26
MASKS = 16


@dataclass(frozen=True, slots=True)
class Fit:
    """One set of options and how many rows agree under it."""

    school: str
    readings: dict[str, str]
    noble: str
    day_rule: str
    rows: int


class Detection:
    """Counts of agreeing rows under every option, gathered batch by batch."""

    def __init__(
        self, reference: Reference, nights: Codes, base: School, rules: Sequence[int]
    ) -> None:
        """Begin with no rows. `nights` (r, 12) in the order of `rules`, the rule in force first."""
        self._reference = reference
        self._nights = nights if any(f.rides for f in reference.fields) else nights[:1]
        self._base = base
        self._rules = tuple(rules)
        self._rides = any(field.rides for field in reference.fields)
        first: dict[bytes, int] = {}
        self._same = np.array(
            [first.setdefault(table.tobytes(), v) for v, table in enumerate(reference.table)]
        )
        self._tried = np.unique(self._same)
        nobles = len(casting.nobles())
        self._counts = np.zeros((self._tried.size, nobles, self._nights.shape[0]), dtype=np.int64)
        self._size = len(reference.places()) * (HOURS_AND_FIXED if self._rides else 1)
        self._agreeing: dict[int, Ints] = {}

    def add_agreeing(self, place: Ints, keys: Ints, claimed: Ints, agree: Flags) -> Flags:
        """Count rows that agree by their place alone, since it tells all that they claim.

        `claimed` (n,): bits of the fields that each row claims; rows that claim the same are
        counted together. Returns which rows are left to be counted one by one, being of a kind of
        which there are too many.
        """
        cells = place
        if self._rides:
            cells = (place * 13 + keys[:, HOUR] + 1) * 2 + keys[:, FIXED]
        left = agree.copy()
        for mask in [*self._agreeing, *[None] * (MASKS - len(self._agreeing))]:
            if not left.any():
                break
            said = int(claimed[np.argmax(left)]) if mask is None else mask
            these = left & (claimed == said)
            if said not in self._agreeing:
                self._agreeing[said] = np.zeros(self._size, dtype=np.int64)
            kernels.tally(cells, these, self._agreeing[said])
            left &= ~these
        return left

    def _count(self, keys: Ints, claims: Codes, weights: NDArray[np.int64]) -> Flags:
        counts, explained = kernels.count_options(
            self._reference.places(),
            len(casting.nobles()),
            self._tried,
            self._nights,
            keys,
            claims,
            weights,
        )
        self._counts += counts
        return explained

    def add(self, keys: Ints, claims: Codes) -> Flags:
        """Count rows one by one; return whether any option explains each of them."""
        if not len(keys):
            return np.zeros(0, dtype=np.bool_)
        return self._count(keys, claims, np.ones(len(keys), dtype=np.int64))

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """Return (variants, nobles, day rules): rows that agree. To be asked for at the end."""
        for mask, agreeing in self._agreeing.items():
            cells = np.flatnonzero(agreeing)
            weights = agreeing[cells]
            place, rest = (
                np.divmod(cells, HOURS_AND_FIXED) if self._rides else (cells, np.zeros_like(cells))
            )
            hour, fixed = rest // 2 - 1, rest % 2
            night = place // LESSONS % 2
            day, shift = np.divmod(place % LESSONS, 12)
            none = np.zeros_like(day)
            keys = np.stack([day, shift, hour, night, fixed, none, none], axis=1)
            claims = self._reference.places()[place]
            unsaid = [f for f in range(claims.shape[1]) if not mask >> f & 1]
            claims[:, unsaid] = NOTHING
            self._count(keys, claims, weights)
        return self._counts[np.searchsorted(self._tried, self._same)]

    def _fit(self, variant: int, noble: int, rule: int) -> Fit:
        school = variants()[variant]
        readings = {r: v for r, v in school.readings().items() if r != "noble"}
        return Fit(
            school.name,
            readings,
            tuple(casting.nobles())[noble],
            validation.day_rules()[self._rules[rule]].name,
            int(self.counts[variant, noble, rule]),
        )

    @cached_property
    def _best(self) -> tuple[int, int, int]:
        """Return the place of the best fit: most rows; then the base, named schools, the rest."""
        base, noble = variant_of(self._base), noble_of(self._base)
        named = [variant_of(resolve_school(name)) for name in casting.schools()]
        mine = self._base.readings()

        def distance(v: int) -> int:
            return sum(mine[r] != x for r, x in variants()[v].readings().items() if r != "noble")

        def order(place: tuple[int, int, int]) -> tuple[Any, ...]:
            v, q, r = place
            return -self.counts[v, q, r], v != base, v not in named, distance(v), q != noble, r, v

        return min(np.ndindex(*self.counts.shape), key=order)

    def best(self) -> Fit:
        """Return the options under which most rows agree."""
        return self._fit(*self._best)

    def schools(self) -> tuple[Fit, ...]:
        """Return each named school with its own noble and the day rule in force."""
        return tuple(
            self._fit(variant_of(school), noble_of(school), 0)
            for school in map(resolve_school, casting.schools())
        )

    def options(self) -> dict[str, dict[str, int]]:
        """Return option -> value -> rows that agree when it alone is changed in the best fit.

        Values with the same count are those that the file cannot tell apart.
        """
        variant, noble, rule = self._best
        best = variants()[variant]
        found: dict[str, dict[str, int]] = {}
        for reading, values in casting.readings().items():
            if reading == "noble":
                continue
            found[reading] = {
                value: int(
                    self.counts[
                        variant_of(School(**{"name": "", **best.readings(), reading: value})),
                        noble,
                        rule,
                    ]
                )
                for value in values
            }
        found["noble"] = {
            name: int(self.counts[variant, q, rule]) for q, name in enumerate(casting.nobles())
        }
        if self._rides:
            found["day_rule"] = {
                validation.day_rules()[number].name: int(self.counts[variant, noble, r])
                for r, number in enumerate(self._rules)
            }
        return found
