"""Rows of the dictionary of patterns: an entry with its axes and exact counts."""

from typing import Any

from dingshi.datasets.patterns.registry import Entry
from dingshi.kernels.patterns.counting import axes_of, count, defined_in
from dingshi.patterns.space import Space

UNCOUNTED = -1


def counts(whole: Space, entry: Entry) -> dict[str, int]:
    """Return the exact counts of an entry; UNCOUNTED where it needs more than the scope has."""
    flags = whole.holds.get(entry.id)
    names = {"n_lessons": "lessons", "n_charts": "charts", "n_full": "full"}
    if flags is None:
        return dict.fromkeys([*names, "n_full_cancelled"], UNCOUNTED)
    found = {
        name: count(flags, scope) if defined_in(flags, scope) else UNCOUNTED
        for name, scope in names.items()
    }
    cancelled = whole.cancelled(entry)
    return {
        **found,
        "n_full_cancelled": UNCOUNTED if cancelled is None else count(flags & cancelled),
    }


def realised(n_full: int) -> str:
    """Return whether some chart has an entry, from its count."""
    return {UNCOUNTED: "unknown", 0: "never"}.get(n_full, "yes")


def row(whole: Space, entry: Entry) -> dict[str, Any]:
    """Return the row of an entry in `patterns.parquet`."""
    flags = whole.holds.get(entry.id)
    counted = counts(whole, entry)
    return {
        "id": entry.id,
        "book": entry.book,
        "pattern": entry.pattern,
        "pattern_name": entry.pattern_name,
        "name": entry.name,
        "family": entry.family,
        "kind": entry.kind,
        "clause": entry.clause,
        "reading": entry.reading,
        "definition": entry.definition,
        "axes": "" if flags is None else ",".join(axes_of(flags)),
        "needs": entry.needs,
        "cancelled_by": entry.cancelled_by,
        **counted,
        "realised": realised(counted["n_full"]),
        "section": entry.section,
        "line": entry.line,
        "corrupt": entry.corrupt,
        "status": entry.status,
        "as_written": entry.as_written,
        "note": entry.note,
    }
