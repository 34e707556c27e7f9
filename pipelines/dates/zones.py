"""Clock times of a zone -> offsets, with its history: gaps and repetitions are never guessed."""

import difflib
import re
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from dingshi.dates.civil import parse_offset, show_clock, show_offset
from dingshi.errors import InputError
from dingshi.parsing import shown

FOLDS: Final = ("first", "second")
# Names that people try and no zone has.
_USUAL: Final = {"beijing": "Asia/Shanghai", "peking": "Asia/Shanghai", "北京": "Asia/Shanghai"}
_EPOCH: Final = datetime(1970, 1, 1)
_DAY: Final = 86_400


def _suggest(name: str) -> str:
    known = sorted(zone for zone in available_timezones() if not zone.startswith("Etc/"))
    word = name.lower().replace(" ", "_")
    within = [zone for zone in known if word and word in zone.lower()][:3]
    lower = {zone.lower(): zone for zone in known}
    tails = {zone.lower().rsplit("/", 1)[-1]: zone for zone in known}
    close = difflib.get_close_matches(word, lower, 2) + difflib.get_close_matches(word, tails, 2)
    usual = [zone for place, zone in _USUAL.items() if place in word]
    found = dict.fromkeys([*usual, *within, *(lower.get(c) or tails[c] for c in close)])
    hint = (
        f"did you mean {', '.join(list(found)[:3])}?" if found else "names are like Asia/Shanghai"
    )
    return f"{hint}; an offset such as +08:00 is accepted too"


@lru_cache(maxsize=512)
def zone_of(name: str) -> tzinfo | int:
    """Return the zone of an IANA name, or the seconds of a fixed offset.

    Raises InputError for an unknown name, with the nearest ones.
    """
    text = name.strip()
    # As people write it: east is plus. (The zone Etc/GMT+8 has the other sign, and keeps it.)
    offset = parse_offset(re.sub(r"^(?:UTC|GMT)(?=[+-])", "", text))
    if offset is not None:
        return offset
    try:
        return ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        raise InputError(f"zone {shown(name)} is unknown; {_suggest(text)}") from None


def _offset(zone: tzinfo, moment: datetime, fold: int) -> int:
    found = moment.replace(tzinfo=zone, fold=fold).utcoffset()
    return round((found or timedelta()).total_seconds())


def offset_of(name: str, clock: int, *, fold: str | None = None, given: int | None = None) -> int:
    """Return the offset (seconds east) of a clock time (seconds since 1970-01-01T00:00) in a zone.

    `fold`: `first` or `second`, which of two such times is meant. `given`: the offset that was
    written with the time; it must be one that the zone had. Raises InputError where the clock
    skipped the time, or showed it twice and neither says which.
    """
    zone = zone_of(name)
    if isinstance(zone, int):
        if given not in (None, zone):
            raise InputError(
                f"the time says {show_offset(given or 0)}, the zone {show_offset(zone)}; drop one"
            )
        return zone
    moment = _EPOCH + timedelta(seconds=clock)
    early, late = _offset(zone, moment, 0), _offset(zone, moment, 1)
    if early == late and given in (None, early):
        return early
    text = show_clock(clock)
    if early < late:
        raise InputError(
            f"{text} does not exist in {name}: the clock went from {show_offset(early)} to "
            f"{show_offset(late)} and skipped it"
        )
    if given is not None:
        if given not in (early, late):
            raise InputError(
                f"{text} in {name} has the offset {show_offset(early)}, not {show_offset(given)}"
            )
        return given
    if fold is None:
        raise InputError(
            f"{text} exists twice in {name}: first at {show_offset(early)}, again at "
            f"{show_offset(late)}; write the offset after the time, or say --fold first or second"
        )
    return (early, late)[FOLDS.index(fold)]


def offset_at(name: str, instant: int) -> int:
    """Return the offset (seconds east) of a zone at an instant."""
    zone = zone_of(name)
    if isinstance(zone, int):
        return zone
    moment = (_EPOCH + timedelta(seconds=instant)).replace(tzinfo=zone)
    return round((zone.fromutc(moment).utcoffset() or timedelta()).total_seconds())


def check_fold(fold: str | None) -> str | None:
    """Return `fold`; raise InputError unless it is None, `first` or `second`."""
    if fold not in (None, *FOLDS):
        raise InputError(f"fold {shown(fold)} is unknown; allowed: {', '.join(FOLDS)}")
    return fold
