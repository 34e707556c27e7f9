"""Parquet files and tables in memory."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Final, cast

import pyarrow as pa
import pyarrow.parquet as pq
from dingshi.errors import InputError
from dingshi.validation.batches import BATCH_BYTES, Batch, as_text
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
