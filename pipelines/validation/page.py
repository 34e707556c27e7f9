"""The result of a validation as one HTML page: no script, no network, every text escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from dingshi import provenance
from dingshi.datasets.validation import STATUSES
from dingshi.validation.result import Validation, options_of

STYLE: Final = (
    "body{font:16px/1.5 sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;margin:.5rem 0 1.5rem}td,th{border:1px solid #ccc;"
    "padding:.2rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}th{background:#f3f1ea}"
    ".wrong{color:#a00}"
)
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def _cell(value: object) -> str:
    if isinstance(value, int):
        return f'<td class="n">{value:,}</td>'
    return f"<td>{escape(str(value))}</td>"


def _table(title: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    body = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    if not body:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    return f"<h2>{escape(title)}</h2>\n<table>\n<tr>{head}</tr>\n{body}\n</table>\n"


def html_page(result: Validation) -> str:
    """Return the page."""
    options = options_of(result.readings, result.noble, result.day_rule)
    best = result.best
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        f"<title>dingshi validate</title><style>{STYLE}</style></head><body>",
        f"<h1>{result.rows:,} rows, {result.statuses['agrees']:,} agree</h1>",
        f"<p>Judged as {escape(result.school)}: {escape(options)}.</p>",
        _table(
            "Tables",
            ("file", "rows", "keyed by", "as a table", "not read", "problem"),
            (
                (
                    file.file,
                    file.rows,
                    file.keyed_by,
                    file.table or "",
                    ", ".join(file.not_read[:50]),
                    file.problem or "",
                )
                for file in result.files
            ),
        ),
        _table(
            "Verdicts",
            ("status", "rows", "meaning"),
            ((status, result.statuses[status], meaning) for status, meaning in STATUSES.items()),
        ),
        _table("Fields", ("field", "claimed", "differs"), result.fields()),
        _table(
            "What explains the rows that differ",
            ("changes", "rows"),
            (
                ("no change tried" if cause == "none" else cause, count)
                for cause, count in result.causes.most_common()
            ),
        ),
        _table(
            "Rows that agree under each school",
            ("school", "rows"),
            ((fit.school, fit.rows) for fit in result.schools),
        ),
    ]
    if best is not None:
        line = options_of(best.readings, best.noble, best.day_rule)
        parts.append(f"<p>The best fit has {best.rows:,} rows: {escape(line)}.</p>")
        parts.append(
            _table(
                "One option changed in the best fit",
                ("option", "value", "rows that agree"),
                (
                    (option, value, rows)
                    for option, values in result.options.items()
                    for value, rows in values.items()
                ),
            )
        )
    parts.append(
        _table(
            f"The first {len(result.samples)} rows that do not agree",
            ("file", "row", "line", "status", "key", "explanation or problem", "claimed, computed"),
            (
                (
                    sample.file,
                    sample.row,
                    "" if sample.line is None else sample.line,
                    sample.status,
                    sample.key,
                    sample.text,
                    "; ".join(
                        f"{n}: {claimed}, {computed}" for n, claimed, computed in sample.fields
                    ),
                )
                for sample in result.samples
            ),
        )
    )
    parts.append(f"<p>dingshi {provenance.version()}, rule set {provenance.rule_set()}</p>")
    parts.append("</body></html>\n")
    return "\n".join(filter(None, parts))
