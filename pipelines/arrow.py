"""Arrow tables from codes, with the schema that the registry defines."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from dingshi.datasets.schema import CYCLIC, Column, Table, vocabulary_of

_PLAIN_TYPES = {
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "bool": pa.bool_(),
    "string": pa.string(),
}


def _field(column: Column) -> pa.Field:
    metadata = {"description": column.description}
    words = vocabulary_of(column.kind)
    if words:
        # How Polars spells an Enum, so that it reads the declared order back and not a Categorical.
        sized = "".join(f"{len(word.encode())};{word}" for word in words)
        metadata["_PL_ENUM_VALUES2"] = sized
        kind = pa.dictionary(pa.int8(), pa.string(), ordered=True)
    else:
        kind = _PLAIN_TYPES[column.kind]
    return pa.field(column.name, kind, nullable=column.nullable, metadata=metadata)


def arrow_schema(table: Table) -> pa.Schema:
    """Return the Arrow schema of a table: types, nullability, and a description of each column."""
    return pa.schema([_field(column) for column in table.all_columns()])


def _array(column: Column, values: Any) -> pa.Array:
    words = vocabulary_of(column.kind)
    if column.kind == "string":
        return pa.array(values, type=pa.string())
    if not words:
        array = np.asarray(values)
        absent = array < 0 if column.nullable else None
        if column.kind == "bool":
            array = array.astype(np.bool_)
        return pa.array(array, type=_PLAIN_TYPES[column.kind], mask=absent)
    codes = np.asarray(values, dtype=np.int8)
    indices = pa.array(codes, mask=codes < 0 if column.nullable else None)
    return pa.DictionaryArray.from_arrays(indices, pa.array(words), ordered=True)


def arrow_table(table: Table, codes: Mapping[str, Any]) -> pa.Table:
    """Return the Arrow table of `codes`: one array for each column, vocabularies as codes.

    In a nullable column a negative code is null. The int8 twins of cyclic columns are added here.
    """
    arrays = []
    for column in table.columns:
        arrays.append(_array(column, codes[column.name]))
        if column.kind in CYCLIC and table.twins:
            twin = Column(column.name, "int8", "", column.nullable)
            arrays.append(_array(twin, np.asarray(codes[column.name], dtype=np.int8)))
    return pa.Table.from_arrays(arrays, schema=arrow_schema(table))


def content_digest(table: pa.Table) -> str:
    """Return a SHA-256 over names, kinds and values, however the values are chunked or encoded.

    A column is hashed as its name and kind, which cells are null, and the values: words by their
    place in the vocabulary, numbers as little-endian int64, text as lengths and UTF-8 bytes.
    """
    digest = hashlib.sha256()
    for name, column in zip(table.column_names, table.columns, strict=True):
        whole = column.combine_chunks()
        null = np.asarray(whole.is_null())
        words: list[str] = []
        if pa.types.is_dictionary(whole.type):
            words = whole.dictionary.to_pylist()
            whole = whole.indices
        if pa.types.is_string(whole.type):
            texts = [text.encode() for text in whole.fill_null("").to_pylist()]
            kind, values = "text", np.array([len(text) for text in texts], dtype="<i8").tobytes()
            values += b"".join(texts)
        else:
            kind = "word" if words else "number"
            values = np.asarray(whole.cast(pa.int64()).fill_null(0), dtype="<i8").tobytes()
        head = json.dumps([name, kind, words, len(null)], ensure_ascii=False)
        for part in (head.encode(), np.packbits(null).tobytes(), values):
            digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()
