"""The one decorator of every compiled kernel: cache policy and error model are decided here."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")

# Off unless asked: a cached caller does not notice that a function which it calls has changed. The
# command line asks for it, with a cache folder named after the kernels' sources (dingshi.cli).
CACHE: Final = os.environ.get("DINGSHI_KERNEL_CACHE") == "1"

if TYPE_CHECKING:

    def kernel(function: Callable[P, R]) -> Callable[P, R]:
        """Compile `function` on its first call, once for the types it is called with."""
        return function

else:

    def kernel(function):
        """Compile `function` on its first call, once for the types it is called with."""
        return numba.njit(cache=CACHE, nogil=True, error_model="numpy")(function)
