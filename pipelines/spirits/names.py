"""Names of spirits: labels that tell them apart, and what a person may have meant."""

import difflib
import unicodedata
from collections.abc import Iterable
from functools import cache

from dingshi.datasets.spirits.catalogue import GAP, Spirit, aliases, characters, spirits
from dingshi.datasets.vocabulary import BOOKS
from dingshi.errors import InputError
from dingshi.parsing import shown


@cache
def labels() -> tuple[str, ...]:
    """Return for every spirit, by number, a label that is unique within its book.

    It is the name; with its reading, or its kind of key, where the book has another of the name.
    """
    alike: dict[tuple[str, str], list[Spirit]] = {}
    for spirit in spirits():
        alike.setdefault((spirit.book, spirit.name), []).append(spirit)
    made = []
    for spirit in spirits():
        same = alike[spirit.book, spirit.name]
        label = spirit.name
        if len({other.key_kind for other in same}) > 1:
            label += f"({spirit.key_kind})"
        if len([other for other in same if other.key_kind == spirit.key_kind]) > 1:
            label += f"@{spirit.reading}" if spirit.reading else ""
        made.append(label)
    return tuple(made)


def check_books(books: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of books, all five for none; a title is read as its id.

    Raises InputError for an unknown one.
    """
    ids = {**{book: book for book in BOOKS}, **{title: book for book, title in BOOKS.items()}}
    chosen = []
    for book in books:
        if book not in ids:
            raise InputError(f"book {shown(book)} is unknown; allowed: {', '.join(BOOKS)}")
        chosen.append(ids[book])
    return tuple(book for book in BOOKS if book in chosen) or tuple(BOOKS)


def by_book(found: Iterable[Spirit]) -> dict[str, list[str]]:
    """Return book -> labels of spirits, books and spirits in the order of the catalogue."""
    grouped: dict[str, list[str]] = {}
    for spirit in found:
        grouped.setdefault(spirit.book, []).append(labels()[spirit.number])
    return grouped


def fold(name: str) -> str:
    """Return a name under which simplified and variant forms are alike."""
    return "".join(characters().get(c, c) for c in name)


@cache
def _index() -> tuple[dict[str, tuple[Spirit, ...]], dict[str, tuple[Spirit, ...]]]:
    exact: dict[str, list[Spirit]] = {}
    for spirit in spirits():
        exact.setdefault(spirit.name, []).append(spirit)
    printed = {(spirit.book, spirit.name) for spirit in spirits()}
    for (book, alias), meant in aliases().items():
        if (book, alias) not in printed:
            exact.setdefault(alias, []).extend(meant)
    folded: dict[str, list[Spirit]] = {}
    for name, listed in exact.items():
        folded.setdefault(fold(name), []).extend(listed)
    return _ordered(exact), _ordered(folded)


def _ordered(index: dict[str, list[Spirit]]) -> dict[str, tuple[Spirit, ...]]:
    return {
        name: tuple(spirits()[number] for number in sorted({spirit.number for spirit in meant}))
        for name, meant in index.items()
    }


def find(name: str, books: Iterable[str] = ()) -> tuple[Spirit, ...]:
    """Return the spirits of a name or an alias, of every book or of `books`.

    The name as printed is looked for first, then with simplified and variant characters alike.
    Raises InputError with the nearest names when there is none.
    """
    chosen = check_books(books)
    text = unicodedata.normalize("NFKC", name).strip()
    exact, folded = _index()
    for index, key in ((exact, text), (folded, fold(text))):
        if found := tuple(s for s in index.get(key, ()) if s.book in chosen):
            return found
    raise InputError(f"spirit {shown(name)} is unknown{_hint(text, chosen)}")


def _hint(text: str, chosen: tuple[str, ...]) -> str:
    exact, folded = _index()
    if elsewhere := {s.book for s in exact.get(text, ()) or folded.get(fold(text), ())}:
        known = ", ".join(book for book in BOOKS if book in elsewhere)
        return f" in {', '.join(chosen)}; it is defined by: {known}"
    names = {
        name: fold(name)
        for name, meant in exact.items()
        if GAP not in name and any(spirit.book in chosen for spirit in meant)
    }
    key = fold(text)

    def likeness(name: str) -> float:
        return difflib.SequenceMatcher(None, key, names[name], autojunk=False).ratio()

    ranked = sorted(names, key=lambda name: (-likeness(name), name))
    near = [name for name in ranked[:5] if likeness(name) > 0]
    return f"; did you mean {', '.join(near)}?" if near else "; spirits.parquet lists all names"
