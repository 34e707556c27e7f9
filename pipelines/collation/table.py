"""claims.parquet: every claim with its computed value and verdict."""

from typing import Any

import pyarrow as pa
from dingshi.arrow import arrow_table
from dingshi.collation.checking import Finding, collate
from dingshi.collation.values import stored
from dingshi.datasets.schema import CLAIMS, vocabulary_of

_UNKNOWN = -1


def claims_table() -> pa.Table:
    """Return every shipped claim, sorted by id."""
    findings = sorted(collate(), key=lambda finding: finding.claim.id)
    books, verdicts, kinds = (vocabulary_of(kind) for kind in ("book", "verdict", "claim_kind"))
    codes: dict[str, Any] = {
        "id": [f.claim.id for f in findings],
        "book": [books.index(f.claim.book) for f in findings],
        "section": [f.claim.section for f in findings],
        "line": [f.claim.line for f in findings],
        "kind": [kinds.index(f.claim.kind) for f in findings],
        "inputs": [stored(dict(f.claim.inputs)) for f in findings],
        "as_written": [f.claim.as_written for f in findings],
        "expected": [stored(f.claim.expected) for f in findings],
        "emended_from": [f.claim.emended_from or "" for f in findings],
        "computed": [_computed(f) for f in findings],
        "holds": [_UNKNOWN if f.holds is None else int(f.holds) for f in findings],
        "verdict": [verdicts.index(f.verdict) for f in findings],
        "under": [f.under for f in findings],
        "missing": [f.missing for f in findings],
        "note": [f.claim.note for f in findings],
    }
    return arrow_table(CLAIMS, codes)


def _computed(finding: Finding) -> str:
    return "" if finding.holds is None else stored(finding.computed)
