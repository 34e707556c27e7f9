"""docs/collation.md: the apparatus, generated from the claims; a stale copy fails a test."""

from collections import Counter
from collections.abc import Iterable, Sequence

from dingshi.collation.checking import Finding, collate
from dingshi.collation.report import coverage_rows, one_line, summary_rows
from dingshi.collation.schools_compared import Side, lesson_name, sides
from dingshi.collation.world import casting_worlds, default_world
from dingshi.datasets.claims.kinds import kinds
from dingshi.datasets.claims.mutations import recorded_mutations
from dingshi.datasets.claims.records import CAPABILITIES, VERDICTS, Claim
from dingshi.datasets.vocabulary import BOOKS, BRANCHES

INTRODUCTION = """\
# 校勘: the statements of the five books, verified

Generated from `datasets/claims/`; do not edit. `make collation` renews it, a test fails when it is
stale.

A claim is one value that a book asserts and that a program can check. Each is computed by the
default school (`jingwei`); one that fails there is tried under every other school, single reading
and theory. No sentence of a book is kept: only values, inputs and places. Places are
book.line.ordinal, by the lines of the transcriptions.
"""


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    head, *body = rows
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in body), ""]


def _by_book(findings: Iterable[Finding], book: str, verdict: str) -> list[Finding]:
    return [f for f in findings if f.claim.book == book and f.verdict == verdict]


def _apparatus(findings: Sequence[Finding]) -> list[str]:
    titles = {
        "emended": "Emended: it holds once a slip is mended",
        "contradicted": "Contradicted: computed otherwise under every school, reading and theory",
        "holds_under": "Holds only under another school, reading or theory",
        "undecidable": "Undecidable: the book leaves out an input",
        "outside": "Outside: it needs an input that no chart has",
    }
    lines = ["## The apparatus", ""]
    for book, title in BOOKS.items():
        lines += [f"### {title} (`{book}`)", ""]
        for verdict, heading in titles.items():
            chosen = _by_book(findings, book, verdict)
            if chosen:
                lines += [f"**{heading}** ({len(chosen)})", ""]
                lines += [f"- {one_line(finding)}" for finding in chosen]
                lines.append("")
    return lines


def _ids(claims: Sequence[Claim], most: int = 12) -> str:
    shown = " ".join(claim.id for claim in claims[:most])
    return shown + (f" … ({len(claims)})" if len(claims) > most else "")


def _sides(found: Sequence[Side]) -> list[str]:
    rows = [["against the default", "lessons", "claims for the default", "claims for it"]]
    for side in found:
        rows.append(
            [
                f"`{side.name}`",
                str(len(side.rows)),
                f"{len(side.for_default)}: {_ids(side.for_default)}".rstrip(": "),
                f"{len(side.for_other)}: {_ids(side.for_other)}".rstrip(": "),
            ]
        )
    return _table(rows)


def _lessons(found: Sequence[Side]) -> list[str]:
    """Return every lesson on which a school or reading differs, and the claims about it."""
    base = default_world()
    by_row: dict[int, dict[str, str]] = {}
    for side in found:
        world = casting_worlds().get(side.name)
        for row in side.rows:
            if world is not None:
                three = "".join(BRANCHES[b] for b in world.transmissions[row])
                by_row.setdefault(row, {})[side.name] = three
    rows = [["day, 局", "default", "others"]]
    for row, others in sorted(by_row.items()):
        mine = "".join(BRANCHES[b] for b in base.transmissions[row])
        by_value: dict[str, list[str]] = {}
        for name, three in others.items():
            by_value.setdefault(three, []).append(f"`{name}`")
        cells = "; ".join(f"{three} {' '.join(names)}" for three, names in by_value.items())
        rows.append([lesson_name(row), mine, cells])
    return _table(rows)


def _waiting(findings: Sequence[Finding]) -> list[str]:
    counts = Counter(f.missing for f in findings if f.verdict == "waiting")
    rows = [["capability", "claims", "what it is"]]
    rows += [[f"`{n}`", str(counts[n]), text] for n, text in CAPABILITIES.items() if counts[n]]
    return _table(rows)


def collation_document() -> str:
    """Return the text of docs/collation.md."""
    findings = collate()
    found = sides(findings)
    lines = [INTRODUCTION, "## Summary", ""]
    lines += _table(summary_rows(findings, by="book"))
    lines += _table([["verdict", "meaning"], *([f"`{v}`", m] for v, m in VERDICTS.items())])
    lines += ["What the waiting claims wait for:", "", *_waiting(findings)]
    lines += ["By kind:", "", *_table(summary_rows(findings, by="kind"))]
    lines += ["## Coverage of the lines", ""]
    lines += ["Every line that is not empty is accounted for.", "", *_table(coverage_rows())]
    lines += ["## Between the schools", ""]
    lines += ["Lessons of 720 whose transmissions differ, and the claims that decide.", ""]
    lines += [*_sides(found), "Every lesson on which a reading differs:", "", *_lessons(found)]
    lines += _apparatus(findings)
    lines += ["## What the claims would notice", ""]
    lines += ["One rule turned over at a time, and how many claims then break.", ""]
    rows = [["mutation", "broken", "what is turned over"]]
    rows += [[f"`{n}`", str(b), text] for n, (b, text) in recorded_mutations().items()]
    lines += _table(rows)
    lines += ["## The kinds of claims", ""]
    rows = [["kind", "needs", "value", "what is claimed"]]
    rows += [
        [f"`{k.name}`", " ".join(k.required).replace("|", " or "), k.value, k.description]
        for k in kinds().values()
    ]
    lines += _table(rows)
    return "\n".join(lines).rstrip() + "\n"
