"""The tables of spirits: their rows, their catalogue, and where they fall on their own axes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import pyarrow as pa
from dingshi.arrow import arrow_table
from dingshi.datasets.schema import SHENSHA, SPIRIT_POSITIONS, SPIRITS
from dingshi.datasets.spirits.catalogue import (
    GAP,
    KEYS,
    VALUES,
    Spirit,
    inferred_names,
    spirits,
)
from dingshi.datasets.vocabulary import BOOKS, KEY_KINDS, LANDINGS, STATUSES, VALUE_KINDS
from dingshi.kernels import spirits as kernel
from dingshi.spirits.arrays import spirit_table, stem_images

RIDDEN: Final = 13  # the place of a spirit that falls where a general rides
AXIS_COLUMNS: Final = ("day", "shift", "month", "year", "month_general", "hour", "general")


def _code(word: str, words: Mapping[str, str]) -> int:
    return tuple(words).index(word)


def _identity(spirit: Spirit) -> dict[str, Any]:
    return {
        "spirit_id": spirit.number,
        "book": _code(spirit.book, BOOKS),
        "spirit": spirit.name,
        "reading": spirit.reading,
        "key_kind": _code(spirit.key_kind, KEY_KINDS),
    }


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


def _rows(spirit: Spirit) -> Iterator[dict[str, Any]]:
    places: dict[str, int] = {}
    for row in spirit.rows:
        place = places.get(row["key"], 0)
        places[row["key"]] = place + 1
        value = row["value"]
        yield {
            **_identity(spirit),
            "key": row["key"],
            "place": place,
            "value_kind": _code(row["value_kind"], VALUE_KINDS),
            "value": value or None,
            "as_written": row["as_written"],
            "status": _code(row["status"], STATUSES),
            "sequence": row["sequence"] or None,
            "section": row["section"],
            "line": int(row["line"]),
            "note": row["note"],
            "key_id": KEYS[spirit.key_kind].index(row["key"]),
            "value_id": VALUES[row["value_kind"]].index(value) if value else -1,
        }


def shensha_table() -> pa.Table:
    """Return every row of every spirit, sorted by key."""
    rows = [row for spirit in spirits() for row in _rows(spirit)]
    rows.sort(key=lambda row: tuple(row[name] for name in SHENSHA.key))
    return arrow_table(SHENSHA, _columns(rows))


def spirits_table() -> pa.Table:
    """Return the catalogue of spirits, by number."""
    rows = [
        {
            **_identity(spirit),
            "name": None if GAP in spirit.name else spirit.name,
            "inferred_name": inferred_names().get(spirit.number),
            "falls": _code(spirit.falls, LANDINGS["falls"]),
            "stems": _code(spirit.stems, LANDINGS["stems"]),
            "season": _code(spirit.season, LANDINGS["season"]),
            "keys": len({row["key"] for row in spirit.rows}),
            "rows": len(spirit.rows),
            "corrupt": GAP in spirit.name
            or any(row["status"] != "read" or row["sequence"] for row in spirit.rows),
        }
        for spirit in spirits()
    ]
    return arrow_table(SPIRITS, _columns(rows))


def _axes_of(spirit: Spirit) -> tuple[str, ...]:
    """Return the axes over which a spirit may depend on its key: the day first."""
    if spirit.group == "day":
        return "day", "shift"
    return "day", "month_general" if spirit.key_kind == "month_general" else spirit.group


def _falls() -> dict[tuple[str, ...], kernel.Masks]:
    """Return axes -> the masks of every spirit over them, (60, size of the axis, spirits)."""
    day, twelve, year = np.arange(60)[:, None], np.arange(12), np.arange(60)
    still = np.zeros(1, dtype=np.int64)
    table, images = spirit_table(), stem_images()
    falls_over = kernel.falls_over
    return {
        ("day", "shift"): falls_over(table, images, day, twelve, day=day),
        ("day", "month"): falls_over(table, images, day, still, month=twelve),
        ("day", "year"): falls_over(
            table, images, day, still, year_stem=year % 10, year_branch=year % 12
        ),
        ("day", "hour"): falls_over(table, images, day, still, hour=twelve),
        ("day", "month_general"): falls_over(table, images, day, still, general=twelve),
    }


def _positions(
    spirit: Spirit, axes: tuple[str, ...], masks: kernel.Masks
) -> Iterator[dict[str, Any]]:
    """Yield the places of one spirit; `masks` over `axes`, of which the idle ones are dropped."""
    own: list[str] = []
    for axis in range(len(axes) - 1, -1, -1):
        if (masks == masks.take([0], axis=axis)).all():
            masks = np.asarray(masks.take(0, axis=axis))
        else:
            own.insert(0, axes[axis])
    absent = dict.fromkeys(AXIS_COLUMNS, -1)
    identity = _identity(spirit)
    for at, mask in enumerate(masks.reshape(-1).tolist()):
        index = dict(zip(own, np.unravel_index(at, masks.shape), strict=True))
        for place in range(kernel.COLUMNS):
            if mask >> place & 1:
                yield {
                    **identity,
                    "axes": " ".join(own),
                    "at": at,
                    "place": place,
                    **absent,
                    **index,
                    "branch": place if place < kernel.DAY else -1,
                }
    for general in range(12):
        if int(spirit_table().generals[spirit.number]) >> general & 1:
            yield {
                **identity,
                "axes": "general",
                "at": general,
                "place": RIDDEN,
                **absent,
                "general": general,
                "branch": -1,
            }


def spirit_positions_table() -> pa.Table:
    """Return where every spirit falls, over just the axes that it depends on."""
    falls = _falls()
    rows: list[dict[str, Any]] = []
    for spirit in spirits():
        axes = _axes_of(spirit)
        found = list(_positions(spirit, axes, falls[axes][..., spirit.number]))
        rows += sorted(found, key=lambda row: (row["at"], row["place"]))
    return arrow_table(SPIRIT_POSITIONS, _columns(rows))
