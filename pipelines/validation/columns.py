"""Which column of a table is what: by name in English or Chinese, or as `--map` says."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from dingshi.datasets import validation
from dingshi.errors import InputError
from dingshi.parsing import nearest, shown
from dingshi.validation.batches import Source, describe
from dingshi.validation.cells import Reader, read_code, reader_of
from dingshi.validation.fields import FIELDS

CODE: Final = "_id"
NEEDS: Final = (
    "a table needs day, and one of month_general with hour, ju, shift, above_stem; or moment"
)


@dataclass(frozen=True, slots=True)
class Mapped:
    """A column that is read: its place and name in the file, what it is, how its cells read."""

    place: int
    name: str
    column: str
    reader: Reader


@dataclass(frozen=True, slots=True)
class Plan:
    """How one table is read."""

    keys: Mapping[str, Mapped]
    claims: tuple[Mapped, ...]
    keyed_by: str
    unread: tuple[str, ...]
    kept: tuple[int, ...]

    def fields(self) -> set[str]:
        """Return the fields that the table can claim; a second key is a claim too."""
        found = {name for claim in self.claims for name in claim.reader.fills}
        return found | ({"ju", "shift", "above_stem"} & self.keys.keys()) - {self.keyed_by}

    def wanted(self) -> tuple[int, ...]:
        """Return the places of the columns to read."""
        mapped = [m.place for m in (*self.keys.values(), *self.claims)]
        return tuple(sorted({*mapped, *self.kept}))


@cache
def _aliases() -> dict[str, str]:
    return {
        validation.fold_header(name): column
        for column, named in validation.columns().items()
        for name in named.names
    }


def recognise(header: str) -> tuple[str, bool] | None:
    """Return the column that a header names and whether it holds codes; None if unknown."""
    folded = validation.fold_header(header)
    if folded in _aliases():
        return _aliases()[folded], False
    column = _aliases().get(folded.removesuffix(CODE))
    single = column in ("day", "hour", "month_general") or (
        column in FIELDS and FIELDS[column].kind != "bool"
    )
    return (column, True) if column and folded.endswith(CODE) and single else None


def _chosen(source: Source, chosen: Mapping[str, str]) -> dict[str, int]:
    """Return the places that `--map` names."""
    places = {}
    known = tuple(validation.columns())
    for column, name in chosen.items():
        if column not in known:
            raise InputError(
                f"--map {shown(column)} is no column that is known; {nearest(column, known)}"
            )
        if name not in source.header:
            raise InputError(
                f"{source.name}: no column is named {shown(name)}; it has {describe(source.header)}"
            )
        places[column] = source.header.index(name)
    return places


def _found(source: Source, chosen: Mapping[str, str]) -> dict[str, tuple[int, bool]]:
    """Return column -> its place and whether it holds codes."""
    taken = _chosen(source, chosen)
    found = {column: (place, False) for column, place in taken.items()}
    by_name: dict[str, list[tuple[int, bool]]] = {}
    for place, header in enumerate(source.header):
        known = recognise(header)
        if known and known[0] not in taken and place not in taken.values():
            by_name.setdefault(known[0], []).append((place, known[1]))
    for column, places in by_name.items():
        words = [place for place, codes in places if not codes]
        if len(words) > 1:
            names = describe([source.header[place] for place in words])
            raise InputError(
                f"{source.name}: {names} all hold {column}; choose with --map {column}=…"
            )
        found[column] = (words[0], False) if words else places[0]
    return found


def plan(
    source: Source, chosen: Mapping[str, str], keep: tuple[str, ...], has_calendar: bool
) -> Plan:
    """Decide how a table is read. Raises InputError when it has no key or claims nothing."""
    mapped = {
        column: Mapped(
            place,
            source.header[place],
            column,
            Reader((column,), read_code(column)) if codes else _reader(column),
        )
        for column, (place, codes) in _found(source, chosen).items()
    }
    roles = validation.columns()
    keys = {column: m for column, m in mapped.items() if roles[column].role == "key"}
    claims = tuple(m for column, m in mapped.items() if roles[column].role == "claim")
    keyed_by = _keyed_by(source, keys, has_calendar)
    missing = [name for name in keep if name not in source.header]
    if missing:
        raise InputError(
            f"{source.name}: no column is named {shown(missing[0])}; "
            f"it has {describe(source.header)}"
        )
    kept = tuple(source.header.index(name) for name in keep)
    read = {m.place for m in mapped.values()} | set(kept)
    unread = tuple(name for i, name in enumerate(source.header) if i not in read and name)
    result = Plan(keys, claims, keyed_by, unread, kept)
    if not result.fields():
        raise InputError(
            f"{source.name} claims nothing that can be compared; it has {describe(source.header)}"
        )
    return result


def _reader(column: str) -> Reader:
    if column == "moment":
        return Reader((), lambda _: ())
    return reader_of(column)


def _keyed_by(source: Source, keys: Mapping[str, Mapped], has_calendar: bool) -> str:
    if "day" in keys:
        if "month_general" in keys and "hour" in keys:
            return "month_general"
        for column in ("ju", "shift", "above_stem"):
            if column in keys:
                return column
    if "moment" in keys:
        if has_calendar:
            return "moment"
        raise InputError(
            f"{source.name}: column {shown(keys['moment'].name)} holds dates, and no calendar is "
            "at hand; give day, month_general and hour"
        )
    has = describe(list(source.header)) if source.header else "no columns"
    raise InputError(f"{source.name}: {NEEDS}; it has {has} (--map names others)")
