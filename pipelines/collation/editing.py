"""Adding and renumbering claims: checked, judged, numbered, written in canonical form."""

import csv
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any, Final

from dingshi.collation.checking import judge
from dingshi.datasets.claims.kinds import kinds
from dingshi.datasets.claims.lint import (
    COVERAGE_COLUMNS,
    complaints_about,
    lint_claims,
    lint_coverage,
    same_statement,
)
from dingshi.datasets.claims.records import Claim, claim_of, format_claim
from dingshi.datasets.claims.texts import transcriptions
from dingshi.datasets.vocabulary import BOOKS
from dingshi.errors import DingshiError, InputError

# What a contributor writes; the rest is numbered and judged here.
DRAFT_FIELDS: Final = ("book", "section", "line", "kind", "inputs", "as_written", "expected")
DRAFT_OPTIONS: Final = {"emended_from": None, "note": "", "verdict": "holds", "missing": ""}


def _path(folder: Path, book: str) -> Path:
    path = folder / f"{book}.jsonl"
    if not path.is_file():
        raise InputError(f"{folder} holds no {book}.jsonl; give the folder datasets/claims")
    return path


def _coverage_path(folder: Path, book: str) -> Path:
    path = folder.parent / "coverage" / f"{book}.csv"
    if not path.is_file():
        raise InputError(f"{path} is missing; the coverage stands beside the claims")
    return path


def read_book(folder: Path, book: str) -> list[Claim]:
    """Return the claims of a book; raise InputError with the first complaint if one is wrong."""
    path = _path(folder, book)
    text = path.read_text(encoding="utf-8")
    if complaints := lint_claims(text, str(path), book):
        raise InputError(complaints[0])
    return [claim_of(json.loads(line)) for line in text.splitlines()]


def _replace_files(texts: Mapping[Path, str]) -> None:
    """Write every file beside its place, then rename them all."""
    beside = {path: path.with_name(f".{path.name}.new") for path in texts}
    try:
        for path, text in texts.items():
            beside[path].write_text(text, encoding="utf-8")
        for path in texts:
            os.replace(beside[path], path)
    except OSError as error:
        raise DingshiError(f"{error.filename}: {error.strerror}; nothing was changed") from error
    finally:
        for path in beside.values():
            path.unlink(missing_ok=True)


def _text(claims: Iterable[Claim]) -> str:
    ordered = sorted(claims, key=lambda claim: (claim.line, claim.ordinal))
    return "".join(f"{format_claim(claim)}\n" for claim in ordered)


def _counts(claims: Iterable[Claim]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for claim in claims:
        counts[claim.line] = counts.get(claim.line, 0) + 1
    return counts


def _covered(text: str, counts: Mapping[int, int], file: str) -> str:
    """Return a coverage file that agrees with the number of claims of each line."""
    rows = list(csv.reader(text.splitlines()))
    known = {int(row[0]) for row in rows[1:]}
    if unknown := sorted(counts.keys() - known):
        raise InputError(f"{file}: line {unknown[0]} of the book is empty or does not exist")
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COVERAGE_COLUMNS)
    for line, account, where, why in rows[1:]:
        count = counts.get(int(line), 0)
        reason = why if account == "claims" else f"{account} {where} {why}".strip()
        writer.writerow(
            [line, "claims", str(count), reason] if count else [line, account, where, why]
        )
    return out.getvalue()


def _draft(line: str, place: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise InputError(f"{place}: not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise InputError(f"{place}: not a JSON object")
    for name in DRAFT_FIELDS:
        if name not in fields:
            raise InputError(f"{place}: no {'source: ' if name == 'line' else ''}{name!r}")
    if unknown := sorted(fields.keys() - {*DRAFT_FIELDS, *DRAFT_OPTIONS}):
        raise InputError(f"{place}: field {unknown[0]!r} is unknown")
    if fields["book"] not in BOOKS:
        raise InputError(f"{place}: book {fields['book']!r} is not one of {', '.join(BOOKS)}")
    if not isinstance(fields["line"], int) or isinstance(fields["line"], bool):
        raise InputError(f"{place}: no source: line {fields['line']!r} is not a number")
    return {**DRAFT_OPTIONS, **fields}


def _judged(fields: Mapping[str, Any], ordinal: int, place: str) -> Claim:
    """Return the claim of a draft, numbered and judged; raise InputError if anything is wrong."""
    book = fields["book"]
    kind = kinds().get(str(fields["kind"]))
    unsettled = kind is not None and kind.lacking(fields["inputs"])
    complete = {
        **{name: value for name, value in fields.items() if name != "book"},
        "id": f"{book}.{fields['line']}.{ordinal}",
        "under": "",
    }
    if not unsettled:
        # The verdict is computed below; until then the one that its fields allow stands for it.
        emended = complete["emended_from"] is not None
        complete |= {"verdict": "emended" if emended else "holds", "missing": ""}
    if complaints := complaints_about(complete, book):
        raise InputError(f"{place}: {complaints[0]}")
    claim = claim_of(complete)
    try:
        found = judge(claim)
    except (KeyError, ValueError, IndexError) as error:
        raise InputError(f"{place}: no value follows from these inputs ({error})") from None
    claim = replace(claim, verdict=found.verdict, under=found.under, missing=found.missing)
    settled = json.loads(format_claim(claim))
    if complaints := complaints_about(settled, book):
        computed = f" (computed: {found.computed})" if found.holds is False else ""
        raise InputError(f"{place}: {complaints[0]}{computed}")
    return claim


def add_claims(folder: Path, text: str, file: str = "input") -> list[Claim]:
    """Add the drafts in `text`, one JSON object a line; return them numbered and judged.

    All or nothing: raises InputError for the first that is wrong, naming its line, and for one that
    is already there.
    """
    books: dict[str, list[Claim]] = {}
    added = []
    for number, line in enumerate(text.splitlines(), start=1):
        place = f"{file}:{number}"
        fields = _draft(line, place)
        claims = books.setdefault(fields["book"], read_book(folder, fields["book"]))
        same_line = [claim.ordinal for claim in claims if claim.line == fields["line"]]
        claim = _judged(fields, max(same_line, default=0) + 1, place)
        for other in claims:
            if same_statement(other) == same_statement(claim):
                raise InputError(f"{place}: duplicate of {other.id}")
        claims.append(claim)
        added.append(claim)
    if not added:
        raise InputError(f"{file} holds no claim")
    texts = {}
    for book, claims in books.items():
        texts[_path(folder, book)] = _text(claims)
        coverage = _coverage_path(folder, book)
        texts[coverage] = _covered(
            coverage.read_text(encoding="utf-8"), _counts(claims), str(coverage)
        )
    _replace_files(texts)
    return added


def renumber(folder: Path, book: str) -> list[tuple[str, str]]:
    """Close the gaps between the ordinals of each line; return (old id, new id) of the moved."""
    if book not in BOOKS:
        raise InputError(f"book {book!r} is unknown; allowed: {', '.join(BOOKS)}")
    claims = sorted(read_book(folder, book), key=lambda claim: (claim.line, claim.ordinal))
    counts: dict[int, int] = {}
    renumbered, moved = [], []
    for claim in claims:
        counts[claim.line] = counts.get(claim.line, 0) + 1
        new = f"{book}.{claim.line}.{counts[claim.line]}"
        if new != claim.id:
            moved.append((claim.id, new))
        renumbered.append(replace(claim, id=new))
    if moved:
        _replace_files({_path(folder, book): _text(renumbered)})
    return moved


def format_files(folder: Path) -> list[str]:
    """Rewrite every file of claims in canonical form and order; return the books that changed."""
    texts = {}
    for book in BOOKS:
        path = _path(folder, book)
        text = path.read_text(encoding="utf-8")
        try:
            claims = [claim_of(json.loads(line)) for line in text.splitlines()]
            formatted = _text(claims)
        except (ValueError, KeyError) as error:
            raise InputError(f"{path}: {error}; dingshi claims lint says where") from None
        if formatted != text:
            texts[path] = formatted
    _replace_files(texts)
    return [path.stem for path in texts]


def lint_files(folder: Path, texts: Path | None = None) -> list[str]:
    """Return every complaint about the claims and the coverage in `folder`.

    With the folder of the transcriptions also whether each line is there and every line counted.
    """
    found = []
    for book in BOOKS:
        path = _path(folder, book)
        complaints = lint_claims(path.read_text(encoding="utf-8"), str(path), book)
        found += complaints
        if complaints:
            continue
        coverage = _coverage_path(folder, book)
        size = transcriptions()[book]
        counts = _counts(read_book(folder, book))
        covered = coverage.read_text(encoding="utf-8")
        found += lint_coverage(covered, str(coverage), counts, size.lines, size.filled)
        if texts is not None:
            found += _lint_against(texts, book, covered, str(coverage))
    return found


def _lint_against(texts: Path, book: str, covered: str, file: str) -> list[str]:
    """Return the lines of a transcription that coverage misses, or counts though they are empty."""
    place = list(BOOKS).index(book)
    candidates = sorted(texts.glob(f"{place:03d}_*.txt"))
    if len(candidates) != 1:
        raise InputError(f"{texts} holds no single {place:03d}_*.txt for {book}")
    lines = candidates[0].read_text(encoding="utf-8").split("\n")
    filled = {number for number, line in enumerate(lines, start=1) if line.strip()}
    counted = {int(row[0]) for row in list(csv.reader(covered.splitlines()))[1:]}
    return [
        *(f"{file}: line {line} of the book is unaccounted" for line in sorted(filled - counted)),
        *(f"{file}: line {line} of the book is empty" for line in sorted(counted - filled)),
    ]
