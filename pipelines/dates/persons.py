"""The person a chart is for: 本命 from the year of birth, and 行年, the year of life."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from dingshi.datasets.vocabulary import BRANCHES
from dingshi.dates.civil import FIRST_YEAR, FULL_WIDTH, LAST_YEAR
from dingshi.errors import InputError
from dingshi.kernels import life
from dingshi.parsing import parse_branch, shown

SEXES: Final = {"m": 0, "f": 1, "男": 0, "女": 1, "man": 0, "woman": 1}


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks; codes, None where it was not told."""

    natal: int | None = None  # 0-11
    sex: int | None = None  # 0 man, 1 woman
    born: int | None = None  # year, counted from 立春 as the year pillar is

    def age(self, pillar_year: int) -> int | None:
        """Return the age in the year that began at 立春 of `pillar_year`; 1 in that of birth."""
        return None if self.born is None else pillar_year - self.born + 1

    def year_of_life(self, year: int) -> int | None:
        """Return the branch of 行年 in a year of pillar `year` (0-59), None unless it is known."""
        if self.natal is None or self.sex is None:
            return None
        place = life.by_shortcut(np.int64(year % 12), np.int64(self.natal), np.int64(self.sex))  # type: ignore[arg-type]
        return int(place)


def parse_person(
    born: str | int | None = None, sex: str | None = None, natal: str | None = None
) -> Person:
    """Return the person of a year of birth, a sex (m, f, 男, 女) and a natal branch, all optional.

    Raises InputError for a year or word that is none, and for a branch that the year does not have.
    """
    branch = None if natal is None else parse_branch(natal, "natal branch")
    if sex is not None and sex not in SEXES:
        raise InputError(f"sex {shown(sex)} is unknown; allowed: m, f, 男, 女")
    code = None if sex is None else SEXES[sex]
    if born is None:
        if code is not None and branch is None:
            raise InputError("行年 needs the year of birth: give --born, or --natal, with --sex")
        return Person(branch, code)
    text = str(born).translate(FULL_WIDTH).strip()
    if not (text.isascii() and text.isdigit() and FIRST_YEAR - 100 <= int(text) <= LAST_YEAR):
        raise InputError(
            f"born {shown(born)} is not a year such as 1984, counted from 立春 as the pillars are"
        )
    year = int(text)
    own = (year - 4) % 12
    if branch not in (None, own):
        raise InputError(f"natal branch {shown(natal)} is not that of {year}, {BRANCHES[own]}")
    return Person(own, code, year)
