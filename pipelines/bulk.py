"""Many charts at once, from whatever a caller holds them in: lists, NumPy, Arrow or Polars."""

import math
from collections.abc import Callable, Iterable, Mapping, Set
from typing import TYPE_CHECKING, Any

import numpy as np
from dingshi.errors import InputError
from dingshi.parsing import parse_day, parse_hour, parse_month_general, shown
from dingshi.schools import School, resolve_school
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa


def _items(values: Any, name: str) -> list[Any]:
    """Return the cells of any one-dimensional, ordered collection; a null becomes None."""
    if isinstance(values, str | bytes):
        raise InputError(f"{name} {shown(values)} is one word; give a list or an array of them")
    if isinstance(values, np.ma.MaskedArray):
        values = values.tolist()
    elif isinstance(values, np.ndarray) and values.ndim != 1:
        raise InputError(f"{name} has {values.ndim} dimensions; give a vector")
    elif hasattr(values, "to_pylist"):
        values = values.to_pylist()
    if isinstance(values, Mapping | Set) or not isinstance(values, Iterable):
        raise InputError(f"{name} is a {type(values).__name__}; give a list or an array")
    return list(values)


def _is_null(value: Any) -> bool:
    missing = type(value).__name__ in ("NAType", "NaTType")  # of pandas, which is not imported
    return value is None or missing or (isinstance(value, float) and math.isnan(value))


def _code(value: Any, i: int, name: str, size: int, parse: Callable[[str], int]) -> int:
    if _is_null(value):
        raise InputError(f"{name}[{i}] is null; every chart needs its {name[:-1]}")
    if isinstance(value, str):
        try:
            return parse(value)
        except InputError as error:
            raise InputError(f"{name}[{i}]: {error}") from None
    number = isinstance(value, int | np.integer)
    if not number or isinstance(value, bool | np.timedelta64):
        raise InputError(f"{name}[{i}] {shown(value)} is neither a word nor a whole number")
    if not 0 <= value < size:
        raise InputError(f"{name}[{i}] {shown(value)} is out of range; allowed: 0 to {size - 1}")
    return int(value)


def column_of(values: Any, name: str, size: int, parse: Callable[[str], int]) -> NDArray[np.int64]:
    """Return the codes of words or of numbers; a plain array of integers is checked as a whole."""
    if type(values) is np.ndarray and values.ndim == 1 and values.dtype.kind in "iu":
        outside = np.flatnonzero((values < 0) | (values >= size))
        if outside.size:
            _code(values[outside[0]], int(outside[0]), name, size, parse)
        return values.astype(np.int64)
    items = _items(values, name)
    for i, value in enumerate(items):  # a hole is named first, whatever else is wrong
        if _is_null(value):
            _code(value, i, name, size, parse)
    known: dict[str, int] = {}
    codes = np.empty(len(items), dtype=np.int64)
    for i, value in enumerate(items):
        if isinstance(value, str):
            if value not in known:
                known[value] = _code(value, i, name, size, parse)
            codes[i] = known[value]
        else:
            codes[i] = _code(value, i, name, size, parse)
    return codes


def _nights(values: Any) -> NDArray[np.bool_]:
    items = _items(values, "night")
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

    chosen = resolve_school(school, noble=noble, readings=readings)
    day = column_of(days, "days", 60, parse_day)
    hour = column_of(hours, "hours", 12, parse_hour)
    general = column_of(month_generals, "month_generals", 12, parse_month_general)
    at_night = None if night is None else _nights(night)
    lengths = {"days": day.size, "hours": hour.size, "month_generals": general.size}
    if at_night is not None:
        lengths["night"] = at_night.size
    if len(set(lengths.values())) != 1:
        listed = ", ".join(f"{name} {n}" for name, n in lengths.items())
        first = min(lengths.values())
        raise InputError(f"arrays of unequal length: {listed}; index {first} is not in all of them")
    return charts_table(chosen, day, hour, general, at_night)
