"""Building the corpus: which tables, in which order."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dingshi.datasets.schema import (
    CLAIMS,
    DINGSHI,
    PATTERNS,
    PLATES,
    SHENSHA,
    SPIRIT_POSITIONS,
    SPIRITS,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from dingshi.datasets.schema import Table


def _builders() -> "Mapping[Table, Callable[[], pa.Table]]":
    from dingshi import tables  # noqa: PLC0415 - loads Numba
    from dingshi.collation.table import claims_table  # noqa: PLC0415 - loads Numba
    from dingshi.patterns import tables as patterns  # noqa: PLC0415 - loads pyarrow
    from dingshi.spirits import tables as spirits  # noqa: PLC0415 - loads pyarrow

    return {
        DINGSHI: tables.dingshi_table,
        PLATES: tables.plates_table,
        SHENSHA: spirits.shensha_table,
        SPIRITS: spirits.spirits_table,
        SPIRIT_POSITIONS: spirits.spirit_positions_table,
        CLAIMS: claims_table,
        PATTERNS: patterns.patterns_table,
        **patterns.member_tables(),
    }


def build(
    out: str | Path = "corpus", progress: Callable[[str], None] = lambda _: None
) -> Mapping[str, Any]:
    """Build the corpus into the folder `out`; return its manifest.

    `progress` is called with each file's name before it is made. Raises InputError for a folder
    that holds other people's files or cannot be written, DingshiError when the machine fails; in
    either case no existing file has changed.
    """
    from dingshi.writing import write_corpus  # noqa: PLC0415 - loads pyarrow

    return write_corpus(Path(out), _builders(), progress)
