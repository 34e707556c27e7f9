"""CSV, TSV and JSON lines, read line by line."""

import csv
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from dingshi.errors import InputError
from dingshi.validation.batches import BATCH_BYTES, Batch, as_text, printable, shorten
from dingshi.validation.texts import Lines, TruncatedError, detect_encoding, opened

ROWS: Final = 65_536
LONGEST_CELL: Final = 131_072
DELIMITERS: Final = ",\t;|"


class DelimitedFile:
    """CSV and TSV."""

    total: int | None = None

    def __init__(self, path: Path, encoding: str | None) -> None:
        """Read the header; raises InputError for a file without one."""
        self.name = printable(path)
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
                self.header = tuple(shorten(cell.strip()) for cell in next(reader, ()))
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
                cells, complaint = [""], f"it is not CSV: {error}"
                if "field limit" in str(error):
                    complaint = f"a cell is longer than {LONGEST_CELL:,} characters"
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
    ) -> tuple[Batch, TruncatedError | None]:
        cells: list[list[str]] = []
        numbers: list[int] = []
        bad: dict[int, str] = {}
        full = lines.characters + BATCH_BYTES // 4
        broken: TruncatedError | None = None
        try:
            for row, line, complaint in rows:
                if complaint is not None:
                    bad[len(cells)] = complaint
                cells.append(row)
                numbers.append(line)
                if len(cells) == ROWS or lines.characters > full:
                    break
        except TruncatedError as error:
            broken = error
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


def _clean(text: str) -> str | None:
    return shorten(text) or None


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


class JsonLines:
    """One JSON object a line."""

    total: int | None = None

    def __init__(self, path: Path, encoding: str | None) -> None:
        """Read the whole file once, to know every column that a row may have."""
        self.name = printable(path)
        self._path = path
        self._codec = detect_encoding(path, encoding)
        names: dict[str, None] = {}
        try:
            for _, cells, complaint in self._objects():
                if complaint is None:
                    names |= dict.fromkeys(map(shorten, cells))
                if len(names) > 10_000:
                    raise InputError(
                        f"{path}: more than 10,000 different names; no table is so wide"
                    )
        except TruncatedError:
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
                if len(texts) == ROWS or size > BATCH_BYTES:
                    yield batch()
                    texts.clear()
                    numbers.clear()
                    bad.clear()
                    size = 0
        except TruncatedError:
            if texts:
                yield batch()
            raise
        if texts:
            yield batch()
