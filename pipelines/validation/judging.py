"""Judging a batch: what agrees, what differs, and the smallest change that makes a row fit."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from dingshi.datasets import casting, validation
from dingshi.datasets.schema import vocabulary_of
from dingshi.kernels import validation as kernels
from dingshi.kernels.rules import Codes, Flags
from dingshi.schools import School
from dingshi.validation.detection import Detection
from dingshi.validation.fields import Reference, variants
from dingshi.validation.hypotheses import Hypotheses, Situation, build_hypotheses
from dingshi.validation.normalising import DAY, HOUR, NIGHT, NOBLE, SHIFT, VARIANT, Ints, Rows
from numpy.typing import NDArray

AGREES, DIFFERS, UNREADABLE, EMPTY = range(len(validation.STATUSES))
CHARACTER: Final = "character"
NAMED_FIELDS: Final = 3
REMEMBERED: Final = 100_000


@dataclass(slots=True)
class Outcome:
    """What became of the rows of a batch. Texts are given for rows that have them, by place."""

    status: Codes
    computed: Codes
    wrong: Ints
    explanations: dict[int, str]
    causes: dict[int, str]
    changes: dict[int, int]
    option_fits: Flags  # whether a school, reading, noble and day rule make a row agree


def _shown(reference: Reference, field: int, code: int) -> str:
    words = vocabulary_of(reference.fields[field].kind)
    if words:
        return words[code]
    return ("no", "yes")[code] if reference.fields[field].kind == "bool" else str(code)


class Judge:
    """Judges the batches of one run."""

    def __init__(self, reference: Reference, base: School, rules: Sequence[int]) -> None:
        """Prepare. `rules`: places of the day rules, the one in force first."""
        self._reference = reference
        self._base = base
        self._rules = tuple(rules)
        self._nights = np.array(
            [validation.day_rules()[rule].nights() for rule in rules], dtype=np.int8
        )
        self.detection = Detection(reference, self._nights, base, self._rules)
        self._hypotheses: dict[tuple[int, str], Hypotheses] = {}
        self._said: dict[tuple[str, tuple[int, ...], tuple[int, ...]], str] = {}

    def judge(self, rows: Rows, keyed_by: str, *, explain: bool = True) -> Outcome:
        """Judge the rows of a batch, and add them to the detection."""
        keys = rows.keys
        place = self._reference.place(
            keys[:, VARIANT], keys[:, NOBLE], keys[:, NIGHT], keys[:, DAY] * 12 + keys[:, SHIFT]
        )
        place[~rows.readable] = kernels.UNREADABLE
        computed, wrong, claimed = kernels.judge(
            self._reference.places(),
            place,
            rows.claims,
        )
        status = np.full(place.size, AGREES, dtype=np.int8)
        status[claimed == 0] = EMPTY
        for row in rows.problems:
            status[row] = UNREADABLE
        status[wrong != 0] = DIFFERS
        for row in rows.emended:
            if rows.readable[row]:
                status[row] = DIFFERS
        left = self.detection.add_agreeing(place, keys, claimed, (wrong == 0) & (claimed != 0))
        chosen = np.flatnonzero(left | (wrong != 0))
        by_option = self.detection.add(keys[chosen], np.ascontiguousarray(rows.claims.T[chosen]))
        differing = np.flatnonzero(status == DIFFERS)
        fits = np.zeros(place.size, dtype=np.bool_)
        fits[chosen] = by_option
        outcome = Outcome(status, computed, wrong, {}, {}, {}, fits)
        if explain and differing.size:
            self._explain(rows, keyed_by, differing, outcome)
        return outcome

    def _hypotheses_of(self, variant: int, keyed_by: str) -> Hypotheses:
        key = variant, keyed_by
        if key not in self._hypotheses:
            school = variants()[variant]
            base = School(**{"name": school.name, **school.readings(), "noble": self._base.noble})
            names = [field.name for field in self._reference.fields]
            self._hypotheses[key] = build_hypotheses(base, names, self._rules, keyed_by)
        return self._hypotheses[key]

    def _explain(self, rows: Rows, keyed_by: str, differing: Ints, outcome: Outcome) -> None:
        found = np.full(outcome.wrong.size, -1, dtype=np.int64)
        others: dict[int, list[int]] = {}
        unfit = differing[outcome.wrong[differing] != 0]
        for variant in np.unique(rows.keys[unfit, VARIANT]).tolist():
            hypotheses = self._hypotheses_of(variant, keyed_by)
            these = unfit[rows.keys[unfit, VARIANT] == variant]
            found[these] = self._try(hypotheses, hypotheses.table, rows, these)
            among = hypotheses.alternatives()
            for number in among[1:]:
                unsure = these[np.isin(found[these], [n for n in among if n < number])]
                table = hypotheses.table[number : number + 1]
                fits = self._try(hypotheses, table, rows, unsure) >= 0
                for row in unsure[fits].tolist():
                    others.setdefault(row, []).append(number)
        for row in differing.tolist():
            numbers = (int(found[row]), *others.get(row, ()))
            self._describe(rows, keyed_by, row, numbers, outcome)

    def _try(
        self, hypotheses: Hypotheses, table: Ints, rows: Rows, chosen: Ints
    ) -> NDArray[np.int64]:
        return kernels.explain(
            self._reference.places(),
            len(casting.nobles()),
            self._nights,
            table,
            hypotheses.orders,
            rows.keys[chosen],
            np.ascontiguousarray(rows.claims.T[chosen]),
        )

    def _describe(
        self, rows: Rows, keyed_by: str, row: int, numbers: tuple[int, ...], outcome: Outcome
    ) -> None:
        """Put the explanation of a row into words; `numbers` are hypotheses that fit equally."""
        hypothesis = numbers[0]
        emended = rows.emended.get(row, [])
        if outcome.wrong[row] and hypothesis < 0:
            outcome.explanations[row] = self._unexplained(rows, row, outcome)
            outcome.causes[row] = "none"
            return
        parts, causes, changes = [], [], len(emended)
        if outcome.wrong[row]:
            key = tuple(rows.keys[row].tolist())
            hypotheses = self._hypotheses_of(key[VARIANT], keyed_by)
            said = (keyed_by, numbers, key)
            if said not in self._said:
                if len(self._said) > REMEMBERED:
                    self._said.clear()
                situation = Situation(
                    keyed_by, key[DAY], key[SHIFT], key[HOUR], key[NIGHT], key[NOBLE]
                )
                texts = [hypotheses.say(number, situation) for number in numbers]
                texts[1:] = [text.removeprefix("agrees ") for text in texts[1:]]
                self._said[said] = ", or ".join(texts)
            parts.append(self._said[said])
            causes.append(hypotheses.cause(hypothesis))
            changes += len(hypotheses.changes[hypothesis])
        for column, written, meant in emended:
            opening = "" if parts else "agrees "
            parts.append(f"{opening}if {written} is read as {meant} in {column}")
        if emended:
            causes.append(CHARACTER)
        outcome.explanations[row] = " and ".join(parts)
        outcome.causes[row] = "+".join(causes)
        outcome.changes[row] = changes

    def _unexplained(self, rows: Rows, row: int, outcome: Outcome) -> str:
        """Name what differs in a row that no change explains."""
        wrong = int(outcome.wrong[row])
        fields = [f for f in range(len(self._reference.fields)) if wrong >> f & 1]
        if len(fields) > NAMED_FIELDS:
            return f"no change tried explains it: {len(fields)} fields differ"
        named = ", ".join(
            f"{self._reference.fields[f].name} has "
            f"{_shown(self._reference, f, int(rows.claims[f, row]))} for "
            f"{_shown(self._reference, f, int(outcome.computed[f, row]))}"
            for f in fields
        )
        return f"no change tried explains it: {named}"


def count_wrong(wrong: Ints, fields: int) -> list[int]:
    """Return for each field in how many rows it differs."""
    if not wrong.any():
        return [0] * fields
    return [int((wrong >> field & 1).sum()) for field in range(fields)]


def count_claimed(claims: Codes, readable: Flags) -> list[int]:
    """Return for each field how many readable rows claim it."""
    return [int(((codes >= 0) & readable).sum()) for codes in claims]


def count_causes(causes: dict[int, str]) -> Counter[str]:
    """Return how often each cause was found."""
    return Counter(causes.values())


def text_column(texts: dict[int, Any], rows: int) -> list[Any]:
    """Return a column with `texts` at their places and None elsewhere."""
    column: list[Any] = [None] * rows
    for row, text in texts.items():
        column[row] = text
    return column
