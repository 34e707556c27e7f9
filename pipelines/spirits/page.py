"""A spirit book by book: its rows, where the books differ, and where it falls in a chart."""

from collections.abc import Iterator, Sequence
from typing import Any

from dingshi.datasets.spirits.catalogue import KEYS, Spirit, inferred_names
from dingshi.datasets.vocabulary import BOOKS, KEY_KINDS, LANDINGS, STATUSES
from dingshi.spirits.chart_spirits import (
    WHY,
    ChartSpirits,
    column_to_dict,
    setting_to_dict,
)
from dingshi.spirits.drawing import BOOK_WIDTH, draw_books, flow
from dingshi.spirits.names import labels

ROW_FIELDS = (
    "key",
    "value_kind",
    "value",
    "as_written",
    "status",
    "sequence",
    "section",
    "line",
    "note",
)


def values_by_key(spirit: Spirit) -> dict[str, tuple[str, ...]]:
    """Return key -> its values, in the order of the file; a lost value is left out."""
    found: dict[str, tuple[str, ...]] = {}
    for row in spirit.rows:
        own = found.get(row["key"], ())
        found[row["key"]] = (*own, row["value"]) if row["value"] else own
    return found


def differences(found: Sequence[Spirit]) -> list[dict[str, Any]]:
    """Return every key for which two of the spirits, keyed alike, state other sets of values."""
    told = []
    for kind in KEY_KINDS:
        tables = [(s, values_by_key(s)) for s in found if s.key_kind == kind]
        for key in KEYS[kind]:
            stated = {spirit.id: table[key] for spirit, table in tables if key in table}
            if len({frozenset(values) for values in stated.values()}) > 1:
                listed = {name: list(values) for name, values in stated.items()}
                told.append({"key_kind": kind, "key": key, "values": listed})
    return told


def _row(spirit: Spirit) -> Iterator[dict[str, Any]]:
    for row in spirit.rows:
        cells: dict[str, Any] = {field: row[field] or None for field in ROW_FIELDS}
        yield {**cells, "key": row["key"], "line": int(row["line"])}


def _spirit(spirit: Spirit, found: ChartSpirits | None, books: tuple[str, ...]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": spirit.id,
        "book": spirit.book,
        "name": spirit.name,
        "inferred_name": inferred_names().get(spirit.number),
        "reading": spirit.reading,
        "key_kind": spirit.key_kind,
        "falls": spirit.falls,
        "stems": spirit.stems,
        "season": spirit.season if spirit.key_kind == "season" else None,
        "rows": list(_row(spirit)),
    }
    if found is not None:
        told["needs"] = found.needs(spirit) or None
        told["places"] = [column_to_dict(found, c, books) for c in found.columns(spirit)]
    return told


def page(
    name: str,
    spirits: Sequence[Spirit],
    books: tuple[str, ...],
    found: ChartSpirits | None = None,
) -> dict[str, Any]:
    """Return a spirit of every book as JSON-ready values; with a chart, where it falls there."""
    told: dict[str, Any] = {
        "name": name,
        "spirits": [_spirit(spirit, found, books) for spirit in spirits],
        "differences": differences(spirits),
    }
    if found is not None:
        told["chart"] = {**found.chart.to_dict(), **setting_to_dict(found)}
    return told


def _sources(spirit: Spirit) -> str:
    sections: dict[str, list[int]] = {}
    for row in spirit.rows:
        sections.setdefault(row["section"], []).append(int(row["line"]))
    parts = []
    for section, lines in sections.items():
        first, last = min(lines), max(lines)
        parts.append(f"{section} {first}" + (f"-{last}" if last != first else ""))
    return ", ".join(parts)


def _draw_rows(spirit: Spirit) -> list[str]:
    cells = [
        f"{key}:{''.join(values) or '□'}" if key else " ".join(values)
        for key, values in values_by_key(spirit).items()
    ]
    lines = flow("   ", cells, 4)
    for status in ("emended", "lost", "inferred"):
        marked = [row for row in spirit.rows if row["status"] == status]
        for note in dict.fromkeys(row["note"] for row in marked):
            keys = [row["key"] or row["value"] for row in marked if row["note"] == note]
            lines += flow(f"    {status}", [*keys[:12], "|", *note.split()], 6)
    for row in spirit.rows:
        if row["sequence"]:
            text = f"{row['key']}: {row['value']} as printed, the sequence gives {row['sequence']}"
            lines += flow("   ", text.split(), 6)
    return lines


def _draw_places(spirit: Spirit, found: ChartSpirits, books: tuple[str, ...]) -> list[str]:
    if needed := found.needs(spirit):
        return flow("  falls: undecided", [f"({WHY[needed]})"], 4)
    places = [column_to_dict(found, column, books) for column in found.columns(spirit)]
    if not places:
        return ["  falls nowhere in this chart"]
    lines = []
    for place in places:
        if "pillar" in place:
            lines.append(f"  met by the day {place['pillar']}")
            continue
        lines.append(f"  on {place['branch']}: 所乘 {place['general']}, 所臨 {place['seat']}")
        lines += [f"    with it on {place['branch']}:", *draw_books(place["spirits"], 6)]
        lines += [f"    on its seat {place['seat']}:", *draw_books(place["seat_spirits"], 6)]
    return lines


def draw_page(
    name: str,
    spirits: Sequence[Spirit],
    books: tuple[str, ...],
    found: ChartSpirits | None = None,
) -> str:
    """Return a spirit of every book as text."""
    lines = [name]
    for spirit in spirits:
        title = f"{spirit.book.ljust(BOOK_WIDTH)}{BOOKS[spirit.book]} {labels()[spirit.number]}"
        lines += ["", *flow(title, [f"by {spirit.key_kind}", f"({_sources(spirit)})"], 4)]
        if spirit.number in inferred_names():
            meaning = STATUSES["inferred"].split(":")[0]
            lines.append(f"    name {inferred_names()[spirit.number]}: inferred ({meaning})")
        lines += _draw_rows(spirit)
        if spirit.falls != "on":
            lines.append(f"    falls {LANDINGS['falls'][spirit.falls]}")
        if spirit.stems != "lodge":
            lines.append(f"    {LANDINGS['stems'][spirit.stems]}")
        if spirit.season != "four":
            lines.append(f"    {LANDINGS['season'][spirit.season]}")
        if found is not None:
            lines += _draw_places(spirit, found, books)
    lines += _draw_differences(spirits)
    return "\n".join(lines)


def _draw_differences(spirits: Sequence[Spirit]) -> list[str]:
    lines = []
    for kind in dict.fromkeys(spirit.key_kind for spirit in spirits):
        alike = [spirit for spirit in spirits if spirit.key_kind == kind]
        if len(alike) < 2:
            continue
        told = [d for d in differences(alike) if d["key_kind"] == kind]
        lines += ["", f"by {kind}: " + (f"{len(told)} keys differ" if told else "all agree")]
        for difference in told:
            values = difference["values"].items()
            words = [f"{name.rpartition(':')[0]} {''.join(v)}" for name, v in values]
            lines += flow(f"  {difference['key']}", [" | ".join(words)], 4)
    return lines
