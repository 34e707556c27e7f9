"""The report of a validation as a file: a row for each row judged, written in batches."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from dingshi.arrow import arrow_schema
from dingshi.datasets.schema import Column, Table, vocabulary_of
from dingshi.errors import DingshiError, InputError
from dingshi.kernels import axes
from dingshi.validation.batches import Batch
from dingshi.validation.fields import Field
from dingshi.validation.judging import Outcome, text_column
from dingshi.validation.normalising import DAY, FIXED, HOUR, NIGHT, SHIFT, Rows
from dingshi.writing import is_ours, stream_parquet

LIVE: Final = r"^[=+\-@\t\r\n]"  # how a cell begins that a spreadsheet would run as a formula
FIRST: Final = "file"
KEPT: Final = "kept_"


def report_table(name: str, fields: Sequence[Field], keep: Sequence[str]) -> Table:
    """Return the columns of a report: the row, the verdict, then claimed and computed fields."""
    compared = [
        column
        for field in fields
        for column in (
            Column(field.name, field.kind, f"{field.name} as claimed, null for no claim", True),
            Column(f"{field.name}_computed", field.kind, f"{field.name} as computed", True),
        )
    ]
    return Table(
        name,
        "rows of other tables, judged against the corpus",
        (),
        (
            Column(FIRST, "string", "the table that the row stands in"),
            Column("row", "int64", "number of the row, the first below the header is 1"),
            Column("line", "int64", "line of a text file on which the row ends", True),
            Column("status", "row_status", "the verdict"),
            Column("day", "pillar", "the day", True),
            Column("ju", "int8", "局 number by the key of the row", True),
            Column("hour", "branch", "the hour, where it is known", True),
            Column("month_general", "branch", "月將, where the hour is known", True),
            Column("night", "bool", "whether the night noble is taken, where it is known", True),
            Column("cause", "string", "kinds of change that make the row fit, joined by +", True),
            Column("changes", "int8", "how many changes the explanation takes", True),
            Column("explanation", "string", "the smallest change that makes the row fit", True),
            Column(
                "option_fits",
                "bool",
                "whether some school, readings, noble and day rule make a differing row agree",
                True,
            ),
            Column("problem", "string", "what could not be read", True),
            *(Column(f"{KEPT}{n}", "string", f"column {n} as it was", True) for n in keep),
            *compared,
        ),
        twins=False,
    )


def _codes(kind: str, values: Any, absent: Any) -> Any:
    """Return codes as an Arrow array of a kind of column, null where `absent`."""
    mask = absent if absent.any() else None
    words = vocabulary_of(kind)
    if words:
        indices = pa.array(values.astype(np.int8, copy=False), mask=mask)
        return pa.DictionaryArray.from_arrays(indices, pa.array(words), ordered=True)
    if kind == "bool":
        return pa.array(values != 0, mask=mask)
    return pa.array(values, type={"int8": pa.int8(), "int64": pa.int64()}[kind], mask=mask)


def _texts(texts: Mapping[int, str], rows: int) -> Any:
    if not texts:
        return pa.nulls(rows, pa.string())
    return pa.array(text_column(dict(texts), rows), type=pa.string())


class Writer(Protocol):
    """Where the batches of a report go."""

    def write_batch(self, batch: Any) -> None:
        """Write one batch."""
        ...


class _CsvWriter:
    """CSV in UTF-8; no cell can be run as a formula by the spreadsheet that opens it."""

    def __init__(self, schema: Any, file: IO[bytes]) -> None:
        self._schema = pa.schema([(field.name, pa.string()) for field in schema])
        options = pa.csv.WriteOptions(quoting_style="needed", include_header=False)
        header = [pa.array([name]) for name in self._schema.names]
        self._writer = pa.csv.CSVWriter(file, self._schema, write_options=options)
        self.write_batch(pa.RecordBatch.from_arrays(header, schema=self._schema))

    def write_batch(self, batch: Any) -> None:
        columns = [harmless(column.cast(pa.string())) for column in batch.columns]
        self._writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


def harmless(column: Any) -> Any:
    """Return text with an apostrophe before what a spreadsheet would take for a formula."""
    live = pc.match_substring_regex(column, LIVE)
    return pc.if_else(live, pc.binary_join_element_wise("'", column, ""), column)


class Report:
    """Writes the report of one run."""

    def __init__(self, table: Table, writer: Writer, fields: Sequence[Field]) -> None:
        """Write to `writer`, whose columns are those of `table`."""
        self._schema = arrow_schema(table)
        self._writer = writer
        self._fields = fields

    def write(
        self,
        name: str,
        first: int,
        batch: Batch,
        kept: Sequence[int],
        rows: Rows,
        outcome: Outcome,
    ) -> None:
        """Write the rows of a batch of the table `name`; `first` is the number of its first row."""
        n, keys = batch.rows, rows.keys
        unreadable = ~rows.readable
        hour = keys[:, HOUR]
        no_hour = unreadable | (hour < 0)
        lines = pa.nulls(n, pa.int64()) if batch.lines is None else pa.array(batch.lines)
        changes = np.zeros(n, dtype=np.int8)
        changes[list(outcome.changes)] = list(outcome.changes.values())
        problems = {row: "; ".join(texts) for row, texts in rows.problems.items()}
        columns = [
            pa.repeat(pa.scalar(name), n),
            pa.array(np.arange(first, first + n)),
            lines,
            _codes("row_status", outcome.status, np.zeros(n, dtype=np.bool_)),
            _codes("pillar", keys[:, DAY], unreadable),
            _codes("int8", axes.ju(keys[:, SHIFT]).astype(np.int8), unreadable),
            _codes("branch", hour, no_hour),
            _codes("branch", axes.month_general(hour, keys[:, SHIFT]), no_hour),
            _codes("bool", keys[:, NIGHT], no_hour & ((keys[:, FIXED] == 0) | unreadable)),
            _texts(outcome.causes, n),
            _codes("int8", changes, changes == 0),
            _texts(outcome.explanations, n),
            _codes("bool", outcome.option_fits, outcome.wrong == 0),
            _texts(problems, n),
            *(batch.columns[place].cast(pa.string()) for place in kept),
        ]
        for field, claimed, computed in zip(
            self._fields, rows.claims, outcome.computed, strict=True
        ):
            columns.append(_codes(field.kind, claimed, claimed < 0))
            columns.append(_codes(field.kind, computed, computed < 0))
        self._writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=self._schema))


def check_target(path: Path, suffixes: Sequence[str], inputs: Sequence[Path]) -> None:
    """Raise InputError when `path` is an input, in no folder, or a file that is not a report."""
    if path.suffix not in suffixes:
        raise InputError(f"{path}: such a file ends in {' or '.join(suffixes)}")
    if path.is_dir():
        raise InputError(f"{path} is a folder; give a file")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}")
    if not path.exists():
        return
    if any(path.samefile(other) for other in inputs if other.exists()):
        raise InputError(f"{path} is the table that is judged; give another file for the report")
    with path.open("rb") as file:
        head = file.read(400)
    known = {
        ".csv": head.startswith(b'"file","row","line","status",') or not head,
        ".html": b"dingshi validate" in head or not head,
    }
    if not known.get(path.suffix, is_ours(path)):
        raise InputError(f"{path} is no report of dingshi; give another file, or remove it first")


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Give a name beside `path`; it is renamed to it when all went well, else removed."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        os.replace(part, path)
    except OSError as error:
        if error.errno is None:
            raise
        raise DingshiError(f"{path}: {os.strerror(error.errno)}; nothing was written") from error
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def open_report(path: Path, fields: Sequence[Field], keep: Sequence[str]) -> Iterator[Report]:
    """Open the report `path`, Parquet or CSV by its name; it appears when it is whole."""
    table = report_table(path.name, fields, keep)
    with beside(path) as part, part.open("wb") as file:
        writer: Any = (
            _CsvWriter(arrow_schema(table), file)
            if path.suffix == ".csv"
            else stream_parquet(table, file)
        )
        with contextlib.closing(writer):
            yield Report(table, writer, fields)
