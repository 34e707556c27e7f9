"""Facts of a day and a branch against the twin, over their whole domain."""

import numpy as np
from dingshi.datasets.vocabulary import RELATIONS
from dingshi.kernels import facts
from dingshi.schools import kernel_rules

from tests.twins import casting as twin

DAYS, BRANCHES = np.arange(60)[:, None], np.arange(12)[None, :]


def test_hidden_stems_and_voids() -> None:
    stems, void = facts.hidden_stem(DAYS, BRANCHES), facts.is_void(DAYS, BRANCHES)
    for day, branch in np.ndindex(60, 12):
        assert stems[day, branch] == twin.hidden_stem(day, branch)
        assert void[day, branch] == (branch in twin.voids(day))
    assert [tuple(pair) for pair in facts.voids(np.arange(60)).tolist()] == [
        twin.voids(day) for day in range(60)
    ]


def test_each_decade_hides_each_stem_once() -> None:
    stems = np.sort(facts.hidden_stem(DAYS, BRANCHES), axis=1)
    assert (stems == [-1, -1, *range(10)]).all()


def test_relations() -> None:
    table = facts.relation_table(kernel_rules())
    for stem, branch in np.ndindex(10, 12):
        assert RELATIONS[table[stem, branch]] == twin.relation(stem, branch)
