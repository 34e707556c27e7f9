"""Frames (局): three branches of one triad, or three of the four earth branches, among places.

A frame array has one more axis in front, the element 木火土金水. Which places may complete a frame
is a reading; each has its function here. Places are sets of branches, as bits.
"""

import numpy as np
from dingshi.kernels.axes import Ints
from dingshi.kernels.patterns.facts import EARTH, RANK, STRENGTH, Facts, bit, meet
from dingshi.kernels.rules import Flags, Rules

CARDINAL = 1  # seat class 仲: its element is that of the triad
_SIZES = np.array([word.bit_count() for word in range(1 << 12)], dtype=np.int8)


def _leading(values: Ints) -> Ints:
    return values.reshape(-1, *[1] * RANK)


def frame_members(rules: Rules) -> Ints:
    """Return the branches of the frame of each element as bits, shape (5, 1, …)."""
    members = np.zeros(5, dtype=np.int64)
    onward = rules.triad_next.astype(np.int64)
    for branch in range(12):
        if rules.branch_element[branch] == EARTH:
            members[EARTH] |= 1 << branch
        if rules.seat_class[branch] == CARDINAL:
            triad = (branch, int(onward[branch]), int(onward[onward[branch]]))
            members[rules.branch_element[branch]] = sum(1 << member for member in triad)
    return _leading(members)


def frames(facts: Facts, places: Ints, *, earth: bool = True) -> Flags:
    """Return which frames the places hold, (5, …); `earth` admits three of 辰戌丑未."""
    complete: Flags = _SIZES[frame_members(facts.rules) & places] >= STRENGTH
    if not earth:
        complete[EARTH] = False
    return complete


def _has(facts: Facts, places: Ints) -> Flags:
    """Return for each frame whether one of the places belongs to it."""
    return meet(frame_members(facts.rules), places)


def bits_over(facts: Facts) -> Ints:
    """干上 and 支上."""
    return bit(facts.over_stem) | bit(facts.over_branch)


def of_transmissions(facts: Facts, *, earth: bool = True) -> Flags:
    """三傳合局: the three transmissions make the frame."""
    return frames(facts, facts.transmission_bits, earth=earth)


def of_three(facts: Facts) -> dict[str, Flags]:
    """三傳合局 in both readings: with the earth frame, and (frames) without it."""
    return {"": of_transmissions(facts), "frames": of_transmissions(facts, earth=False)}


def of_all(facts: Facts) -> dict[str, Flags]:
    """三傳干支合局 in each reading: transmissions, stem (by its lodge) and branch make the frame.

    Default: the five places hold it, and stem or branch is one of it. pool: the five hold it.
    completes: the default, and the transmissions alone do not hold it. all: the five hold it and
    none of them lies outside it. uppers: the default, with 干上 and 支上 as places too. frames: the
    default without the earth frame.
    """
    five = facts.transmission_bits | facts.day_bits
    held = frames(facts, five)
    joined = _has(facts, facts.day_bits)
    seven = five | bits_over(facts)
    outside = meet(five, ~frame_members(facts.rules))
    return {
        "": held & joined,
        "pool": held,
        "completes": held & ~of_transmissions(facts),
        "all": held & ~outside,
        "uppers": frames(facts, seven) & joined,
        "frames": frames(facts, five, earth=False) & joined,
    }


def of_side(facts: Facts, own: Ints, upper: Ints, second: Ints, *, earth: bool) -> dict[str, Flags]:
    """支合局 or 干合局 in each reading, `own` being the day branch or the lodge.

    Default: it makes the frame with the uppers of its own two lessons. transmissions: with two of
    the transmissions. chart: with any of transmissions, uppers, lodge and branch. frames: the
    default without the earth frame.
    """
    lessons = bit(own) | bit(upper) | bit(second)
    joined = _has(facts, bit(own))
    transmissions = facts.transmission_bits
    chart = transmissions | facts.upper_bits | facts.day_bits
    return {
        "": frames(facts, lessons, earth=earth),
        "transmissions": frames(facts, bit(own) | transmissions, earth=earth) & joined,
        "chart": frames(facts, chart, earth=earth) & joined,
        "frames": frames(facts, lessons, earth=False),
    }


def of_branch(facts: Facts, *, earth: bool = True) -> dict[str, Flags]:
    """支合局 in each reading; see `of_side`."""
    return of_side(facts, facts.branch, facts.uppers[2], facts.uppers[3], earth=earth)


def of_stem(facts: Facts, *, earth: bool = True) -> dict[str, Flags]:
    """干合局 in each reading, the stem by its lodge; see `of_side`."""
    return of_side(facts, facts.lodge, facts.uppers[0], facts.uppers[1], earth=earth)


def anywhere(held: Flags) -> Flags:
    """Return whether a frame of any element is held; (5, …)."""
    return np.asarray(held.any(axis=0))


def any_element(held: Flags, wanted: Flags) -> Flags:
    """Return whether a frame of a wanted element is held; both (5, …)."""
    return anywhere(held & wanted)


def by_element(wanted: Flags, other: Ints) -> Flags:
    """Return (5, …): whether `wanted` (5, 5) holds from each element to those of `other`."""
    return np.stack([row[other] for row in wanted])


def voids_in(facts: Facts, held: Flags, places: Ints, *, seats: bool = False) -> Flags:
    """Return the frames that one of their own members in `places` makes void."""
    members = frame_members(facts.rules) & places
    return held & meet(members, facts.voids(seats=seats))
