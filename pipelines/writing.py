"""Writing a folder of tables: beside, checked, renamed, the manifest last; and refusing to harm.

The same tables give the same bytes. A reader that sees a manifest sees all that it lists.
"""

import errno
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from dingshi import provenance
from dingshi.arrow import arrow_schema, content_digest
from dingshi.datasets.schema import Table
from dingshi.errors import DingshiError, InputError

MANIFEST: Final = "manifest.json"
STAGING: Final = ".dingshi-staging-"
STAGING_MARK: Final = ".made-by-dingshi"
ROW_GROUP: Final = 131_072


def _metadata(table: Table) -> dict[str, str]:
    """Return what a file says of itself, sorted."""
    metadata = {
        "dingshi.generator": provenance.GENERATOR,
        "dingshi.key": ",".join(table.key),
        "dingshi.licence": provenance.LICENCE,
        "dingshi.rule_set": provenance.rule_set(),
        "dingshi.table": table.file,
        "dingshi.version": provenance.version(),
        "description": table.description,
    }
    return dict(sorted(metadata.items()))


def stream_parquet(table: Table, file: IO[bytes]) -> pq.ParquetWriter:
    """Return a writer of a table that is too long to be held: the caller gives it batch by batch.

    Compression is light, since such a table is written once and read once.
    """
    return pq.ParquetWriter(
        file,
        arrow_schema(table).with_metadata(_metadata(table)),
        compression="zstd",
        compression_level=1,
        write_statistics=False,
    )


def write_parquet(table: Table, data: pa.Table, path: Path) -> None:
    """Write one table with all its metadata and read it back to check it.

    Raises DingshiError when what was written is not what was meant.
    """
    names = data.column_names
    # Through an open file: a folder may be named in bytes that Arrow cannot take as a path.
    with path.open("wb") as file:
        pq.write_table(
            data.replace_schema_metadata(_metadata(table)),
            file,
            compression="zstd",
            compression_level=9,
            row_group_size=ROW_GROUP,
            sorting_columns=[pq.SortingColumn(names.index(name)) for name in table.key],
            write_page_index=True,
        )
        file.flush()
        os.fsync(file.fileno())
    with path.open("rb") as file:
        check_table(table, pq.read_table(file), data)


def check_table(table: Table, found: pa.Table, meant: pa.Table) -> None:
    """Raise DingshiError unless `found` has the schema and values of `meant`, and a sorted key."""
    if not found.schema.remove_metadata().equals(arrow_schema(table).remove_metadata()):
        raise DingshiError(f"{table.file}: the schema read back is not the one declared")
    if content_digest(found) != content_digest(meant):
        raise DingshiError(f"{table.file}: the values read back are not those written")
    for column in table.all_columns():
        if not column.nullable and found[column.name].null_count:
            raise DingshiError(f"{table.file}: {column.name} holds nulls")
    if table.key and not _strictly_ascending([_sortable(found[name]) for name in table.key]):
        raise DingshiError(f"{table.file}: rows are not sorted by a unique {', '.join(table.key)}")


def _sortable(column: pa.ChunkedArray) -> np.ndarray[Any, np.dtype[Any]]:
    """Return values that sort as the key does: a vocabulary by its order, text by code point."""
    whole = column.combine_chunks()
    if pa.types.is_dictionary(whole.type):
        return np.asarray(whole.indices)
    if pa.types.is_string(whole.type):
        ranks = pc.rank(whole, sort_keys="ascending", tiebreaker="dense")
        return np.asarray(ranks)
    return np.asarray(whole)


def _strictly_ascending(keys: list[np.ndarray[Any, np.dtype[Any]]]) -> bool:
    rank = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        rank = rank * (int(key.max(initial=0)) + 1) + key
    return bool((np.diff(rank) > 0).all())


def _complain(error: OSError, folder: Path) -> DingshiError:
    reason = os.strerror(error.errno) if error.errno else str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG):
        return DingshiError(f"{folder}: {reason}; no existing file was changed")
    return InputError(f"{folder}: {reason}; give a folder that can be written")


def read_manifest(folder: Path) -> Mapping[str, Any] | None:
    """Return the manifest of a folder of ours, None where there is none or it is not ours."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("files"), dict):
        return None
    return manifest if manifest.get("generator") == provenance.GENERATOR else None


def is_ours(path: Path) -> bool:
    """Return whether a file is a Parquet file that this package wrote, and no link."""
    if path.is_symlink():
        return False
    try:
        with path.open("rb") as file:
            metadata = pq.read_schema(file).metadata or {}
    except (OSError, pa.ArrowException):
        return False
    return metadata.get(b"dingshi.generator") == provenance.GENERATOR.encode()


def _is_staging(path: Path) -> bool:
    return path.name.startswith(STAGING) and (path / STAGING_MARK).is_file()


def refuse_foreign(folder: Path, names: tuple[str, ...]) -> None:
    """Raise InputError when `folder` is not one of ours, or a file of another would be replaced."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file; give a folder")
    found = {entry.name: entry for entry in folder.iterdir()} if folder.exists() else {}
    tops = {name.partition("/")[0] for name in names}
    foreign = sorted(
        name
        for name, entry in found.items()
        if name not in (*tops, MANIFEST) and not _is_staging(entry)
    )
    if read_manifest(folder) is None and (foreign or MANIFEST in found):
        other = (foreign or [MANIFEST])[0]
        raise InputError(
            f"{folder} holds {other!r} and is no corpus of dingshi; give a new or empty folder"
        )
    for name in names:
        top = found.get(name.partition("/")[0])
        if top is not None and "/" in name and (top.is_symlink() or not top.is_dir()):
            raise InputError(f"{top} is no folder; move it away or give another folder")
        if os.path.lexists(folder / name) and not is_ours(folder / name):
            raise InputError(
                f"{folder / name} is not a file of dingshi; move it away or give another folder"
            )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder itself, so that no lock file is left and a killed build leaves no lock."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DingshiError(
                f"{folder}: another build is writing into this folder; wait for it to end"
            ) from None
        yield
    finally:
        os.close(handle)


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """Make the folder and its parents; after a failure remove those made here that are empty."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        for path in missing:
            with suppress(OSError):
                path.rmdir()
        raise


def write_file(table: Table, data: pa.Table, path: Path) -> None:
    """Write one table to a file of its own, beside it first; a file of ours is replaced.

    Raises InputError for a path that is another's or cannot be written, DingshiError for a failure.
    """
    if os.path.lexists(path) and not is_ours(path):
        raise InputError(f"{path} is not a file of dingshi; move it away or give another name")
    try:
        with tempfile.TemporaryDirectory(prefix=STAGING, dir=path.parent) as staging:
            staged = Path(staging) / path.name
            write_parquet(table, data, staged)
            os.replace(staged, path)
    except OSError as error:
        raise _complain(error, path) from error


def write_corpus(
    folder: Path,
    builders: Mapping[Table, Callable[[], pa.Table]],
    progress: Callable[[str], None] = lambda _: None,
) -> Mapping[str, Any]:
    """Build and write every table into `folder`; return the manifest.

    All tables are finished and checked in a staging folder before the first one is renamed into
    place. Raises InputError for a folder that is not to be written, DingshiError for a failure.
    """
    names = tuple(table.file for table in builders)
    try:
        refuse_foreign(folder, names)
        with _made(folder), _locked(folder):
            refuse_foreign(folder, names)
            return _write_staged(folder, builders, progress)
    except OSError as error:
        raise _complain(error, folder) from error


def _write_staged(
    folder: Path,
    builders: Mapping[Table, Callable[[], pa.Table]],
    progress: Callable[[str], None],
) -> Mapping[str, Any]:
    for left in filter(_is_staging, folder.iterdir()):  # by a build that was killed
        shutil.rmtree(left)
    staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=folder))
    try:
        (staging / STAGING_MARK).touch()
        files: dict[str, Any] = {}
        for table, build in builders.items():
            progress(table.file)
            data = build()
            path = staging / table.file
            path.parent.mkdir(exist_ok=True)
            write_parquet(table, data, path)
            content = path.read_bytes()
            files[table.file] = {
                "rows": data.num_rows,
                "bytes": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
                "content_sha256": content_digest(data),
            }
        manifest = {
            "generator": provenance.GENERATOR,
            "version": provenance.version(),
            "rule_set": provenance.rule_set(),
            "licence": provenance.LICENCE,
            "files": files,
        }
        text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
        (staging / MANIFEST).write_text(text, encoding="utf-8")
        earlier = read_manifest(folder)
        if earlier != manifest:
            (folder / MANIFEST).unlink(missing_ok=True)
        # A file that the earlier manifest listed and this one does not would be taken for a part.
        for name in sorted(set((earlier or {}).get("files", {})) - set(files)):
            if Path(name).name == name and is_ours(folder / name):
                (folder / name).unlink()
        for name in (*files, MANIFEST):
            (folder / name).parent.mkdir(exist_ok=True)
            os.replace(staging / name, folder / name)
        return manifest
    finally:
        shutil.rmtree(staging, ignore_errors=True)
