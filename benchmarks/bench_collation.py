"""Claims: every claim evaluated and judged in one pass, against reading their files."""

import json

from dingshi.collation.checking import Finding, collate
from dingshi.datasets.claims.records import all_claims, claim_of, shipped_text
from dingshi.datasets.vocabulary import BOOKS

from benchmarks.conftest import Ratio


def read_every_claim() -> int:
    return sum(
        len([claim_of(json.loads(line)) for line in shipped_text(book).splitlines()])
        for book in BOOKS
    )


def judge_every_claim() -> list[Finding]:
    return collate()


def test_one_pass_against_reading_the_files(ratio: Ratio) -> None:
    findings = judge_every_claim()
    assert len(findings) == len(all_claims()) == read_every_claim()
    assert all(finding.as_recorded for finding in findings)
    number = len(findings)
    ratio(
        "claims judged, against reading them from their files",
        judge_every_claim,
        read_every_claim,
        items=number,
        peer_items=number,
    )
