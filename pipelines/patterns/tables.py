"""The tables of patterns in the corpus: the dictionary with exact counts, and the members."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from dingshi.arrow import arrow_table
from dingshi.datasets.patterns.registry import entries
from dingshi.datasets.schema import MEMBERS, PATTERNS, Table
from dingshi.errors import DingshiError
from dingshi.kernels.patterns.counting import axes_of
from dingshi.kernels.rules import Flags
from dingshi.patterns.dictionary import row
from dingshi.patterns.space import Space, space


def patterns_table() -> pa.Table:
    """Return the dictionary of patterns with exact counts, sorted by id."""
    whole = space()
    rows = [row(whole, entry) for _, entry in sorted(entries().items())]
    return arrow_table(
        PATTERNS, {c.name: [cells[c.name] for cells in rows] for c in PATTERNS.columns}
    )


def _on_axes(flags: Flags, like: Flags) -> Flags:
    """Return `flags` where `like` holds; it depends on no axis that `like` does not."""
    return np.broadcast_to(flags, like.shape)[like]


def _members(whole: Space, axes: tuple[str, ...]) -> pa.Table:
    """Return the members of every entry that depends on just these axes."""
    table = MEMBERS[axes]
    columns: dict[str, list[Any]] = {column.name: [] for column in table.columns}
    lengths: list[int] = []
    ids: list[str] = []
    for entry_id, flags in sorted(whole.holds.items()):
        if axes_of(flags) != axes:
            continue
        places = dict(zip(axes, np.nonzero(np.squeeze(flags)), strict=True))
        for axis, coordinates in places.items():
            columns[axis].append(coordinates.astype(np.int8))
        for seats, name in ((False, "cancelled"), (True, "cancelled_seat")):
            cancelled = whole.cancelled(entries()[entry_id], seats=seats)
            none = np.zeros((1,) * flags.ndim, dtype=np.bool_)
            columns[name].append(_on_axes(none if cancelled is None else cancelled, flags))
        lengths.append(int(np.count_nonzero(flags)))
        ids.append(entry_id)
    codes = {name: np.concatenate(parts) for name, parts in columns.items() if name != "id"}
    return arrow_table(table, {"id": np.repeat(ids, lengths), **codes})


def check_axes(whole: Space) -> None:
    """Raise DingshiError for an entry whose axes have no table of members."""
    for entry_id, flags in whole.holds.items():
        if axes_of(flags) not in MEMBERS:
            raise DingshiError(f"{entry_id} depends on {', '.join(axes_of(flags))}: no table")


def member_tables() -> Mapping[Table, Callable[[], pa.Table]]:
    """Return the builder of each table of members."""
    whole = space()
    check_axes(whole)
    return {table: partial(_members, whole, axes) for axes, table in MEMBERS.items()}
