"""Where spirits fall: one gather for every kind of key, and masks turned into packed bit sets.

A place is a column 0-12: the twelve branches, and DAY, the day itself, which a spirit whose value
is a pillar meets. A mask is a uint16 with one bit for each column. NumPy over small arrays.
"""

from typing import Final, NamedTuple

import numpy as np
from dingshi.kernels.axes import Ints
from dingshi.kernels.rules import Codes, Flags
from numpy.typing import NDArray

Masks = NDArray[np.uint16]
Words = NDArray[np.uint64]

# Kinds of keys, in the order of KEY_KINDS; the season is told in three ways.
(
    DAY_KEY,
    DAY_STEM,
    DAY_BRANCH,
    DECADE,
    MONTH_BRANCH,
    SEASON,
    YEAR_STEM,
    YEAR_BRANCH,
    MONTH_GENERAL,
    HOUR,
    CONSTANT,
    SEASON_WITH_EARTH,
    SEASON_WITH_EARTH_DAYS,
) = range(13)
KINDS: Final = 13
KEY_SIZE: Final = 60
DAY: Final = 12
COLUMNS: Final = 13
UNKNOWN: Final = -1
KEY_NAMES: Final = ("day", "month", "year_stem", "year_branch", "general", "hour")
EARTH_SEASON: Final = 4
_BRANCH_BITS: Final = 0xFFF
# POSITIONS of a chart that have a branch whatever is asked, then the twelve earth seats.
OVER_STEM, OVER_BRANCH, INITIAL, MIDDLE, FINAL, AT_HOUR, ON_DAY, SEATS = range(8)
POSITIONS: Final = SEATS + 12


class Spirits(NamedTuple):
    """The rows of n spirits as sets of values by key code; key codes beyond a kind's are empty."""

    kind: Codes  # (n,): the kind of its key
    over: Flags  # (n,): it falls on what stands over its value
    hidden: Flags  # (n,): its stems fall where they hide, not where they lodge
    branches: Masks  # (n, 60): branches, a bit each
    stems: Masks  # (n, 60): stems, a bit each
    pillars: Words  # (n, 60): pillars, a bit each
    generals: Masks  # (n,): generals on whose branch it falls, a bit each


def season(month: Ints) -> Ints:
    """Return the season (0 spring … 3 winter) of a month branch (0-11), UNKNOWN of UNKNOWN."""
    return np.where(month < 0, UNKNOWN, (month - 2) % 12 // 3)


def season_with_earth(month: Ints) -> Ints:
    """Return the season of a month branch, EARTH_SEASON for 丑 辰 未 戌 (六壬經緯 411)."""
    return np.where((month >= 0) & (month % 3 == 1), EARTH_SEASON, season(month))


def season_with_earth_days(month: Ints) -> Ints:
    """Return the season of a month branch, UNKNOWN where its end, by the date, belongs to earth."""
    return np.where(month % 3 == 1, UNKNOWN, season(month))


def keys_of(
    *,
    day: Ints,
    month: Ints,
    year_stem: Ints,
    year_branch: Ints,
    general: Ints,
    hour: Ints,
) -> Ints:
    """Return the code of every kind of key, int64 (..., KINDS); the arguments broadcast.

    `day` 0-59, `month`, `year_branch`, `general` and `hour` 0-11, `year_stem` 0-9; UNKNOWN for
    what is not given. The constant goes with the day.
    """

    def of_day(code: Ints) -> Ints:
        return np.where(day < 0, UNKNOWN, code)

    codes = {
        DAY_KEY: day,
        DAY_STEM: of_day(day % 10),
        DAY_BRANCH: of_day(day % 12),
        DECADE: of_day(day // 10),
        MONTH_BRANCH: month,
        SEASON: season(month),
        YEAR_STEM: year_stem,
        YEAR_BRANCH: year_branch,
        MONTH_GENERAL: general,
        HOUR: hour,
        CONSTANT: of_day(np.zeros_like(day)),
        SEASON_WITH_EARTH: season_with_earth(month),
        SEASON_WITH_EARTH_DAYS: season_with_earth_days(month),
    }
    return np.stack(np.broadcast_arrays(*(codes[kind] for kind in range(KINDS))), axis=-1)


def _images(places: Ints, count: int) -> Masks:
    """Return for each set of `count` things the mask of their places (0-11; negative: none)."""
    bits = np.where(places < 0, 0, 1 << np.maximum(places, 0))
    sets = np.arange(1 << count)[:, None] >> np.arange(count) & 1
    return np.asarray(np.bitwise_or.reduce(sets * bits, axis=-1), dtype=np.uint16)


def stem_images(lodge: Codes) -> Masks:
    """Return uint16 (7, 1024): the mask of a set of stems by decade where they hide; row 6: lodge.

    `lodge`: (10,), the branch of each stem.
    """
    hidden = [_images((decade * 10 + np.arange(10)) % 12, 10) for decade in range(6)]
    return np.stack([*hidden, _images(lodge.astype(np.int64), 10)])


def fall(table: Spirits, images: Masks, day: Ints, shift: Ints, keys: Ints) -> Masks:
    """Return the mask of every spirit, uint16 (..., n): one gather whatever the kind of key.

    `images` as from `stem_images`; `day` (...) 0-59, `shift` (...) 0-11, `keys` (..., KINDS) as
    from `keys_of`. A spirit whose key is unknown falls nowhere; generals are left to `ride`.
    """
    code = keys[..., table.kind]
    each = np.arange(table.kind.size)
    stems = table.stems[each, code]
    image = np.where(table.hidden, day[..., None] // 10, 6)
    plain = table.branches[each, code] | images[image, stems]
    turned = plain.astype(np.int64) << shift[..., None]
    mask = np.where(table.over, (turned | turned >> 12) & _BRANCH_BITS, plain)
    meets = table.pillars[each, code] >> day[..., None].astype(np.uint64) & np.uint64(1)
    placed = mask.astype(np.uint64) | meets << np.uint64(DAY)
    return np.where(code < 0, 0, placed).astype(np.uint16)


def ride(table: Spirits, plate: Codes, shift: Ints) -> Masks:
    """Return the mask, uint16 (..., n), of the branches ridden by the generals of each spirit.

    `plate`: (..., 12), the general over each earth branch; `shift`: (...), 0-11.
    """
    ridden = (np.argsort(plate, axis=-1) + shift[..., None]) % 12
    bits = (1 << ridden)[..., None, :]
    sets = table.generals[:, None] >> np.arange(12) & 1
    return np.asarray(np.bitwise_or.reduce(sets * bits, axis=-1), dtype=np.uint16)


def words_of(count: int) -> int:
    """Return how many 64-bit words hold `count` bits."""
    return (count + 63) // 64


def pack(flags: Flags) -> Words:
    """Return flags (..., n) as packed bits, uint64 (..., words): bit i of word w is 64 w + i."""
    padded = np.zeros((*flags.shape[:-1], 64 * words_of(flags.shape[-1])), dtype=np.bool_)
    padded[..., : flags.shape[-1]] = flags
    return np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


def unpack(words: Words, count: int) -> Flags:
    """Return packed bits (..., words) as flags (..., count); the inverse of `pack`."""
    octets = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=count, bitorder="little").astype(np.bool_)


def on_columns(masks: Masks) -> Words:
    """Return masks (..., n) as the bit set of the spirits on each column, (..., COLUMNS, words)."""
    flags = masks[..., None, :] >> np.arange(COLUMNS, dtype=np.uint16)[:, None] & 1
    return pack(flags.astype(np.bool_))


class Tables(NamedTuple):
    """The bit sets of spirits on every column, by the axes that they depend on; uint64."""

    by_day: Words  # (60, 12, 13, words): day, shift
    by_month: Words  # (60, 2, 12, 13, words): day, half, month general
    by_year: Words  # (60, 60, 13, words): day, year
    by_hour: Words  # (60, 12, 13, words): day, hour
    by_general: Words  # (12, words): the general that rides the branch


class Falls(NamedTuple):
    """The masks of spirits by the axes that they depend on; uint16, laid out as `Tables`."""

    by_day: Masks  # (60, 12, n)
    by_month: Masks  # (60, 2, 12, n)
    by_year: Masks  # (60, 60, n)
    by_hour: Masks  # (60, 12, n)


def falls_over(table: Spirits, images: Masks, day: Ints, shift: Ints, /, **known: Ints) -> Masks:
    """Return where every spirit falls over broadcast axes, uint16 (..., n).

    `day` 0-59 and `shift` 0-11 are those of the plate; `known` are arguments of `keys_of`, and a
    spirit whose key is not among them falls nowhere. Everything broadcasts.
    """
    unknown = np.full(1, UNKNOWN)
    keys = keys_of(**{name: known.get(name, unknown) for name in KEY_NAMES})
    shape = np.broadcast_shapes(day.shape, shift.shape, keys.shape[:-1])
    whole = np.broadcast_to(day, shape), np.broadcast_to(shift, shape)
    return fall(table, images, *whole, np.broadcast_to(keys, (*shape, KINDS)))


def falls_on_axes(table: Spirits, images: Masks) -> Falls:
    """Return where every spirit falls, over just the axes that its key needs.

    The day stands in each of them: a pillar is met by the day, and a hidden stem needs its decade.
    """
    year, twelve, still = np.arange(60), np.arange(12), np.zeros(1, dtype=np.int64)
    day = np.arange(60)[:, None]
    half, general = np.arange(2)[:, None], twelve[None, :]
    month = (1 + half - general) % 12
    return Falls(
        falls_over(table, images, day, twelve, day=day),
        falls_over(table, images, day[:, None], still, month=month, general=general),
        falls_over(table, images, day, still, year_stem=year % 10, year_branch=year % 12),
        falls_over(table, images, day, still, hour=twelve),
    )


def tables_on_axes(table: Spirits, falls: Falls) -> Tables:
    """Return the bit sets of `falls`, and those of the spirits that fall where a general rides."""
    riders = table.generals[None, :] >> np.arange(12)[:, None] & 1
    return Tables(
        on_columns(falls.by_day),
        on_columns(falls.by_month),
        on_columns(falls.by_year),
        on_columns(falls.by_hour),
        pack(riders.astype(np.bool_)),
    )


class Places(NamedTuple):
    """n charts as places on the axes, int64; `half` and `year` UNKNOWN for what is not given."""

    day: Ints  # (n,)
    shift: Ints  # (n,)
    hour: Ints  # (n,)
    half: Ints  # (n,)
    year: Ints  # (n,)


def sets_of_charts(tables: Tables, places: Places, plate: Codes) -> Words:
    """Return the bit sets of spirits on every column, uint64 (n, COLUMNS, words).

    `plate`: (n, 12), the general over each earth branch. Without half or year the spirits that
    need them fall nowhere.
    """
    day, shift, hour, half, year = places
    general = (hour + shift) % 12
    sets = tables.by_day[day, shift] | tables.by_hour[day, hour]
    zero = np.uint64(0)
    sets |= np.where((half >= 0)[:, None, None], tables.by_month[day, half, general], zero)
    sets |= np.where((year >= 0)[:, None, None], tables.by_year[day, year], zero)
    sets[:, :DAY] |= tables.by_general[riders(plate, shift)]
    return sets


def falls_of_charts(falls: Falls, table: Spirits, places: Places, plate: Codes) -> Masks:
    """Return the mask of every spirit in every chart, uint16 (n, spirits); as `sets_of_charts`."""
    day, shift, hour, half, year = places
    general = (hour + shift) % 12
    nowhere = np.uint16(0)
    masks = falls.by_day[day, shift] | falls.by_hour[day, hour]
    masks |= np.where((half >= 0)[:, None], falls.by_month[day, half, general], nowhere)
    masks |= np.where((year >= 0)[:, None], falls.by_year[day, year], nowhere)
    return masks | ride(table, plate, shift)


def riders(plate: Codes, shift: Ints) -> Ints:
    """Return the general that rides each heaven branch (所乘), int64 (n, 12)."""
    return np.take_along_axis(plate, seats(shift), axis=-1).astype(np.int64)


def seats(shift: Ints) -> Ints:
    """Return the earth seat on which each heaven branch lands (所臨), int64 (n, 12)."""
    return (np.arange(12) - shift[:, None]) % 12


def columns_of_charts(places: Places, lodge: Codes, three: Codes) -> Ints:
    """Return the column of every position, int64 (n, POSITIONS); `three`: (n, 3) transmissions."""
    day, shift, hour = places.day, places.shift, places.hour
    columns = np.empty((day.size, POSITIONS), dtype=np.int64)
    columns[:, OVER_STEM] = (lodge[day % 10] + shift) % 12
    columns[:, OVER_BRANCH] = (day + shift) % 12
    columns[:, INITIAL : FINAL + 1] = three
    columns[:, AT_HOUR] = hour
    columns[:, ON_DAY] = DAY
    columns[:, SEATS:] = (np.arange(12) + shift[:, None]) % 12
    return columns


def at_columns(sets: Words, columns: Ints) -> Words:
    """Return the bit sets at columns (n, k) of `sets` (n, COLUMNS, words); empty where UNKNOWN."""
    found = np.take_along_axis(sets, np.maximum(columns, 0)[..., None], axis=1)
    found[columns < 0] = 0
    return found
