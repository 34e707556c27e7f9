"""The report of `dingshi verify`: a summary by book and kind, details, coverage."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from dingshi.collation.checking import Finding
from dingshi.collation.values import shown_difference, shown_inputs, shown_value
from dingshi.datasets.claims.kinds import kinds
from dingshi.datasets.claims.records import VERDICTS
from dingshi.datasets.claims.texts import coverage_counts
from dingshi.datasets.vocabulary import BOOKS
from dingshi.drawing import rows_of
from dingshi.errors import InputError
from dingshi.verification import Verdict

ACCOUNTS = ("claims", "rule", "interpretation", "explanation", "heading", "waiting")


def select(
    findings: Iterable[Finding], book: str | None, kind: str | None, show: str | None
) -> list[Finding]:
    """Return the findings of a book, of a kind, and with a verdict; raise InputError for others."""
    for name, value, allowed in (
        ("book", book, tuple(BOOKS)),
        ("kind", kind, tuple(kinds())),
        ("verdict", show, tuple(VERDICTS)),
    ):
        if value is not None and value not in allowed:
            raise InputError(f"{name} {value!r} is unknown; allowed: {', '.join(allowed)}")
    return [
        finding
        for finding in findings
        if (book is None or finding.claim.book == book)
        and (kind is None or finding.claim.kind == kind)
        and (show is None or finding.verdict == show)
    ]


def counted(findings: Iterable[Finding], *, by: str) -> dict[str, Counter[str]]:
    """Return the number of claims of each verdict, by `book` or by `kind`."""
    table: dict[str, Counter[str]] = {}
    for finding in findings:
        table.setdefault(getattr(finding.claim, by), Counter())[finding.verdict] += 1
    return table


def summary_rows(findings: Sequence[Finding], *, by: str) -> list[list[str]]:
    """Return a table of counts: a row for each book or kind, a column for each verdict."""
    present = Counter(finding.verdict for finding in findings)
    verdicts = [verdict for verdict in VERDICTS if present[verdict]]
    rows = [[by, "claims", *verdicts]]
    for name, counts in counted(findings, by=by).items():
        cells = [str(counts[verdict]) for verdict in verdicts]
        rows.append([name, str(counts.total()), *cells])
    rows.append(["all", str(len(findings)), *(str(present[verdict]) for verdict in verdicts)])
    if findings:
        shares = [f"{100 * present[verdict] / len(findings):.1f}%" for verdict in verdicts]
        rows.append(["share", "", *shares])
    return rows


def draw_summary(findings: Sequence[Finding]) -> str:
    """Return the counts by book and by kind."""
    by_book = rows_of(summary_rows(findings, by="book"))
    by_kind = rows_of(summary_rows(findings, by="kind"))
    return "\n".join([*by_book, "", *by_kind])


def one_line(finding: Finding) -> str:
    """Return a claim on one line: place, inputs, what is asserted, what was computed, why."""
    claim = finding.claim
    parts = [f"{claim.id} {claim.section}: {claim.kind} {shown_inputs(claim.inputs)}".rstrip()]
    parts.append(f"= {shown_value(claim.expected)}")
    if claim.emended_from:
        parts.append(f"(written {claim.emended_from})")
    if finding.holds is False:
        parts.append(f"[{shown_difference(finding)}]")
    if finding.under:
        parts.append(f"holds under {finding.under.replace(' ', ', ')}")
    if finding.missing:
        parts.append(f"waits for {finding.missing}")
    if claim.note:
        parts.append(f"- {claim.note}")
    return " ".join(parts)


def draw_details(findings: Iterable[Finding]) -> str:
    """Return the claims, one a line."""
    return "\n".join(one_line(finding) for finding in findings)


def coverage_rows(book: str | None = None) -> list[list[str]]:
    """Return how the lines that are not empty are accounted for, a row for each book."""
    rows = [["book", "lines", *ACCOUNTS]]
    for name, counts in coverage_counts().items():
        if book in (None, name):
            total = sum(counts.values())
            cells = [f"{100 * counts.get(account, 0) / total:.1f}%" for account in ACCOUNTS]
            rows.append([name, str(total), *cells])
    return rows


def draw_coverage(book: str | None = None) -> str:
    """Return the coverage as an aligned table."""
    return "\n".join(rows_of(coverage_rows(book)))


def changed(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings whose verdict is not the recorded one."""
    return [finding for finding in findings if not finding.as_recorded]


def as_json(finding: Finding) -> dict[str, object]:
    """Return a finding as JSON-ready values."""
    claim = finding.claim
    return {
        "id": claim.id,
        "book": claim.book,
        "section": claim.section,
        "line": claim.line,
        "kind": claim.kind,
        "inputs": dict(claim.inputs),
        "as_written": claim.as_written,
        "expected": claim.expected,
        "emended_from": claim.emended_from,
        "computed": finding.computed,
        "holds": finding.holds,
        "verdict": finding.verdict,
        "recorded": claim.verdict,
        "under": finding.under,
        "missing": finding.missing,
        "note": claim.note,
    }


def verification_json(
    lists: Iterable[Verdict],
    findings: Iterable[Finding],
    *,
    coverage: bool,
    coverage_of: str | None,
) -> dict[str, object]:
    """Return the lists of volume 1, the claims, and if wanted the coverage, ready for JSON."""
    found: dict[str, object] = {
        "lists": [
            {**asdict(verdict), "holds": verdict.holds, "explained": verdict.explained}
            for verdict in lists
        ],
        "claims": [as_json(finding) for finding in findings],
    }
    if coverage:
        found["coverage"] = {
            book: dict(counts)
            for book, counts in coverage_counts().items()
            if coverage_of in (None, book)
        }
    return found
