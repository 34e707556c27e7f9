"""Where the sun stands for a clock on Earth: equation of time and altitude, to some seconds.

Low-precision series (Meeus, Astronomical Algorithms, chapters 25 and 28). Charts take from here the
hour by the sun's own time and whether it is up; terms come from the almanac.
"""

from typing import Final, NamedTuple

import numpy as np
from dingshi.kernels.almanac import DAY, Floats
from dingshi.kernels.axes import Ints
from dingshi.kernels.rules import Flags

J2000: Final = 946_728_000  # 2000-01-01T12:00
HORIZON: Final = -0.8333  # altitude of the centre at sunrise and sunset: refraction, half a disc


class Sun(NamedTuple):
    """The apparent sun at each instant."""

    equation: Floats  # seconds that apparent solar time is ahead of mean solar time
    declination: Floats  # radians


def sun(instants: Ints) -> Sun:
    """Return the apparent sun; its equation is within 2 s from 1300 on, 5 s before."""
    centuries = (np.asarray(instants, dtype=np.float64) - J2000) / (36_525.0 * DAY)
    mean = 280.46646 + centuries * (36000.76983 + centuries * 0.0003032)
    anomaly = np.radians(357.52911 + centuries * (35999.05029 - centuries * 0.0001537))
    node = np.radians(125.04 - 1934.136 * centuries)
    centre = (
        (1.914602 - centuries * (0.004817 + centuries * 0.000014)) * np.sin(anomaly)
        + (0.019993 - 0.000101 * centuries) * np.sin(2 * anomaly)
        + 0.000289 * np.sin(3 * anomaly)
    )
    nutation = -0.00478 * np.sin(node)
    longitude = np.radians(mean + centre - 0.00569 + nutation)
    tilt = np.radians(23.439291 - 0.0130042 * centuries + 0.00256 * np.cos(node))
    ascension = np.degrees(np.arctan2(np.cos(tilt) * np.sin(longitude), np.cos(longitude)))
    degrees = mean - 0.0057183 - ascension + nutation * np.cos(tilt)
    return Sun(
        ((degrees + 180.0) % 360.0 - 180.0) * 240.0,
        np.arcsin(np.sin(tilt) * np.sin(longitude)),
    )


def apparent_offset(instants: Ints, longitude: float) -> Ints:
    """Return the seconds by which apparent solar time at `longitude` (degrees east) leads UTC."""
    return np.rint(longitude * 240.0 + sun(instants).equation).astype(np.int64)


def is_night(instants: Ints, longitude: float, latitude: float) -> Flags:
    """Return whether the upper rim of the sun is below the horizon at a place (degrees)."""
    equation, declination = sun(instants)
    angle = np.radians((instants + longitude * 240.0 + equation) / 240.0 - 180.0)
    north = np.radians(latitude)
    height = np.sin(north) * np.sin(declination) + np.cos(north) * np.cos(declination) * np.cos(
        angle
    )
    return np.asarray(height < np.sin(np.radians(HORIZON)))
