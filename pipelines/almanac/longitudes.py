"""Apparent geocentric longitudes of sun and moon, and the roots that are terms and new moons.

Everything here works in Terrestrial Time (TT) as a Julian date in days; ΔT is applied in
`timescale`, so that the error of orbit and frame and that of the clock stay apart.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from jplephem.spk import SPK
from numpy.typing import NDArray
from skyfield.api import load
from skyfield.framelib import ecliptic_frame
from skyfield.vectorlib import VectorFunction

F8 = NDArray[np.float64]
J2000: Final = 2451545.0
AU_KM: Final = 149597870.700


class Longitudes(Protocol):
    """What the root finder needs: two functions of TT = whole + frac (Julian days), in degrees.

    The date comes in two parts because one float64 Julian date resolves only 40 µs, enough to let
    rounding to the second differ between machines; two parts resolve far below a nanosecond.
    """

    def sun(self, whole: F8, frac: F8) -> F8:
        """Apparent geocentric ecliptic longitude of date of the sun, degrees in [0, 360)."""
        ...

    def elongation(self, whole: F8, frac: F8) -> F8:
        """Apparent longitude of the moon minus that of the sun, degrees in [-180, 180)."""
        ...


def wrap180(x: F8) -> F8:
    """Reduce degrees to [-180, 180)."""
    return (x + 180.0) % 360.0 - 180.0


class ChebyshevPackage:
    """JPL ephemeris in the ``.npy`` layout of the PyPI packages de406, de421, de422.

    Arrays are (sets, 3, coefficients) in km over equal spans of TDB between ``jalpha`` and
    ``jomega``. ``earthmoon`` and ``sun`` are barycentric, ``moon`` is geocentric.
    """

    def __init__(self, folder: Path) -> None:
        """Open the arrays of the package in `folder`."""
        const = {k.decode("ascii"): v for k, v in np.load(folder / "constants.npy")}
        self.first, self.last = float(const["jalpha"]), float(const["jomega"])
        self.emrat = float(const["EMRAT"])
        self.sets = {
            n: np.load(folder / f"jpl-{n}.npy", mmap_mode="r") for n in ("earthmoon", "moon", "sun")
        }

    def pv(self, name: str, whole: F8, frac: F8) -> tuple[F8, F8]:
        """Position (3, n) in au and velocity (3, n) in au/day at TDB = whole + frac."""
        coef = self.sets[name]
        span = (self.last - self.first) / coef.shape[0]
        # Exact in two steps: adding the fraction first would quantise to 20 µs, which the moon,
        # as a difference of barycentric vectors, turns into a millisecond of noise.
        index, offset = np.divmod(whole - self.first, span)
        carry, offset = np.divmod(offset + frac, span)
        i = (index + carry).astype(np.int64)
        if (i < 0).any() or (i >= coef.shape[0]).any():
            raise ValueError("date outside the ephemeris")
        k = coef.shape[2]
        x = 2.0 * offset / span - 1.0
        t = np.empty((k, len(x)))
        d = np.empty_like(t)
        t[0], t[1], d[0], d[1] = 1.0, x, 0.0, 1.0
        for j in range(2, k):
            t[j] = 2 * x * t[j - 1] - t[j - 2]
            d[j] = 2 * x * d[j - 1] - d[j - 2] + 2 * t[j - 1]
        c = coef[i]
        p = np.einsum("nak,kn->an", c, t) / AU_KM
        v = np.einsum("nak,kn->an", c, d) * (2.0 / span) / AU_KM
        return p, v

    def body(self, name: str, whole: F8, frac: F8) -> tuple[F8, F8]:
        """Barycentric position and velocity of ``earth``, ``moon`` or ``sun``."""
        if name == "sun":
            return self.pv("sun", whole, frac)
        pb, vb = self.pv("earthmoon", whole, frac)
        pm, vm = self.pv("moon", whole, frac)
        s = -1.0 / (1.0 + self.emrat) if name == "earth" else self.emrat / (1.0 + self.emrat)
        return pb + s * pm, vb + s * vm


class SpkFile:
    """The same interface over an SPK file (DE440, DE421) read by jplephem."""

    def __init__(self, path: Path) -> None:
        """Open the file."""
        self.kernel = SPK.open(str(path))

    def body(self, name: str, whole: F8, frac: F8) -> tuple[F8, F8]:
        """Barycentric position (au) and velocity (au/day) of ``earth``, ``moon`` or ``sun``."""
        k = self.kernel
        if name == "sun":
            p, v = k[0, 10].compute_and_differentiate(whole, frac)
        else:
            p, v = k[0, 3].compute_and_differentiate(whole, frac)
            q, w = k[3, 399 if name == "earth" else 301].compute_and_differentiate(whole, frac)
            p, v = p + q, v + w
        return p / AU_KM, v / AU_KM


class Body(VectorFunction):  # type: ignore[misc]
    """One body of an ephemeris in the form that Skyfield observes."""

    center = 0

    def __init__(self, source: "ChebyshevPackage | SpkFile", name: str, target: int) -> None:
        """Name the body and the ephemeris that it is read from."""
        self.source, self.name, self.target, self.ephemeris = source, name, target, None

    def _at(self, t: Any) -> tuple[F8, F8, None, None]:
        whole = np.asarray(t.whole, float) + np.zeros(np.shape(t.tdb_fraction))
        position, velocity = self.source.body(self.name, whole, np.asarray(t.tdb_fraction))
        return position, velocity, None, None


class SkyfieldLongitudes:
    """Skyfield's chain: light time, aberration, IAU 2006 precession, IAU 2000A nutation.

    Light deflection is left out: it is zero for the sun, and below 0.01" for the moon before it.
    """

    def __init__(self, source: ChebyshevPackage | SpkFile) -> None:
        """Read the bodies from one ephemeris."""
        self.scale = load.timescale(builtin=True)
        self.earth = Body(source, "earth", 399)
        self.sun_body, self.moon_body = Body(source, "sun", 10), Body(source, "moon", 301)

    def _longitude(self, at: Any, body: Any) -> F8:
        _, found, _ = at.observe(body).apparent(deflectors=()).frame_latlon(ecliptic_frame)
        return np.asarray(found.degrees)

    def sun(self, whole: F8, frac: F8) -> F8:
        """See `Longitudes`."""
        return self._longitude(self.earth.at(self.scale.tt_jd(whole, frac)), self.sun_body)

    def elongation(self, whole: F8, frac: F8) -> F8:
        """See `Longitudes`."""
        at = self.earth.at(self.scale.tt_jd(whole, frac))
        return wrap180(self._longitude(at, self.moon_body) - self._longitude(at, self.sun_body))


class Spliced:
    """One engine before a Julian date (TT), another from it on."""

    def __init__(self, before: Longitudes, after: Longitudes, seam: float) -> None:
        """Join two engines at the Julian date `seam` (TT)."""
        self.before, self.after, self.seam = before, after, seam

    def _pick(self, method: str, whole: F8, frac: F8) -> F8:
        out = np.empty_like(whole)
        old = whole < self.seam
        if old.any():
            out[old] = getattr(self.before, method)(whole[old], frac[old])
        if not old.all():
            out[~old] = getattr(self.after, method)(whole[~old], frac[~old])
        return out

    def sun(self, whole: F8, frac: F8) -> F8:
        """See `Longitudes`."""
        return self._pick("sun", whole, frac)

    def elongation(self, whole: F8, frac: F8) -> F8:
        """See `Longitudes`."""
        return self._pick("elongation", whole, frac)


def secant(
    f: Callable[[F8, F8], F8], guess: F8, rate: float, tol: float = 5e-9, most: int = 12
) -> tuple[F8, F8]:
    """Roots of ``f`` (degrees of angle, of TT) near ``guess`` (days) by a vectorised secant.

    ``rate`` is the mean slope in degrees/day, used for the first step and wherever the secant's own
    slope is implausible. Stops when the last step is below ``tol`` days (0.4 ms); as the secant
    converges superlinearly, what is left then is below a microsecond. Returns whole and fraction.
    """
    whole = np.floor(guess)
    a = guess - whole
    fa = f(whole, a)
    b = a - fa / rate
    fb = f(whole, b)
    for _ in range(most):
        far = np.abs(b - a) > 1e-7
        slope = np.where(far, (fb - fa) / np.where(far, b - a, 1.0), rate)
        slope = np.where(np.abs(slope - rate) < 0.5 * rate, slope, rate)
        step = -fb / slope
        a, fa = b, fb
        b = b + step
        if np.abs(step).max() < tol:
            return whole, b
        fb = f(whole, b)
    raise RuntimeError("secant did not converge")


def term_roots(engine: Longitudes, number: NDArray[np.int64]) -> tuple[F8, F8]:
    """TT (whole, fraction) at which the sun stands at 15° × number; 0 is March 2000."""
    t = J2000 + (number * 15.0 - 280.46646 + 360.0) / 360.0 * 365.24219
    t = t - 1.9148 / 0.9856474 * np.sin(np.radians(357.529 + 0.98560028 * (t - J2000)))
    target = number * 15.0 % 360.0
    return secant(lambda w, x: wrap180(engine.sun(w, x) - target), t, 0.98564736)


def moon_roots(engine: Longitudes, number: NDArray[np.int64]) -> tuple[F8, F8]:
    """TT (whole, fraction) of new moons, numbered by lunation; 0 is 2000-01-06."""
    k = number.astype(np.float64)
    c = k / 1236.85
    t = 2451550.09766 + 29.530588861 * k + 0.00015437 * c * c
    m = np.radians(2.5534 + 29.10535670 * k)
    mm = np.radians(201.5643 + 385.81693528 * k + 0.0107582 * c * c)
    t = t - 0.4072 * np.sin(mm) + 0.1724 * np.sin(m) + 0.0161 * np.sin(2 * mm)
    return secant(engine.elongation, t, 12.190749)
