"""Many charts at once, from whatever a caller holds them in: lists, NumPy, Arrow or Polars."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from dingshi.errors import InputError
from dingshi.parsing import parse_branch, parse_day, shown
from dingshi.schools import School, resolve_school
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa


def _code(value: Any, i: int, name: str, size: int, parse: Callable[[str], int]) -> int:
    if value is None or value != value:
        raise InputError(f"{name}[{i}] is null; every chart needs its {name[:-1]}")
    if isinstance(value, str):
        try:
            return parse(value)
        except InputError as error:
            raise InputError(f"{name}[{i}]: {error}") from None
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise InputError(f"{name}[{i}] {shown(value)} is neither a word nor a whole number")
    if not 0 <= value < size:
        raise InputError(f"{name}[{i}] {shown(value)} is out of range; allowed: 0 to {size - 1}")
    return int(value)


def column_of(
    values: Iterable[Any], name: str, size: int, parse: Callable[[str], int]
) -> NDArray[np.int64]:
    """Return the codes of words or of numbers; an array of numbers is checked as a whole."""
    if isinstance(values, str):
        raise InputError(f"{name} {shown(values)} is one word; give a list or an array of them")
    array = values if isinstance(values, np.ndarray) else None
    if array is not None and array.ndim == 1 and np.issubdtype(array.dtype, np.integer):
        outside = np.flatnonzero((array < 0) | (array >= size))
        if outside.size:
            _code(array[outside[0]], int(outside[0]), name, size, parse)
        return array.astype(np.int64)
    if array is not None and array.ndim != 1:
        raise InputError(f"{name} has {array.ndim} dimensions; give a vector")
    items = values.to_pylist() if hasattr(values, "to_pylist") else list(values)
    known: dict[str, int] = {}
    codes = np.empty(len(items), dtype=np.int64)
    for i, value in enumerate(items):
        if isinstance(value, str) and value in known:
            codes[i] = known[value]
            continue
        codes[i] = _code(value, i, name, size, parse)
        if isinstance(value, str):
            known[value] = int(codes[i])
    return codes


def _nights(values: Iterable[Any]) -> NDArray[np.bool_]:
    items = values.to_pylist() if hasattr(values, "to_pylist") else list(values)
    for i, value in enumerate(items):
        if not isinstance(value, bool | np.bool_):
            raise InputError(f"night[{i}] {shown(value)} is neither true nor false")
    return np.array(items, dtype=np.bool_)


def cast_many(
    days: Iterable[Any],
    hours: Iterable[Any],
    month_generals: Iterable[Any],
    *,
    night: Iterable[bool] | None = None,
    school: str | School = "jingwei",
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
) -> "pa.Table":
    """Cast n charts; return an Arrow table of n rows (columns: the schema table `charts`).

    `days`, `hours`, `month_generals`: equally long; words, or codes 0-59, 0-11, 0-11. `night`: n
    booleans that overrule the hour. Raises InputError naming the index for a null, an unknown word,
    a number out of range, or arrays of unequal length.
    """
    from dingshi.tables import charts_table  # noqa: PLC0415 - loads Numba

    chosen = resolve_school(school, noble=noble, **(readings or {}))
    day = column_of(days, "days", 60, parse_day)
    hour = column_of(hours, "hours", 12, lambda word: parse_branch(word, "hour"))
    general = column_of(
        month_generals, "month_generals", 12, lambda word: parse_branch(word, "month general")
    )
    at_night = None if night is None else _nights(night)
    lengths = {"days": day.size, "hours": hour.size, "month_generals": general.size}
    if at_night is not None:
        lengths["night"] = at_night.size
    if len(set(lengths.values())) != 1:
        listed = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise InputError(f"arrays of unequal length: {listed}")
    return charts_table(chosen, day, hour, general, at_night)
