"""From Terrestrial Time to the seconds of the table, and how far to trust them.

The table's ``instant`` counts seconds since 1970-01-01T00:00:00, every day having 86,400:

* 1972-01-01 to 2026-12-31: UTC as POSIX counts it (TT - 32.184 s - leap seconds already announced);
* before and after: UT1 = TT - ΔT, the mean time of Greenwich that UTC was made to follow.

Where the two meet they differ by less than 0.1 s. ΔT is Skyfield's: the splines of Morrison,
Stephenson, Hohenkerk and Zawilski (2021), daily IERS values from 1973, then a cubic that meets the
long-term parabola ΔT = -320 + 32.5 ((year - 1825) / 100)² s in 2800.
"""

from typing import Final

import astronomy
import numpy as np
from numpy.typing import NDArray
from skyfield.api import load

F8 = NDArray[np.float64]
I8 = NDArray[np.int64]

UNIX_JD: Final = 2440587.5
UTC_FIRST_JD: Final = 2441317.5  # 1972-01-01
UTC_LAST_JD: Final = 2461406.5  # 2027-01-01

# Standard errors of ΔT, seconds, as given with the table of Morrison and Stephenson (2004).
SIGMA_YEAR: Final = (
    900,
    1000,
    1100,
    1200,
    1300,
    1400,
    1500,
    1600,
    1700,
    1750,
    1800,
    1850,
    1900,
    1950,
)
SIGMA_S: Final = (70.0, 55.0, 40.0, 30.0, 20.0, 20.0, 20.0, 20.0, 5.0, 2.0, 1.0, 0.5, 0.3, 0.1)
HUBER_Q: Final = 0.058  # ms² per year: size of the random walk of the length of day
HUBER_M: Final = 2500.0  # years of observations behind it
OBSERVED_TO: Final = 2027.0  # last year of Skyfield's daily table


def delta_t(tt: F8) -> F8:
    """ΔT = TT - UT1 in seconds at TT Julian dates (days)."""
    return np.asarray(load.timescale(builtin=True).delta_t_function(tt), dtype=np.float64)


def leap_table() -> tuple[F8, F8]:
    """UTC Julian dates at which TAI - UTC changed since 1972, and the new values in seconds."""
    ts = load.timescale(builtin=True)
    dates = np.asarray(ts.leap_dates, dtype=np.float64)
    offsets = np.asarray(ts.leap_offsets, dtype=np.float64)
    offsets = offsets[-len(dates) :]
    return np.concatenate([[UTC_FIRST_JD], dates]), np.concatenate([[10.0], offsets])


def civil_seconds(whole: F8, frac: F8) -> F8:
    """Seconds since 1970-01-01 (not yet rounded) of TT = whole + frac Julian days."""
    tt_s = (whole - UNIX_JD) * 86400.0 + frac * 86400.0
    out = tt_s - delta_t(whole + frac)
    dates, offsets = leap_table()
    # TT at which each offset takes effect: the new offset counts from the leap second on.
    start = (dates - UNIX_JD) * 86400.0 + offsets + 32.184
    i = np.searchsorted(start, tt_s, side="right") - 1
    utc = tt_s - 32.184 - offsets[np.clip(i, 0, None)]
    use = (i >= 0) & (utc < (UTC_LAST_JD - UNIX_JD) * 86400.0)
    return np.where(use, utc, out)


def espenak_meeus(year: F8) -> F8:
    """ΔT in seconds by the polynomials of Espenak and Meeus (2006), through astronomy-engine."""
    return np.array([astronomy.DeltaT_EspenakMeeus((y - 2000.0) * 365.2425) for y in year])


def uncertainty(year: F8) -> F8:
    """One-sigma-like error of an instant in seconds, at least 1, for decimal years 999 to 2402.

    Past: the larger of the published standard error of ΔT and the distance between the two
    published reductions (2004, as polynomials of 2006; and 2021). The distance dominates before
    1600: the later paper moved the middle ages by up to three minutes, so the earlier error bars
    were too small.
    Future: the larger of Huber's random-walk estimate and the distance between the two published
    extrapolations, both made to start from the observed value.
    """
    tt = 2451545.0 + (year - 2000.0) * 365.25
    model, other = delta_t(tt), espenak_meeus(year)
    past = np.maximum(np.interp(year, SIGMA_YEAR, SIGMA_S), np.abs(model - other))
    past = np.where(year >= 1955.0, 0.5, past)
    n = np.maximum(year - OBSERVED_TO, 0.0)
    huber = 365.25 * n * np.sqrt(n * HUBER_Q / 3.0 * (1.0 + n / HUBER_M)) / 1000.0
    base = np.array([OBSERVED_TO])
    shift = espenak_meeus(base)[0] - delta_t(2451545.0 + (base - 2000.0) * 365.25)[0]
    future = np.maximum(huber, np.abs(model - (other - shift)))
    return np.ceil(np.maximum(1.0, np.where(year > OBSERVED_TO, future, past)))
