"""Lessons or charts that have some patterns and lack others, counted exactly and listed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from dingshi.datasets.patterns.registry import NEEDS, Entry
from dingshi.datasets.vocabulary import BRANCHES, PILLARS
from dingshi.drawing import rows_of
from dingshi.errors import InputError
from dingshi.kernels import axes
from dingshi.kernels.axes import Ints
from dingshi.kernels.patterns.counting import NAMES, axes_of, conjunction, count, defined_in
from dingshi.kernels.rules import Flags
from dingshi.parsing import nearest, shown
from dingshi.patterns.lookup import find_entry
from dingshi.patterns.space import space
from dingshi.schools import School, resolve_school

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Found:
    """The members of a scope that have the patterns asked for; `flags` has seven axes."""

    wanted: tuple[Entry, ...]
    unwanted: tuple[Entry, ...]
    scope: str
    flags: Flags
    lessons: Ints  # (720, 3): the transmissions by lesson

    def __len__(self) -> int:
        return count(self.flags, self.scope)

    def ids(self, limit: int | None = None) -> Ints:
        """Return the ranks of the members in their scope, ascending; only the first `limit`."""
        shape: tuple[int, ...] = axes.scope_shape(self.scope)
        own = self.flags.reshape(self.flags.shape[: len(shape)])
        if limit is None:
            return np.flatnonzero(np.broadcast_to(own, shape)).astype(np.int64)
        ids: list[int] = []
        for day in range(shape[0]):
            part = own[day % len(own)]
            here = np.flatnonzero(np.broadcast_to(part, shape[1:]))[: limit - len(ids)]
            ids += (here + day * int(np.prod(shape[1:]))).tolist()
            if len(ids) >= limit:
                break
        return np.array(ids, dtype=np.int64)

    def columns(self, limit: int | None = None) -> dict[str, Ints]:
        """Return id, the axes of the scope, 局 and transmissions of the members."""
        ids = self.ids(limit)
        names = NAMES[: axes.SCOPES[self.scope]]
        places = dict(zip(names, axes.unrank(self.scope, ids), strict=True))
        three = self.lessons[places["day"] * 12 + places["shift"]]
        return {
            "id": ids,
            **places,
            "ju": axes.ju(places["shift"]),
            "initial": three[:, 0],
            "middle": three[:, 1],
            "final": three[:, 2],
        }

    def to_table(self) -> "pa.Table":
        """Return the members as an Arrow table, one row each."""
        from dingshi.arrow import arrow_table  # noqa: PLC0415 - loads pyarrow
        from dingshi.datasets.schema import found_table  # noqa: PLC0415

        return arrow_table(found_table(NAMES[: axes.SCOPES[self.scope]]), self.columns())

    def write(self, path: Path) -> None:
        """Write the members as Parquet; the file is new, or one of ours that is replaced."""
        from dingshi.datasets.schema import found_table  # noqa: PLC0415
        from dingshi.writing import write_file  # noqa: PLC0415 - loads pyarrow

        write_file(found_table(NAMES[: axes.SCOPES[self.scope]]), self.to_table(), path)


def _evaluated(entry: Entry, school: School) -> Flags:
    if entry.needs:
        raise InputError(
            f"pattern {entry.id} needs {NEEDS[entry.needs]}, which no scope of the axes has"
        )
    return space(school).holds[entry.id]


def _smallest_scope(flags: Flags) -> str:
    return next(scope for scope in axes.SCOPES if defined_in(flags, scope))


def find(
    patterns: Sequence[str],
    without: Sequence[str] = (),
    *,
    scope: str | None = None,
    school: str | School = "jingwei",
) -> Found:
    """Return the members of `scope` that have all of `patterns` and none of `without`.

    `scope`: lessons, charts, months, years or full; by default the smallest that the patterns
    define. Raises InputError for an unknown name or scope, and for a scope that lacks an axis which
    a pattern needs.
    """
    if not patterns and not without:
        raise InputError("no pattern given; name one with --pattern or --without")
    chosen = resolve_school(school)
    wanted = tuple(find_entry(word) for word in patterns)
    unwanted = tuple(find_entry(word) for word in without)
    if scope is not None and scope not in axes.SCOPES:
        raise InputError(f"scope {shown(scope)} is unknown; {nearest(scope, tuple(axes.SCOPES))}")
    flags = [_evaluated(entry, chosen) for entry in (*wanted, *unwanted)]
    if scope is not None:
        for entry, one in zip((*wanted, *unwanted), flags, strict=True):
            if not defined_in(one, scope):
                least = _smallest_scope(one)
                raise InputError(
                    f"pattern {entry.id} depends on {', '.join(axes_of(one))}; "
                    f"scope {scope} lacks some of them: take --scope {least}"
                )
    whole = conjunction(flags[: len(wanted)], flags[len(wanted) :])
    three = space(chosen).facts.lessons.transmissions.reshape(720, 3).astype(np.int64)
    return Found(wanted, unwanted, scope or _smallest_scope(whole), whole, three)


def to_dict(found: Found, limit: int | None) -> dict[str, Any]:
    """Return what was asked, how many there are, and the first `limit` of them (None: all)."""
    columns = {name: values.tolist() for name, values in found.columns(limit).items()}
    words = {"day": PILLARS, "year": PILLARS, "hour": BRANCHES, "natal": BRANCHES}
    words |= dict.fromkeys(("initial", "middle", "final"), BRANCHES)
    rows = [
        {
            name: words[name][value] if name in words else value
            for name, value in zip(columns, cells, strict=True)
        }
        for cells in zip(*columns.values(), strict=True)
    ]
    return {
        "patterns": [entry.id for entry in found.wanted],
        "without": [entry.id for entry in found.unwanted],
        "scope": found.scope,
        "count": len(found),
        "found": rows,
    }


def draw_found(found: Found, limit: int | None) -> str:
    """Return the finds as a table, with their number in front."""
    told = to_dict(found, limit)
    total = int(np.prod(axes.scope_shape(found.scope)))
    lines = [f"{len(found):,} of {total:,} {found.scope}"]
    rows = told["found"]
    if rows:
        lines += rows_of([list(rows[0]), *([str(value) for value in r.values()] for r in rows)])
    if len(rows) < len(found):
        lines.append(f"… {len(found) - len(rows):,} more; --limit or --out for them")
    return "\n".join(lines)
