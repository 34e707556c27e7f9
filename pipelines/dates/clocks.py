"""How a clock is read: whose time, where the day begins, what makes it night."""

from dataclasses import dataclass
from typing import Final

from dingshi.errors import InputError
from dingshi.parsing import shown

TIMES: Final = {"civil": "the clock of the zone", "apparent": "the sun's own time at a longitude"}
DAY_STARTS: Final = {"midnight": "子正, 0:00", "23:00": "子初"}
NIGHTS: Final = {"hour": "by the hour, 卯 to 申 being day", "sun": "by sunrise and sunset"}
_DAY_WORDS: Final = {"子正": "midnight", "子初": "23:00", "00:00": "midnight", "23": "23:00"}


def _choose(what: str, value: str, allowed: dict[str, str]) -> str:
    if value not in allowed:
        listed = ", ".join(f"{word} ({meaning})" for word, meaning in allowed.items())
        raise InputError(f"{what} {shown(value)} is unknown; allowed: {listed}")
    return value


def _degrees(what: str, value: float | None, limit: int) -> None:
    if value is not None and not -limit <= value <= limit:
        raise InputError(f"{what} {value} is out of range; allowed: -{limit} to {limit} degrees")


@dataclass(frozen=True, slots=True)
class Clock:
    """The choices that turn an instant into a day, an hour, and day or night.

    `time` is `apparent` when a longitude is given and nothing else said; degrees are east and
    north. Raises InputError for unknown words and for places that a choice needs and lacks.
    """

    time: str = ""
    longitude: float | None = None
    latitude: float | None = None
    day_starts: str = "midnight"
    night_by: str = "hour"

    def __post_init__(self) -> None:
        """Check every choice, and that the place is given where one is needed."""
        _degrees("longitude", self.longitude, 180)
        _degrees("latitude", self.latitude, 90)
        default = "civil" if self.longitude is None or self.night_by == "sun" else "apparent"
        object.__setattr__(self, "time", _choose("time", self.time or default, TIMES))
        start = _DAY_WORDS.get(self.day_starts, self.day_starts)
        object.__setattr__(self, "day_starts", _choose("day start", start, DAY_STARTS))
        _choose("night by", self.night_by, NIGHTS)
        if self.time == "apparent" and self.longitude is None:
            raise InputError("apparent solar time needs a longitude, such as 116.4")
        if self.night_by == "sun" and (self.longitude is None or self.latitude is None):
            raise InputError("sunrise and sunset need a longitude and a latitude")

    @property
    def late(self) -> int:
        """Return the seconds by which the day begins before midnight."""
        return 3_600 if self.day_starts == "23:00" else 0
