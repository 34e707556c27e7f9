"""Files of four kinds as batches of text: rows keep their numbers, bad ones their reason."""

import csv
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Protocol, cast

import pyarrow as pa
import pyarrow.parquet as pq
from dingshi.errors import InputError
from dingshi.parsing import shown
from dingshi.validation.texts import Lines, TruncatedError, compression_of, detect_encoding, opened

ROWS: Final = 131_072
TEXT_ROWS: Final = 65_536
BATCH_BYTES: Final = 32 << 20
LONGEST_CELL: Final = 131_072
KEPT_CELL: Final = 300  # characters: no cell that means anything is longer
DELIMITERS: Final = ",\t;|"


@dataclass(slots=True)
class Batch:
    """Some rows: `columns` holds an Arrow array for each column asked for.

    `lines`: the line on which each row ends, for text; `bad`: place in the batch -> complaint.
    """

    rows: int
    columns: dict[int, Any]
    lines: Sequence[int] | None = None
    bad: dict[int, str] = field(default_factory=dict)


class Source(Protocol):
    """A table: its name, the names of its columns, and its rows in batches."""

    name: str
    header: tuple[str, ...]
    total: int | None

    def batches(self, wanted: Sequence[int]) -> Iterator[Batch]:
        """Yield the rows; `wanted` are places in `header`. Raises TruncatedError at damage."""
        ...


def _shorten(text: str) -> str:
    return text if len(text) <= KEPT_CELL else text[:KEPT_CELL] + "…"


class DelimitedFile:
    """CSV and TSV."""

    total = None

    def __init__(self, path: Path, encoding: str | None) -> None:
        """Read the header; raises InputError for a file without one."""
        self.name = str(path)
        self._path = path
        self._codec = detect_encoding(path, encoding)
        with opened(path) as file:
            lines = Lines(file, self._codec)
            first = next(lines, "")
            if fault := lines.fault(1, 1):
                raise InputError(f"{path}:1: {fault}; a table needs a readable header")
            counts = {mark: first.count(mark) for mark in DELIMITERS}
            tabs = path.name.lower().removesuffix(".gz").removesuffix(".zst").endswith(".tsv")
            self._delimiter = "\t" if tabs else max(DELIMITERS, key=lambda mark: counts[mark])
        with opened(path) as file:
            reader = self._reader(Lines(file, self._codec))
            try:
                self.header = tuple(_shorten(cell.strip()) for cell in next(reader, ()))
            except csv.Error as error:
                raise InputError(f"{path}:1: {error}") from None
        if not any(self.header):
            raise InputError(f"{path} is empty: give a table with a header and rows")

    def _reader(self, lines: Lines) -> Any:
        csv.field_size_limit(LONGEST_CELL)
        return csv.reader(lines, delimiter=self._delimiter)

    def batches(self, wanted: Sequence[int]) -> Iterator[Batch]:
        """Yield the rows; blank lines are passed over."""
        with opened(self._path) as file:
            lines = Lines(file, self._codec)
            reader = self._reader(lines)
            next(reader)
            rows = self._rows(reader, lines)
            while True:
                batch, broken = self._batch(rows, lines, wanted)
                if batch.rows:
                    yield batch
                if broken:
                    raise broken
                if not batch.rows:
                    return

    def _rows(self, reader: Any, lines: Lines) -> Iterator[tuple[list[str], int, str | None]]:
        """Yield cells, line number and complaint of each row."""
        width = len(self.header)
        before: int = reader.line_num
        while True:
            complaint = None
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                cells, complaint = (
                    [""],
                    str(error).replace("field larger than field", "a cell over"),
                )
            line: int = reader.line_num
            complaint = lines.fault(before + 1, line) or complaint
            before = line
            if not cells and complaint is None:
                continue
            if len(cells) > width and not any(cells[width:]):
                cells = cells[:width]
            if len(cells) != width:
                complaint = complaint or f"{len(cells)} cells, but the header has {width}"
                cells = [""] * width
            yield cells, line, complaint

    def _batch(
        self,
        rows: Iterator[tuple[list[str], int, str | None]],
        lines: Lines,
        wanted: Sequence[int],
    ) -> tuple[Batch, TruncatedError | OSError | None]:
        cells: list[list[str]] = []
        numbers: list[int] = []
        bad: dict[int, str] = {}
        full = lines.characters + BATCH_BYTES // 4
        broken: TruncatedError | OSError | None = None
        try:
            for row, line, complaint in rows:
                if complaint is not None:
                    bad[len(cells)] = complaint
                cells.append(row)
                numbers.append(line)
                if len(cells) == TEXT_ROWS or lines.characters > full:
                    break
        except (EOFError, OSError) as error:
            broken = _as_truncated(error)
        columns = {
            place: pa.array(
                [None if i in bad else _clean(row[place]) for i, row in enumerate(cells)]
                if bad
                else [_clean(row[place]) for row in cells],
                type=pa.string(),
            ).dictionary_encode()
            for place in wanted
        }
        return Batch(len(cells), columns, numbers, bad), broken


def _as_truncated(error: Exception) -> TruncatedError:
    return TruncatedError(f"the data is cut off or damaged ({type(error).__name__})")


def _clean(text: str) -> str | None:
    return _shorten(text) or None


def flatten(value: Any) -> dict[str, Any]:
    """Return a JSON object as cells: lists of words joined, objects within by their place.

    The lists `lessons`, `transmissions` and `plate` of `dingshi cast --format json` become the
    columns of the corpus.
    """
    cells: dict[str, Any] = {}
    for name, inner in value.items():
        if isinstance(inner, list) and inner and all(isinstance(item, dict) for item in inner):
            cells |= _flatten_list(str(name), inner)
        elif isinstance(inner, dict):
            continue
        else:
            cells[str(name)] = inner
    return cells


def _flatten_list(name: str, items: list[dict[str, Any]]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    if name == "lessons":
        for n, item in enumerate(items[:5], 1):
            cells |= {f"lesson{n}_{k}": item.get(k) for k in ("upper", "lower", "general")}
    elif name == "transmissions":
        for place, item in zip(("initial", "middle", "final"), items, strict=False):
            cells[place] = item.get("branch")
            facts = ("stem", "relation", "general", "void", "seat_void")
            cells |= {f"{place}_{k}": item.get(k) for k in facts}
    elif name == "plate":
        cells["plate"] = " ".join(str(item.get("general")) for item in items)
    return cells


def as_text(value: Any) -> str | None:
    """Return a value of JSON or Parquet as the text of a cell, None where it says nothing."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple):
        return _shorten(" ".join(filter(None, map(as_text, value[:30]))))
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return _shorten(str(value).replace("\0", "␀").encode("utf-8", "replace").decode())


class JsonLines:
    """One JSON object a line."""

    total = None

    def __init__(self, path: Path, encoding: str | None) -> None:
        """Read the whole file once, to know every column that a row may have."""
        self.name = str(path)
        self._path = path
        self._codec = detect_encoding(path, encoding)
        names: dict[str, None] = {}
        try:
            for _, cells, complaint in self._objects():
                if complaint is None:
                    names |= dict.fromkeys(map(_shorten, cells))
                if len(names) > 10_000:
                    raise InputError(
                        f"{path}: more than 10,000 different names; no table is so wide"
                    )
        except (TruncatedError, EOFError, OSError):
            pass  # the same damage is met, and told, when the rows are read
        self.header = tuple(names)
        if not names:
            raise InputError(f"{path} holds no JSON object; give one object a line")

    def _objects(self) -> Iterator[tuple[int, dict[str, Any], str | None]]:
        with opened(self._path) as file:
            lines = Lines(file, self._codec)
            for line in lines:
                if not line.strip():
                    continue
                complaint = lines.fault(lines.number, lines.number)
                cells: dict[str, Any] = {}
                if complaint is None:
                    try:
                        value = json.loads(line)
                        if isinstance(value, dict):
                            cells = flatten(value)
                        else:
                            complaint = "it is not a JSON object"
                    except (ValueError, RecursionError) as error:
                        complaint = f"it is not JSON: {re.sub(': line 1', '', str(error))}"
                yield lines.number, cells, complaint

    def batches(self, wanted: Sequence[int]) -> Iterator[Batch]:
        """Yield the rows."""
        names = [self.header[place] for place in wanted]
        texts: list[list[str | None]] = []
        numbers: list[int] = []
        bad: dict[int, str] = {}
        size = 0

        def batch() -> Batch:
            columns = {
                place: pa.array([row[k] for row in texts], type=pa.string()).dictionary_encode()
                for k, place in enumerate(wanted)
            }
            return Batch(len(texts), columns, list(numbers), dict(bad))

        try:
            for line, cells, complaint in self._objects():
                if complaint is not None:
                    bad[len(texts)] = complaint
                texts.append([as_text(cells.get(name)) for name in names])
                numbers.append(line)
                size += sum(len(text or "") for text in texts[-1])
                if len(texts) == TEXT_ROWS or size > BATCH_BYTES:
                    yield batch()
                    texts.clear()
                    numbers.clear()
                    bad.clear()
                    size = 0
        except (EOFError, OSError) as error:
            if texts:
                yield batch()
            raise _as_truncated(error) from error
        except TruncatedError:
            if texts:
                yield batch()
            raise
        if texts:
            yield batch()


def _as_words(array: Any) -> Any:
    """Return an Arrow array as dictionary-encoded text, or as integers where it holds integers."""
    kind = array.type
    if pa.types.is_dictionary(kind) and pa.types.is_string(kind.value_type):
        return array
    if pa.types.is_string(kind):
        return array.dictionary_encode()
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return array.cast(pa.string()).dictionary_encode()
    if pa.types.is_dictionary(kind):
        words = pa.array([as_text(v) for v in array.dictionary.to_pylist()], type=pa.string())
        return pa.DictionaryArray.from_arrays(array.indices, words)
    encoded = array if pa.types.is_nested(kind) else array.dictionary_encode()
    if pa.types.is_nested(kind):
        texts = [as_text(value) for value in encoded.to_pylist()]
        return pa.array(texts, type=pa.string()).dictionary_encode()
    words = pa.array([as_text(v) for v in encoded.dictionary.to_pylist()], type=pa.string())
    return pa.DictionaryArray.from_arrays(encoded.indices, words)


def _unpacked(path: Path) -> IO[bytes]:
    """Return the open file; one that is compressed as a whole is unpacked beside all others.

    The temporary file goes when the object does.
    """
    plain = path.open("rb")
    if compression_of(plain.read(4)) is None:
        return plain
    plain.close()
    unpacked = cast(IO[bytes], tempfile.NamedTemporaryFile(suffix=".parquet"))  # noqa: SIM115
    with opened(path) as packed:
        shutil.copyfileobj(packed, unpacked)
    unpacked.flush()
    return unpacked


class ParquetFile:
    """A Parquet file, read a part of a row group at a time."""

    def __init__(self, path: Path) -> None:
        """Read the footer; raises InputError for a file that has none."""
        self.name = str(path)
        self._path = _unpacked(path)
        try:
            file = pq.ParquetFile(self._path.name)
        except (pa.ArrowException, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise InputError(f"{path} is no whole Parquet file: it is cut off or damaged") from None
        self.header = tuple(file.schema_arrow.names)
        self.total: int | None = file.metadata.num_rows
        self._text = [
            name
            for name, kind in zip(file.schema_arrow.names, file.schema_arrow.types, strict=True)
            if pa.types.is_string(kind) or pa.types.is_large_string(kind)
        ]
        file.close()

    def _batch_rows(self, file: Any, names: Sequence[str]) -> int:
        """Return how many rows at a time keep within BATCH_BYTES, by the footer's own sizes."""
        widest = 1.0
        for group in range(file.metadata.num_row_groups):
            rows = file.metadata.row_group(group)
            size = sum(
                rows.column(c).total_uncompressed_size
                for c in range(rows.num_columns)
                if rows.column(c).path_in_schema.split(".")[0] in names
            )
            widest = max(widest, size / max(1, rows.num_rows))
        return int(max(1, min(ROWS, BATCH_BYTES / widest)))

    def batches(self, wanted: Sequence[int]) -> Iterator[Batch]:
        """Yield the rows; only the columns that are wanted are read."""
        names = [self.header[place] for place in wanted]
        try:
            with pq.ParquetFile(
                self._path.name, read_dictionary=[n for n in names if n in self._text]
            ) as file:
                size = self._batch_rows(file, names)
                for part in file.iter_batches(size, columns=names, use_threads=False):
                    columns = {
                        place: _as_words(part.column(name))
                        for place, name in zip(wanted, names, strict=True)
                    }
                    yield Batch(part.num_rows, columns)
        except (pa.ArrowException, UnicodeDecodeError) as error:
            raise _as_truncated(error) from error
        except OSError as error:
            if error.errno is not None:
                raise
            raise _as_truncated(error) from error


class ArrowTable:
    """A table in memory: Arrow, or whatever hands its columns out as an Arrow stream."""

    def __init__(self, value: Any) -> None:
        """Take the table."""
        self.name = "table"
        self._table = value if isinstance(value, pa.Table) else pa.table(value)
        self.header = tuple(self._table.column_names)
        self.total: int | None = self._table.num_rows

    def batches(self, wanted: Sequence[int]) -> Iterator[Batch]:
        """Yield the rows."""
        chosen = self._table.select(list(wanted))
        for part in chosen.to_batches(max_chunksize=ROWS):
            columns = {
                place: _as_words(column) for place, column in zip(wanted, part.columns, strict=True)
            }
            yield Batch(part.num_rows, columns)


def open_source(path: Path, encoding: str | None = None) -> Source:
    """Return the table in a file; its kind is known by its content, then by its name.

    Raises InputError for a file that is missing, empty or not a table.
    """
    if not path.exists():
        raise InputError(f"{path} does not exist; give a CSV, TSV, JSON lines or Parquet file")
    if path.is_dir():
        raise InputError(f"{path} is a folder; give a CSV, TSV, JSON lines or Parquet file")
    try:
        with opened(path) as file:
            head = file.read(4096)
        if not head.strip(b"\xef\xbb\xbf \t\r\n"):
            raise InputError(f"{path} is empty: give a table with a header and rows")
        if head.startswith(b"PAR1"):
            return ParquetFile(path)
        name = path.name.lower().removesuffix(".gz").removesuffix(".zst")
        start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
        if name.endswith((".parquet", ".pq")):
            raise InputError(f"{path} is no Parquet file: it does not begin as one")
        if start.startswith(b"[") and name.endswith((".json", ".jsonl", ".ndjson")):
            raise InputError(f"{path} is one JSON list; give JSON lines, one object a line")
        if start.startswith(b"{") or name.endswith((".json", ".jsonl", ".ndjson")):
            return JsonLines(path, encoding)
        return DelimitedFile(path, encoding)
    except TruncatedError as error:
        raise InputError(f"{path}: {error}; nothing could be read") from None
    except PermissionError:
        raise InputError(f"{path} may not be read") from None


def describe(header: Mapping[str, Any] | Sequence[str], most: int = 12) -> str:
    """Return names of columns as a message may list them."""
    names = [shown(name) for name in header]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
