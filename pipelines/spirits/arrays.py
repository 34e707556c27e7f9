"""The catalogue of spirits as the arrays that the kernels take."""

from functools import cache
from typing import Final

import numpy as np
from dingshi.datasets.spirits.catalogue import KEYS, VALUES, Spirit, spirits
from dingshi.datasets.vocabulary import GENERALS, LANDINGS
from dingshi.errors import InputError
from dingshi.kernels import spirits as kernel
from dingshi.schools import kernel_rules

STEM_READINGS: Final = ("stated", *LANDINGS["stems"])


def check_stems(reading: str) -> None:
    """Raise InputError unless `reading` names a way for stems to fall."""
    if reading not in STEM_READINGS:
        allowed = ", ".join(STEM_READINGS)
        raise InputError(f"stems {reading!r} is not a reading; allowed: {allowed}")


SEASON_KINDS: Final = {
    "four": kernel.SEASON,
    "earth_months": kernel.SEASON_WITH_EARTH,
    "earth_days": kernel.SEASON_WITH_EARTH_DAYS,
}


def _kind(spirit: Spirit) -> int:
    if spirit.key_kind == "season":
        return SEASON_KINDS[spirit.season]
    return tuple(KEYS).index(spirit.key_kind)


def _fill(table: kernel.Spirits, spirit: Spirit) -> None:
    i = spirit.number
    if spirit.falls == "ridden":
        table.generals[i] = 1 << GENERALS.index(spirit.name)
        return
    if spirit.falls == "nowhere":
        return
    keys = KEYS[spirit.key_kind]
    for row in spirit.rows:
        if not row["value"]:
            continue
        value = VALUES[row["value_kind"]].index(row["value"])
        if row["value_kind"] == "general":
            table.generals[i] |= 1 << value
            continue
        place = i, keys.index(row["key"])
        if row["value_kind"] == "branch":
            table.branches[place] |= np.uint16(1 << value)
        elif row["value_kind"] == "stem":
            table.stems[place] |= np.uint16(1 << value)
        elif row["value_kind"] == "pillar":
            table.pillars[place] |= np.uint64(1 << value)


@cache
def spirit_table(stems: str = "stated") -> kernel.Spirits:
    """Return every spirit as arrays; `stems` is one of STEM_READINGS.

    `stated` lets a stem hide where the book says so and lodge elsewhere. Raises InputError for
    another reading.
    """
    check_stems(stems)
    catalogue = spirits()
    count = len(catalogue)
    size = (count, kernel.KEY_SIZE)
    table = kernel.Spirits(
        np.array([_kind(spirit) for spirit in catalogue], dtype=np.int8),
        np.array([spirit.falls == "over" for spirit in catalogue]),
        np.array([(s.stems if stems == "stated" else stems) == "hidden" for s in catalogue]),
        np.zeros(size, dtype=np.uint16),
        np.zeros(size, dtype=np.uint16),
        np.zeros(size, dtype=np.uint64),
        np.zeros(count, dtype=np.uint16),
    )
    for spirit in catalogue:
        _fill(table, spirit)
    return table


@cache
def stem_images() -> kernel.Masks:
    """Return the masks of sets of stems, by decade where they hide and by lodge."""
    return kernel.stem_images(kernel_rules().lodge)


@cache
def spirit_falls(stems: str = "stated") -> kernel.Falls:
    """Return the mask of every spirit over the axes that its key needs."""
    return kernel.falls_on_axes(spirit_table(stems), stem_images())


@cache
def spirit_tables(stems: str = "stated") -> kernel.Tables:
    """Return the bit sets of spirits on every column, by axes."""
    return kernel.tables_on_axes(spirit_table(stems), spirit_falls(stems))
