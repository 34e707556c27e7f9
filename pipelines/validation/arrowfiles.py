"""Parquet files and tables in memory."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from dingshi.errors import InputError
from dingshi.validation.batches import BATCH_BYTES, Batch, as_text, printable
from dingshi.validation.texts import TruncatedError, compression_of, opened

ROWS: Final = 131_072


def as_truncated(error: Exception) -> TruncatedError:
    """Return a failure of Arrow as damage of the file."""
    return TruncatedError(f"the data is cut off or damaged ({type(error).__name__})")


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


@contextmanager
def _unpacked(path: Path) -> Iterator[IO[bytes]]:
    """Give a Parquet file; one that is compressed as a whole is unpacked meanwhile.

    Arrow gets an open file, since a file may be named in bytes that it cannot take as a path.
    """
    with path.open("rb") as plain:
        if compression_of(plain.read(4)) is None:
            yield plain
            return
    with tempfile.TemporaryFile() as unpacked:
        with opened(path) as file:
            shutil.copyfileobj(file, unpacked)
        yield unpacked


def _parts(file: Any, size: int, names: Sequence[str]) -> Iterator[Any]:
    """Yield the rows of a Parquet file, small row groups several at a time.

    Where such a bundle is damaged its groups are read one by one, to save those that are whole.
    """
    groups = range(file.metadata.num_row_groups)
    bundles: list[list[int]] = []
    rows = size
    for group in groups:
        if rows >= size:
            bundles.append([])
            rows = 0
        bundles[-1].append(group)
        rows += file.metadata.row_group(group).num_rows

    def read(bundle: Sequence[int]) -> Iterator[Any]:
        yield from file.iter_batches(
            size, row_groups=list(bundle), columns=list(names), use_threads=False
        )

    for bundle in bundles:
        given = False
        try:
            for part in read(bundle):
                given = True
                yield part
        except (pa.ArrowException, OSError):
            if given or len(bundle) == 1:
                raise
            for group in bundle:
                yield from read([group])


class ParquetFile:
    """A Parquet file, read a part of a row group at a time."""

    def __init__(self, path: Path) -> None:
        """Read the footer; raises InputError for a file that has none."""
        self.name = printable(path)
        self._path = path
        try:
            with _unpacked(path) as content, pq.ParquetFile(content) as file:
                schema = file.schema_arrow
                self.total: int | None = file.metadata.num_rows
        except (pa.ArrowException, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise InputError(f"{path} is no whole Parquet file: it is cut off or damaged") from None
        self.header = tuple(schema.names)
        self._text = [
            name
            for name, kind in zip(schema.names, schema.types, strict=True)
            if pa.types.is_string(kind) or pa.types.is_large_string(kind)
        ]

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
            with (
                _unpacked(self._path) as content,
                pq.ParquetFile(
                    content, read_dictionary=[n for n in names if n in self._text]
                ) as file,
            ):
                size = self._batch_rows(file, names)
                for part in _parts(file, size, names):
                    columns = {
                        place: _as_words(part.column(name))
                        for place, name in zip(wanted, names, strict=True)
                    }
                    yield Batch(part.num_rows, columns)
        except (pa.ArrowException, UnicodeDecodeError) as error:
            raise as_truncated(error) from error
        except OSError as error:
            if error.errno is not None:
                raise
            raise as_truncated(error) from error


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
