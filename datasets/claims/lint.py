"""Checking claims and coverage: every complaint names file and line."""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from dingshi.datasets.claims.kinds import Kind, complaint_about, kinds, well_formed
from dingshi.datasets.claims.records import (
    CAPABILITIES,
    FIELDS,
    VERDICTS,
    Claim,
    claim_of,
    format_claim,
)
from dingshi.datasets.vocabulary import BOOKS

LONGEST_NOTE: Final = 160
LONGEST_SECTION: Final = 40
LONGEST_VALUE: Final = 16  # a value, never a sentence
OUTSIDE: Final = ("date", "second person", "judgement")  # inputs that no chart has
COVERAGE_COLUMNS: Final = ("line", "account", "where", "why")
ACCOUNTS: Final = ("claims", "rule", "interpretation", "explanation", "heading", "waiting")
_ID: Final = re.compile(r"([a-z]+)\.([1-9][0-9]*)\.([1-9][0-9]*)")


def _decode(line: str) -> "dict[str, Any] | str":
    """Return the fields of a line, or what is wrong with it."""

    def refuse_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"{name!r} stands twice")
        return dict(pairs)

    try:
        fields = json.loads(line, object_pairs_hook=refuse_doubles)
    except ValueError as error:
        return f"not JSON: {error}"
    if not isinstance(fields, dict):
        return "not a JSON object"
    missing = [name for name in FIELDS if name not in fields]
    extra = sorted(fields.keys() - {*FIELDS})
    if missing or extra:
        return "; ".join(
            [f"field {name!r} is missing" for name in missing]
            + [f"field {name!r} is unknown" for name in extra]
        )
    return fields


def _source_complaints(fields: Mapping[str, Any], book: str) -> Iterator[str]:
    found = _ID.fullmatch(str(fields["id"]))
    if not found:
        yield f"id {fields['id']!r} is not book.line.ordinal"
    elif found[1] != book:
        yield f"id {fields['id']} names {found[1]}, the file is that of {book}"
    elif int(found[2]) != fields["line"]:
        yield f"id {fields['id']} is not of line {fields['line']}"
    line = fields["line"]
    if isinstance(line, bool) or not isinstance(line, int) or line < 1:
        yield f"no source: line {line!r} is not a line number of the transcription"
    section = fields["section"]
    if not isinstance(section, str) or not section.strip():
        yield "no source: the section is empty"
    elif len(section) > LONGEST_SECTION:
        yield f"the section is longer than {LONGEST_SECTION} characters"


def _value_complaints(fields: Mapping[str, Any], kind: Kind) -> Iterator[str]:
    inputs = fields["inputs"]
    if not isinstance(inputs, dict):
        yield "inputs is not an object"
        return
    for name, value in inputs.items():
        if name not in kind.allowed():
            yield f"a claim of kind {kind.name} takes no input {name!r}"
        elif complaint := complaint_about(name, value):
            yield complaint
    plates = [name for name in ("over", "ju", "month_general") if name in inputs]
    if len(plates) > 1:
        yield f"the plate is given twice: {' and '.join(plates)}"
    if "month_general" in inputs and kind.name != "changed_general" and "hour" not in inputs:
        yield "month_general without hour gives no plate"
    if not well_formed(kind.value, fields["expected"]):
        yield f"expected {fields['expected']!r} is not a value of kind {kind.value}"
    written, emended = fields["as_written"], fields["emended_from"]
    if not isinstance(written, str) or len(written) > LONGEST_VALUE:
        yield f"as_written is not a text of at most {LONGEST_VALUE} characters"
    if emended is not None and (not isinstance(emended, str) or not 0 < len(emended) <= 40):
        yield "emended_from is neither null nor a text of at most 40 characters"


def _verdict_complaints(fields: Mapping[str, Any], kind: Kind) -> Iterator[str]:
    verdict, under, missing = fields["verdict"], fields["under"], fields["missing"]
    note = fields["note"]
    if not isinstance(note, str) or len(note) > LONGEST_NOTE:
        yield f"the note is longer than {LONGEST_NOTE} characters"
        note = "?"
    if verdict not in VERDICTS:
        yield f"verdict {verdict!r} is not one of {', '.join(VERDICTS)}"
        return
    if not isinstance(under, str) or bool(under) != (verdict == "holds_under"):
        yield "under is given exactly when the verdict is holds_under"
    lacking = kind.lacking(fields["inputs"]) if isinstance(fields["inputs"], dict) else []
    allowed = {
        "waiting": tuple(CAPABILITIES),
        "undecidable": tuple(lacking),
        "outside": OUTSIDE,
    }
    if verdict in ("undecidable", "outside") and not lacking:
        yield f"verdict {verdict}, but the inputs of a {kind.name} are complete"
    elif verdict in allowed:
        if missing not in allowed[verdict]:
            yield f"missing {missing!r} is not one of {', '.join(allowed[verdict])}"
    elif missing:
        yield f"missing {missing!r} does not go with the verdict {verdict}"
    elif lacking:
        yield f"a claim of kind {kind.name} needs {', '.join(lacking)}"
    if verdict in ("emended", "contradicted") and not note.strip():
        yield f"the verdict {verdict} needs its reason in the note"
    if fields["emended_from"] is not None and not note.strip():
        yield "an emendation needs its reason in the note"
    if verdict == "emended" and fields["emended_from"] is None:
        yield "the verdict is emended, but emended_from is null"
    if verdict == "holds" and fields["emended_from"] is not None:
        yield "emended_from is given, so the verdict cannot be holds"


def complaints_about(fields: Mapping[str, Any], book: str) -> list[str]:
    """Return everything that is wrong with the fields of one claim of `book`."""
    found = list(_source_complaints(fields, book))
    kind = kinds().get(str(fields["kind"]))
    if kind is None:
        return [*found, f"kind {fields['kind']!r} is unknown; the kinds are in claims/kinds.csv"]
    return [*found, *_value_complaints(fields, kind), *_verdict_complaints(fields, kind)]


def same_statement(claim: Claim) -> tuple[Any, ...]:
    """Return what two claims share when one is a duplicate of the other."""
    inputs = json.dumps(claim.inputs, ensure_ascii=False, sort_keys=True)
    value = json.dumps(claim.expected, ensure_ascii=False)
    return claim.line, claim.kind, inputs, value


def lint_claims(text: str, file: str, book: str) -> list[str]:
    """Return every complaint about the claims in `text`, each with `file:line`."""
    found: list[str] = []
    seen: dict[tuple[Any, ...], int] = {}
    previous = (0, 0)
    for number, line in enumerate(text.splitlines(), start=1):
        fields = _decode(line)
        if isinstance(fields, str):
            found.append(f"{file}:{number}: {fields}")
            continue
        complaints = complaints_about(fields, book)
        found += [f"{file}:{number}: {complaint}" for complaint in complaints]
        if complaints:
            continue
        claim = claim_of(fields)
        place = claim.line, claim.ordinal
        if place <= previous:
            found.append(f"{file}:{number}: id {claim.id} stands out of order or twice")
        previous = place
        statement = same_statement(claim)
        if statement in seen:
            found.append(f"{file}:{number}: duplicate of the claim in line {seen[statement]}")
        seen.setdefault(statement, number)
        if format_claim(claim) != line:
            found.append(f"{file}:{number}: not in canonical form; dingshi claims format mends it")
    if text and not text.endswith("\n"):
        found.append(f"{file}: the last line does not end")
    return found


def lint_coverage(
    text: str, file: str, claimed: Mapping[int, int], lines: int, filled: int
) -> list[str]:
    """Return every complaint about a coverage file, each with `file:line`.

    `claimed`: line of the book -> number of claims; `lines`, `filled`: how many lines the
    transcription has, how many of them are not empty.
    """
    rows = list(csv.reader(text.splitlines()))
    found: list[str] = []
    if not rows or tuple(rows[0]) != COVERAGE_COLUMNS:
        return [f"{file}:1: the columns are not {','.join(COVERAGE_COLUMNS)}"]
    counted: dict[int, int] = {}
    previous = 0
    for number, cells in enumerate(rows[1:], start=2):
        if len(cells) != len(COVERAGE_COLUMNS) or not cells[0].isdecimal():
            found.append(f"{file}:{number}: not a line number, an account, a place and a reason")
            continue
        line, (account, where, why) = int(cells[0]), cells[1:]
        if not previous < line <= lines:
            found.append(f"{file}:{number}: line {line} stands out of order or beyond {lines}")
        previous = line
        counted[line] = int(where) if account == "claims" and where.isdecimal() else 0
        if account not in ACCOUNTS:
            found.append(f"{file}:{number}: {account!r} is not one of {', '.join(ACCOUNTS)}")
        elif account == "rule" and not where:
            found.append(f"{file}:{number}: a rule needs the place where it is implemented")
        elif account == "waiting" and where not in CAPABILITIES:
            found.append(f"{file}:{number}: {where!r} is not a capability that something waits for")
        elif account == "interpretation" and not why:
            found.append(f"{file}:{number}: an interpretation needs its reason")
        if counted[line] != claimed.get(line, 0):
            stated, there = counted[line], claimed.get(line, 0)
            found.append(f"{file}:{number}: line {line} has {there} claims, not {stated}")
    found += [
        f"{file}: line {line} has claims and no row"
        for line in sorted(claimed.keys() - counted.keys())
    ]
    if len(counted) != filled:
        found.append(f"{file}: {len(counted)} rows, but {filled} lines of the book are not empty")
    return found


def book_of(stem: str) -> str:
    """Return the book that a file name stands for; raise ValueError if there is none."""
    if stem not in BOOKS:
        raise ValueError(f"{stem!r} is not the name of a book: {', '.join(BOOKS)}")
    return stem
