"""The twelve generals on the plate (六壬經緯 95-99): NumPy over small arrays."""

import numpy as np
from dingshi.kernels.rules import Codes, Flags
from numpy.typing import NDArray

EARTH = np.arange(12)


def plates(noble: Codes, forward: Flags) -> Codes:
    """Return the general over every earth branch, for every stem, shift, and day or night.

    `noble`: (10, 2), the heaven branch that 貴人 rides by stem and (day, night). `forward`: (12,),
    whether the generals follow forward when 貴人 sits on this earth branch. Returns int8
    (10, 12, 2, 12): stem, shift, night, earth branch -> general 0-11.
    """
    stand = noble.astype(np.int64)[:, None, :]
    shift = EARTH[None, :, None]
    seat = (stand - shift) % 12
    step = np.where(forward[seat], 1, -1)
    heaven = EARTH + shift[..., None]
    return ((heaven - stand[..., None]) * step[..., None] % 12).astype(np.int8)


def general_on(plate: Codes, heaven: NDArray[np.int64], shift: NDArray[np.int64]) -> Codes:
    """Return the general riding the heaven branch `heaven`.

    `plate`: (..., 12) as from `plates`; `heaven` (..., k), 0-11; `shift` (..., 1), 0-11.
    """
    return np.take_along_axis(plate, (heaven - shift) % 12, axis=-1)
