"""Batches of words -> arrays of codes: each distinct text is read once, rows are gathered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pyarrow.compute as pc
from dingshi.datasets import casting, validation
from dingshi.errors import InputError
from dingshi.kernels import axes
from dingshi.kernels.rules import Codes, Flags
from dingshi.parsing import shown
from dingshi.schools import resolve_school
from dingshi.validation.batches import KEPT_CELL, Batch
from dingshi.validation.cells import NOTHING, Cell
from dingshi.validation.columns import Mapped, Plan
from dingshi.validation.fields import FIELDS, noble_of, variant_of
from numpy.typing import NDArray

Ints = NDArray[np.int64]
# Texts of moments with their zone -> codes of day, hour and month general, -1 for what is no date.
Resolver = Callable[[Sequence[str]], tuple[Ints, Ints, Ints]]
# The codes of a text, or why it cannot be read, and the confused characters in it.
Entry = tuple[tuple[int, ...], str | None, tuple[tuple[str, str], ...]]
REMEMBERED: Final = 100_000
DAY, SHIFT, HOUR, NIGHT, FIXED, VARIANT, NOBLE = range(7)


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds for rows that do not say otherwise: codes of readings and noble, night hours."""

    variant: int
    noble: int
    nights: Flags


@dataclass(slots=True)
class Rows:
    """A batch as codes. `keys` (n, 7): see `DAY` … `NOBLE`; `claims` (fields, n).

    `readable` (n,): whether the key could be read. `problems` and `emended`: place -> what was
    found, only for rows that have any.
    """

    keys: Ints
    claims: Codes
    readable: Flags
    problems: dict[int, list[str]] = field(default_factory=dict)
    emended: dict[int, list[tuple[str, str, str]]] = field(default_factory=dict)


class _Column:
    """Reads one column of a table, remembering each distinct text."""

    def __init__(self, mapped: Mapped) -> None:
        self.mapped = mapped
        self.width = len(mapped.reader.fills)
        self._empty = (NOTHING,) * self.width
        self._known: dict[str, Entry] = {}

    def _entry(self, text: str | None) -> Entry:
        if text is None:
            return self._empty, None, ()
        if (known := self._known.get(text)) is not None:
            return known
        if len(text) > KEPT_CELL:
            said = f"{self.mapped.column} {shown(text[:KEPT_CELL])} is too long to mean anything"
            return self._empty, said, ()
        cell = Cell(validation.fold(text))
        try:
            codes = self.mapped.reader.parse(cell) if cell.text else self._empty
            entry: Entry = codes, None, tuple(dict.fromkeys(cell.emended))
        except InputError as error:
            entry = self._empty, f"{self.mapped.column} {error}", ()
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[text] = entry
        return entry

    def read(self, array: Any, rows: Rows) -> Codes:
        """Return int8 (width, n) and note in `rows` what could not be read or was emended."""
        entries = [self._entry(text) for text in [*array.dictionary.to_pylist(), None]]
        codes = np.array([entry[0] for entry in entries], dtype=np.int8)
        places = _indices(array, len(entries) - 1)
        odd = np.array([entry[1] is not None or bool(entry[2]) for entry in entries])
        if odd.any():
            for row in np.flatnonzero(odd[places]).tolist():
                _, problem, emended = entries[places[row]]
                if problem is not None:
                    rows.problems.setdefault(row, []).append(problem)
                for written, meant in emended:
                    found = (self.mapped.column, written, meant)
                    rows.emended.setdefault(row, []).append(found)
        return np.ascontiguousarray(codes.T)[:, places]


def _indices(array: Any, absent: int) -> NDArray[np.int32]:
    """Return the places in the dictionary of an Arrow array, `absent` for nulls."""
    indices = array.indices
    if indices.null_count:
        indices = pc.fill_null(indices.cast("int32"), absent)
    return np.asarray(indices)


class Normaliser:
    """Turns the batches of one table into codes."""

    def __init__(
        self,
        plan: Plan,
        fields: Sequence[str],
        defaults: Defaults,
        resolver: Resolver | None = None,
    ) -> None:
        """Prepare for a table read as `plan` says; `fields` are those compared in every table."""
        self._plan = plan
        self._row_of = {name: i for i, name in enumerate(fields)}
        self._rides = np.array([FIELDS[name].rides for name in fields])
        self._defaults = defaults
        self._resolver = resolver
        self._keys = {name: _Column(mapped) for name, mapped in plan.keys.items()}
        self._claims = [_Column(mapped) for mapped in plan.claims]
        named = [resolve_school(name) for name in casting.schools()]
        self._variants = np.array([variant_of(school) for school in named])
        self._nobles = np.array([noble_of(school) for school in named])
        self._lodge = np.array(casting.casting_tables()["lodge"])

    def read(self, batch: Batch) -> Rows:
        """Return the codes of a batch."""
        n = batch.rows
        rows = Rows(
            np.empty((n, 7), dtype=np.int64),
            np.full((len(self._row_of), n), NOTHING, dtype=np.int8),
            np.ones(n, dtype=np.bool_),
        )
        keys = {
            name: column.read(batch.columns[column.mapped.place], rows)[0].astype(np.int64)
            for name, column in self._keys.items()
            if name != "moment"
        }
        if self._plan.keyed_by == "moment":
            keys |= self._resolve(batch.columns[self._plan.keys["moment"].place], rows)
        for name in ("ju", "shift", "above_stem"):
            if name in keys and name in self._row_of and name != self._plan.keyed_by:
                rows.claims[self._row_of[name]] = keys[name]
        for column in self._claims:
            self._claim(column, batch, rows)
        self._fill_keys(keys, rows)
        for place, complaint in batch.bad.items():
            rows.problems[place] = [complaint]
            rows.readable[place] = False
        return rows

    def _claim(self, column: _Column, batch: Batch, rows: Rows) -> None:
        codes = column.read(batch.columns[column.mapped.place], rows)
        for name, read in zip(column.mapped.reader.fills, codes, strict=True):
            found = read
            claims = rows.claims[self._row_of[name]]
            before = claims >= 0
            if before.any():
                clash = before & (found >= 0) & (found != claims)
                for row in np.flatnonzero(clash).tolist():
                    rows.problems.setdefault(row, []).append(f"{name} is claimed twice, unlike")
                found = np.where(before, claims, found)
            claims[:] = found

    def _resolve(self, array: Any, rows: Rows) -> dict[str, Ints]:
        """Return day, hour and month general of a column of moments."""
        assert self._resolver is not None  # noqa: S101 - `plan` has made sure of it
        texts = array.dictionary.to_pylist()
        found = self._resolver([text or "" for text in texts])
        places = _indices(array, len(texts))
        codes = [np.append(np.asarray(values, dtype=np.int64), NOTHING)[places] for values in found]
        for row in np.flatnonzero((codes[0] < 0) & (places < len(texts))).tolist():
            rows.problems.setdefault(row, []).append("moment is not a date with a time and a zone")
        return dict(zip(("day", "hour", "month_general"), codes, strict=True))

    def _fill_keys(self, keys: Mapping[str, Ints], rows: Rows) -> None:
        n = rows.readable.size
        absent = np.full(n, NOTHING, dtype=np.int64)
        day, hour = keys["day"], keys.get("hour", absent)
        by = self._plan.keyed_by
        needed = {"day": day}
        if by in ("month_general", "moment"):
            general = keys["month_general"]
            needed |= {"month_general": general, "hour": hour}
            if by == "moment":
                needed = {"moment": np.minimum(day, np.minimum(general, hour))}
            shift = (general - hour) % 12
        else:
            needed[by] = keys[by]
            shift = keys[by] if by == "shift" else axes.shift_of_ju(keys[by])
            if by == "above_stem":
                shift = (keys[by] - self._lodge[day % 10]) % 12
        for name, codes in needed.items():
            for row in np.flatnonzero(codes < 0).tolist():
                rows.readable[row] = False
                if not any(p.startswith(name) for p in rows.problems.get(row, ())):
                    rows.problems.setdefault(row, []).append(f"{name} is missing")
        night = keys.get("night", absent)
        fixed = night >= 0
        by_hour = self._defaults.nights[hour % 12] & (hour >= 0)
        blind = ~fixed & (hour < 0)
        if blind.any():
            rows.claims[np.ix_(self._rides, blind)] = NOTHING
        school, noble = keys.get("school", absent), keys.get("noble", absent)
        variant = np.where(school >= 0, self._variants[school], self._defaults.variant)
        of_school = np.where(school >= 0, self._nobles[school], self._defaults.noble)
        columns = (
            day,
            shift,
            hour,
            np.where(fixed, night, by_hour),
            fixed,
            variant,
            np.where(noble >= 0, noble, of_school),
        )
        for place, values in enumerate(columns):
            rows.keys[:, place] = values
