"""Entries of the dictionary of patterns by the names that people type."""

import difflib
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

from dingshi.datasets.patterns import tables as pattern_tables
from dingshi.datasets.patterns.registry import Entry, entries
from dingshi.datasets.reading import read_rows
from dingshi.datasets.vocabulary import BOOKS, BRANCHES, GENERALS
from dingshi.errors import InputError
from dingshi.parsing import shown

ALIAS_COLUMNS: Final = ("alias", "id", "note")
CHARACTER_COLUMNS: Final = ("variant", "traditional")


@cache
def _characters() -> dict[int, str]:
    rows = read_rows("patterns/characters.csv", CHARACTER_COLUMNS)
    return {ord(row["variant"]): row["traditional"] for row in rows}


def normal(word: str) -> str:
    """Return a name in the characters of the dictionary; 后 and 後 and the like become one."""
    text = unicodedata.normalize("NFKC", word).strip().translate(_characters())
    return text.removesuffix("格") if len(text) > 2 else text


def _names(entry: Entry) -> set[str]:
    """Return the names of an entry, without its reading."""
    clause = f".{entry.clause}" if entry.clause else ""
    names = {f"{entry.book}.{entry.pattern}{clause}", f"{entry.pattern}{clause}"}
    if not entry.clause:
        return names | {
            entry.name,
            f"{entry.book}.{entry.name}",
            f"{BOOKS[entry.book]}{entry.name}",
        }
    names |= {entry.name, f"{entry.pattern_name}{entry.name}"}
    for separator in "/.·":
        names |= {f"{entry.pattern_name}{separator}{entry.name}"}
        names |= {f"{entry.book}.{entry.pattern_name}{separator}{entry.name}"}
    return names


@cache
def _seats() -> dict[str, set[str]]:
    """Return the names that the generals lend to their seats: 青龍入海, 青龍臨子."""
    named: dict[str, set[str]] = {}
    for (pattern, forms), general in zip(pattern_tables.seats().items(), GENERALS, strict=True):
        for form, readings in forms.items():
            entry = entries()[f"jingwei.{pattern}.{form}"]
            named[entry.id] = {f"{general}{entry.name}", f"{general}/{entry.name}"}
            named[entry.id] |= {f"{general}臨{BRANCHES[seat]}" for seat in readings[""]}
    return named


@cache
def index() -> Mapping[str, tuple[str, ...]]:
    """Return name -> ids of the entries by default reading that bear it, in the book's order."""
    named: dict[str, list[str]] = {}
    for entry in entries().values():
        if entry.reading:
            continue
        for name in {normal(n) for n in _names(entry) | _seats().get(entry.id, set())}:
            named.setdefault(name, []).append(entry.id)
    for row in read_rows("patterns/aliases.csv", ALIAS_COLUMNS):
        if row["id"] not in entries():
            raise row.error(f"id {row['id']!r} is not in the dictionary")
        named.setdefault(normal(row["alias"]), []).append(row["id"])
    return {name: tuple(dict.fromkeys(ids)) for name, ids in named.items()}


def _whole_first(ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the one whole pattern among several bearers of a name, or all of them."""
    whole = tuple(i for i in ids if not entries()[i].clause)
    return whole if len(whole) == 1 else ids


def find_entries(word: str) -> tuple[Entry, ...]:
    """Return the entries that `word` names: an id, a name, an alias; `@reading` may follow.

    A name that a whole pattern bears means the pattern. Raises InputError for an unknown name, with
    the nearest ones, and for a reading that the entry has not, with those that it has.
    """
    text, at, reading = word.partition("@")
    reading = reading.strip()
    named = index()
    name = normal(text)
    found = named.get(name) or named.get(name.lower())
    if found is None:
        raise InputError(f"pattern {shown(word)} is unknown; {_nearest(name)}")
    chosen = [entries()[i] for i in _whole_first(found)]
    if not at:
        return tuple(chosen)
    read = [entries()[f"{e.id}@{reading}"] for e in chosen if f"{e.id}@{reading}" in entries()]
    if not read:
        allowed = ", ".join(e.reading for e in readings_of(chosen[0])) or "none but the default"
        raise InputError(f"reading {shown(reading)} of {chosen[0].id} is unknown; it has {allowed}")
    return tuple(read)


def _nearest(name: str) -> str:
    names = tuple(dict.fromkeys(entry.name for entry in entries().values()))
    if close := difflib.get_close_matches(name, names, n=4, cutoff=0.3):
        return f"nearest: {', '.join(close)}"
    return f"the patterns are {' '.join(e.name for e in entries().values() if e.id in _wholes())}"


@cache
def _wholes() -> frozenset[str]:
    return frozenset(e.id for e in entries().values() if not e.clause and not e.reading)


def find_entry(word: str) -> Entry:
    """Return the one entry that `word` names; raise InputError where several bear the name."""
    found = find_entries(word)
    if len(found) > 1:
        ids = ", ".join(entry.id for entry in found)
        raise InputError(f"pattern {shown(word)} is the name of several; say which: {ids}")
    return found[0]


def readings_of(entry: Entry) -> tuple[Entry, ...]:
    """Return the other readings of the entry's clause."""
    same = (e for e in entries().values() if (e.pattern, e.clause) == (entry.pattern, entry.clause))
    return tuple(e for e in same if e.reading and e.id != entry.id)


def clauses_of(entry: Entry) -> tuple[Entry, ...]:
    """Return the clauses and forms of a whole pattern, by default reading."""
    if entry.clause:
        return ()
    same = (e for e in entries().values() if e.pattern == entry.pattern)
    return tuple(e for e in same if e.clause and not e.reading)
