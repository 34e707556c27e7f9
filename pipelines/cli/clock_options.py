"""Options of every command that reads dates: zone, calendar, clock, day and night."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from dingshi.dates.clocks import Clock

Zone = Annotated[
    str | None, typer.Option("--tz", help="An IANA zone, such as Asia/Shanghai, or +08:00.")
]
Longitude = Annotated[
    float | None,
    typer.Option(help="Degrees east. Given alone, day and hour follow apparent solar time."),
]
Latitude = Annotated[float | None, typer.Option(help="Degrees north, for sunrise and sunset.")]
Time = Annotated[
    str | None, typer.Option("--time", help="civil, or apparent: the sun's time at --longitude.")
]
DayStarts = Annotated[
    str | None, typer.Option("--day-starts", help="midnight (子正) or 23:00 (子初).")
]
NightBy = Annotated[
    str | None,
    typer.Option("--night-by", help="hour (day is 卯 to 申), or sun (sunrise and sunset)."),
]
CalendarName = Annotated[
    str | None,
    typer.Option("--calendar", help="mixed (Julian before 1582-10-15), gregorian or julian."),
]
Fold = Annotated[
    str | None,
    typer.Option("--fold", help="Which of two equal clock times is meant: first or second."),
]


def clock_of(
    time: str | None,
    longitude: float | None,
    latitude: float | None,
    day_starts: str | None,
    night_by: str | None,
) -> "Clock":
    """Return the choices of the options; what is not told is as in `Clock`."""
    from dingshi.dates.clocks import Clock  # noqa: PLC0415

    return Clock(time or "", longitude, latitude, day_starts or "midnight", night_by or "hour")
