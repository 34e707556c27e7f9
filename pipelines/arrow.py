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
        if column.kind in CYCLIC:
            twin = Column(column.name, "int8", "", column.nullable)
            arrays.append(_array(twin, np.asarray(codes[column.name], dtype=np.int8)))
    return pa.Table.from_arrays(arrays, schema=arrow_schema(table))


def content_digest(table: pa.Table) -> str:
    """Return a SHA-256 over names, types and values that no writer's version can change."""
    digest = hashlib.sha256()
    for name, column in zip(table.column_names, table.columns, strict=True):
        digest.update(json.dumps([name, str(column.type)], ensure_ascii=False).encode())
        for chunk in column.chunks:
            words = chunk.dictionary_decode() if pa.types.is_dictionary(chunk.type) else chunk
            digest.update(json.dumps(words.to_pylist(), ensure_ascii=False).encode())
    return digest.hexdigest()
