"""Opening a file of any kind that is read: its kind is known by its content, then by its name."""

from pathlib import Path

from dingshi.errors import InputError
from dingshi.validation.arrowfiles import ParquetFile
from dingshi.validation.batches import Source
from dingshi.validation.textfiles import DelimitedFile, JsonLines
from dingshi.validation.texts import TruncatedError, head_of, opened


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
            head = head_of(file, 4096)
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
