"""One run over several tables: the loop over batches, and what is gathered on the way."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from dingshi.datasets import validation as words
from dingshi.datasets.schema import vocabulary_of
from dingshi.datasets.vocabulary import BRANCHES, PILLARS
from dingshi.errors import InputError
from dingshi.kernels import axes
from dingshi.schools import School
from dingshi.validation.arrowfiles import ArrowTable
from dingshi.validation.batches import Batch, Source, printable
from dingshi.validation.columns import Plan, plan
from dingshi.validation.detection import Fit
from dingshi.validation.fields import (
    FIELDS,
    LESSONS,
    Field,
    Reference,
    build_reference,
    noble_of,
    variant_of,
)
from dingshi.validation.judging import (
    AGREES,
    Judge,
    Outcome,
    count_causes,
    count_claimed,
    count_wrong,
)
from dingshi.validation.normalising import (
    DAY,
    HOUR,
    SHIFT,
    Defaults,
    Normaliser,
    Resolver,
    Rows,
)
from dingshi.validation.page import html_page
from dingshi.validation.report import Report, beside, check_target, open_report
from dingshi.validation.result import SAMPLES, FileResult, Sample, Validation
from dingshi.validation.sources import open_source
from dingshi.validation.texts import TruncatedError


@dataclass(frozen=True, slots=True)
class Settings:
    """What the caller asked for."""

    school: School
    day_rule: int
    columns: dict[str, str]
    encoding: str | None
    keep: tuple[str, ...]
    report: Path | None
    html: Path | None
    resolver: Resolver | None
    progress: Callable[[int, int | None], None]


@dataclass(slots=True)
class _Table:
    source: Source
    plan: Plan
    result: FileResult


def _code_shown(field: Field, code: int) -> str:
    if code < 0:
        return ""
    known = vocabulary_of(field.kind)
    return known[code] if known else str(bool(code)) if field.kind == "bool" else str(code)


class Run:
    """Judges tables under one set of settings; the tables may be read twice."""

    def __init__(self, tables: Sequence[Any], settings: Settings, stack: ExitStack) -> None:
        """Open every table. Raises InputError when none can be read, or a report cannot be."""
        self.settings = settings
        self._stack = stack
        self._bad: list[FileResult] = []
        self._tables: list[_Table] = []
        if not tables:
            raise InputError("no table is given; give a file")
        inputs = [Path(table) for table in tables if isinstance(table, str | Path)]
        for target, suffixes in (
            (settings.report, (".parquet", ".csv")),
            (settings.html, (".html",)),
        ):
            if target is not None:
                check_target(target, suffixes, inputs)
        complaint: InputError | None = None
        for table in tables:
            try:
                self._open(table)
            except InputError as error:
                complaint = complaint or error
                problem = str(error).removeprefix(str(table)).lstrip(": ")
                name = printable(Path(table)) if isinstance(table, str | Path) else "table"
                self._bad.append(FileResult(name, problem=problem))
        if not self._tables:
            raise complaint or InputError("no table is given; give a file")
        claimed = {name for table in self._tables for name in table.plan.fields()}
        self._names = [name for name in FIELDS if name in claimed]
        self._reference: Reference = build_reference(self._names)

    def _open(self, table: Any) -> None:
        if isinstance(table, str | Path):
            source = open_source(Path(table), self.settings.encoding)
        else:
            try:
                source = ArrowTable(table)
            except (TypeError, ValueError) as error:
                raise InputError(f"a table is a path or an Arrow table: {error}") from None
        chosen = plan(
            source,
            self.settings.columns,
            self.settings.keep,
            has_calendar=self.settings.resolver is not None,
        )
        read = [*chosen.keys.values(), *chosen.claims]
        result = FileResult(
            source.name,
            keyed_by=chosen.keyed_by,
            columns={mapped.column: mapped.name for mapped in read},
            not_read=list(chosen.unread),
        )
        self._tables.append(_Table(source, chosen, result))

    def _rules(self) -> tuple[int, ...]:
        """Return the places of the day rules, the one in force first."""
        first = self.settings.day_rule
        return (first, *(i for i in range(len(words.day_rules())) if i != first))

    def _normaliser(self, table: _Table) -> Normaliser:
        school = self.settings.school
        nights = np.array(words.day_rules()[self.settings.day_rule].nights())
        defaults = Defaults(variant_of(school), noble_of(school), nights)
        return Normaliser(table.plan, self._names, defaults, self.settings.resolver)

    def detect(self) -> Fit:
        """Return the options that fit the tables best."""
        judge = Judge(self._reference, self.settings.school, self._rules())
        for table in self._tables:
            normaliser = self._normaliser(table)
            try:
                for batch in table.source.batches(table.plan.wanted()):
                    judge.judge(normaliser.read(batch), table.plan.keyed_by, explain=False)
            except TruncatedError:
                continue  # told when the rows are judged
        return judge.detection.best()

    def judge(self) -> Validation:
        """Judge every row; write the report and the page."""
        settings = self.settings
        school = settings.school
        result = Validation(
            school.name,
            {r: v for r, v in school.readings().items() if r != "noble"},
            school.noble,
            words.day_rules()[settings.day_rule].name,
        )
        result.claimed.update(dict.fromkeys(self._names, 0))
        judge = Judge(self._reference, school, self._rules())
        with ExitStack() as stack:
            report = (
                stack.enter_context(
                    open_report(settings.report, self._reference.fields, settings.keep)
                )
                if settings.report
                else None
            )
            for table in self._tables:
                self._judge_table(table, judge, report, result)
        result.files += [*(table.result for table in self._tables), *self._bad]
        result.best = judge.detection.best()
        result.schools = judge.detection.schools()
        result.options = judge.detection.options()
        if settings.html:
            with beside(settings.html) as part:
                part.write_text(html_page(result), encoding="utf-8")
        return result

    def _judge_table(
        self, table: _Table, judge: Judge, report: Report | None, result: Validation
    ) -> None:
        normaliser = self._normaliser(table)
        table.result.rows = 0
        total = sum(t.source.total or 0 for t in self._tables)
        known = all(t.source.total is not None for t in self._tables)
        seen = np.zeros(LESSONS, dtype=np.int64)
        hours = False
        try:
            for batch in table.source.batches(table.plan.wanted()):
                rows = normaliser.read(batch)
                outcome = judge.judge(rows, table.plan.keyed_by)
                first = table.result.rows + 1
                self._gather(table, batch, first, rows, outcome, result)
                if report is not None:
                    report.write(table.result.file, first, batch, table.plan.kept, rows, outcome)
                table.result.rows += batch.rows
                read = rows.keys[rows.readable]
                seen += np.bincount(read[:, DAY] * 12 + read[:, SHIFT], minlength=LESSONS)
                hours = hours or bool((read[:, HOUR] >= 0).any())
                settings_total = total if known else None
                self.settings.progress(result.rows, settings_total)
        except TruncatedError as error:
            table.result.problem = f"{error}; the {table.result.rows:,} rows before were judged"
        if not hours:
            table.result.table = _as_table(seen)

    def _gather(
        self,
        table: _Table,
        batch: Batch,
        first: int,
        rows: Rows,
        outcome: Outcome,
        result: Validation,
    ) -> None:
        counts = np.bincount(outcome.status, minlength=len(words.STATUSES)).tolist()
        named = zip(words.STATUSES, counts, strict=True)
        result.statuses.update({status: count for status, count in named if count})
        result.claimed.update(
            dict(zip(self._names, count_claimed(rows.claims, rows.readable), strict=True))
        )
        result.differing.update(
            dict(zip(self._names, count_wrong(outcome.wrong, len(self._names)), strict=True))
        )
        result.causes.update(count_causes(outcome.causes))
        differs = outcome.wrong != 0
        result.by_option += int((differs & outcome.option_fits).sum())
        unfit = np.flatnonzero(differs & ~outcome.option_fits)[: SAMPLES - len(result.no_option)]
        result.no_option += [(table.result.file, first + row) for row in unfit.tolist()]
        if len(result.samples) < SAMPLES:
            odd = np.flatnonzero(outcome.status != AGREES)[: SAMPLES - len(result.samples)]
            for row in odd.tolist():
                result.samples.append(self._sample(table, batch, first, row, rows, outcome))

    def _sample(
        self, table: _Table, batch: Batch, first: int, row: int, rows: Rows, outcome: Outcome
    ) -> Sample:
        key = ""
        if rows.readable[row]:
            day, shift, hour = (int(rows.keys[row, k]) for k in (DAY, SHIFT, HOUR))
            key = f"{PILLARS[day]} 局 {axes.ju(shift)}"
            if hour >= 0:
                key = f"{PILLARS[day]} {BRANCHES[(hour + shift) % 12]}將 {BRANCHES[hour]}時"
        problem = "; ".join(rows.problems.get(row, ()))
        texts = filter(None, (outcome.explanations.get(row), problem))
        fields = tuple(
            (field.name, _code_shown(field, claimed), _code_shown(field, computed))
            for f, field in enumerate(self._reference.fields)
            if int(outcome.wrong[row]) >> f & 1
            for claimed, computed in [(int(rows.claims[f, row]), int(outcome.computed[f, row]))]
        )
        status = tuple(words.STATUSES)[outcome.status[row]]
        text = "; ".join(texts) or ("nothing is claimed" if status == "empty" else "")
        line = None if batch.lines is None else int(batch.lines[row])
        return Sample(table.result.file, first + row, line, status, key, text, fields)


def _as_table(seen: Any) -> str | None:
    """Say how far rows without an hour are a table of 定式; None when they do not look like one."""
    present = int((seen > 0).sum())
    if present < LESSONS // 2:
        return None
    again = int((seen - 1)[seen > 1].sum())
    lacking = f"lacks {LESSONS - present}" if present < LESSONS else "each of the 720 lessons"
    return f"定式: {lacking}" + (f", {again:,} rows again" if again else ", each once")
