"""The form in which a pattern answers: one array for each clause, form and reading."""

from collections.abc import Mapping

import numpy as np
from dingshi.kernels.rules import Flags

# '' is the whole pattern; 'clause' one clause or form; a reading follows an @: 'clause@reading'.
Found = dict[str, Flags]


def any_of(*clauses: Flags) -> Flags:
    """Return where one of the clauses holds, on the axes of all of them."""
    whole = clauses[0]
    for clause in clauses[1:]:
        whole = whole | clause
    return np.asarray(whole)


def with_whole(clauses: Found) -> Found:
    """Return `clauses` with the whole pattern in front: one of the clauses by default reading."""
    default = [clause for key, clause in clauses.items() if "@" not in key]
    return {"": any_of(*default), **clauses}


def keyed(clause: str, readings: Mapping[str, Flags]) -> Found:
    """Return readings of one clause under their keys; the reading '' is the default."""
    return {f"{clause}@{name}" if name else clause: flags for name, flags in readings.items()}


def pair(clause: str, stem_side: Flags, branch_side: Flags) -> Found:
    """Return a paired clause: both sides together, either of them, or one side alone."""
    return keyed(
        clause,
        {
            "": branch_side & stem_side,
            "either": branch_side | stem_side,
            "stem": stem_side,
            "branch": branch_side,
        },
    )
