"""A claim: one value that a book asserts, with its place, its inputs and the recorded verdict."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from dingshi.datasets.vocabulary import BOOKS

VERDICTS: Final = {
    "holds": "computed as the book has it, by the default school",
    "holds_under": "computed as the book has it only under another school, reading or theory",
    "emended": "holds once a slip of the brush is mended; the note says why",
    "contradicted": "computed otherwise under every school, reading and theory",
    "waiting": "waits for a capability that is not built yet",
    "undecidable": "the book leaves out an input that the statement needs",
    "outside": "needs an input that no chart has",
}
# What is not built yet, and what of the books waits for it.
CAPABILITIES: Final = {
    "spirits": "tables of the spirits",
    "patterns.jingwei": "the patterns of volume 3 of 六壬經緯",
    "patterns.keti": "the patterns of 課體象意",
    "patterns.wuyao": "the patterns of 五要權衡",
    "patterns.fushantang": "the patterns of 福山堂",
    "patterns.bifa": "the patterns of 畢法賦",
    "procedures.wuyao": "the procedures of 五要權衡: numbers, terms of fulfilment, 換將",
    "procedures.fushantang": "the procedures of 福山堂: terms of fulfilment",
    "calendar.moon": "the lodge of the moon by lunar date",
    "calendar.seasons": "the days of earth's reign and of residual qi within the seasons",
    "classes.jingwei": "the correspondences of volume 5 of 六壬經緯",
    "divination.jingwei": "the topics of volume 6 of 六壬經緯",
}
# The inputs of a claim, in the order in which they are written.
INPUTS: Final = (
    "stem",
    "day",
    "days",
    "day_stem",
    "over",
    "ju",
    "month_general",
    "hour",
    "night",
    "noble_direction",
    "decade",
    "month",
    "season",
    "year",
    "year_stem",
    "year_branch",
    "natal",
    "sex",
    "husband_year",
    "wife_year",
    "lunar_day",
    "at",
    "n",
    "branch",
    "element",
    "general",
    "a",
    "b",
    "relation",
    "other",
    "stage",
    "method",
    "places",
    "spirit",
    "pattern",
    "name",
    "condition",
    "table",
    "key",
    "final",
    "by",
    "upper",
    "lower",
    "number",
    "vigour",
    "rule",
    "alternative",
    "question",
)
FIELDS: Final = (
    "id",
    "section",
    "line",
    "kind",
    "inputs",
    "as_written",
    "expected",
    "emended_from",
    "verdict",
    "under",
    "missing",
    "note",
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One asserted value; `expected` is canonical, `as_written` what the transcription has."""

    id: str  # book.line.ordinal
    section: str
    line: int
    kind: str
    inputs: Mapping[str, Any]
    as_written: str
    expected: Any
    emended_from: str | None
    verdict: str
    under: str  # the schools, readings or theories under which it holds, if not the default
    missing: str  # the capability or the input that a verdict without computation waits for
    note: str

    @property
    def book(self) -> str:
        """Return the id of the book."""
        return self.id.partition(".")[0]

    @property
    def ordinal(self) -> int:
        """Return the number of the claim within its line."""
        return int(self.id.rpartition(".")[2])


def claim_of(fields: Mapping[str, Any]) -> Claim:
    """Return the claim of a checked mapping of `FIELDS`."""
    return Claim(**{name: fields[name] for name in FIELDS})


def format_claim(claim: Claim) -> str:
    """Return the canonical line of a claim: the fields and the inputs in their fixed order."""
    order = {name: place for place, name in enumerate(INPUTS)}
    fields = {name: getattr(claim, name) for name in FIELDS}
    fields["inputs"] = dict(sorted(claim.inputs.items(), key=lambda item: order[item[0]]))
    return json.dumps(fields, ensure_ascii=False)


def shipped_text(book: str) -> str:
    """Return the text of the claims of a book as shipped."""
    file = resources.files("dingshi.datasets.claims").joinpath(f"{book}.jsonl")
    return file.read_text(encoding="utf-8")


@cache
def claims(book: str) -> tuple[Claim, ...]:
    """Return the shipped claims of a book, in the order of its lines; they are linted by a test."""
    return tuple(claim_of(json.loads(line)) for line in shipped_text(book).splitlines())


@cache
def all_claims() -> tuple[Claim, ...]:
    """Return the shipped claims of the five books."""
    return tuple(claim for book in BOOKS for claim in claims(book))
