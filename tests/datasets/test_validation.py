"""The words of other people's tables: whole, free of clashes, and refused when they are not."""

import pytest
from dingshi.datasets import casting, validation
from dingshi.datasets.reading import RuleFileError, parse_rows
from dingshi.datasets.vocabulary import BRANCHES, STEMS
from dingshi.validation.cells import reader_of
from dingshi.validation.fields import FIELDS


def test_every_column_has_a_reader_and_every_field_a_column() -> None:
    filled = {
        name
        for column in validation.columns()
        if column != "moment"
        for name in reader_of(column).fills
    }
    assert filled >= FIELDS.keys()
    keys = {name for name, column in validation.columns().items() if column.role == "key"}
    assert filled - keys == FIELDS.keys() - {"ju", "shift", "above_stem"}


def test_headers_fold_alike() -> None:
    for name in ("月將", "月将", " 月將 ", "\ufeff月將"):
        assert validation.fold_header(name) == "月將"
    for name in ("Month General", "month-general", "MONTH_GENERAL", "ｍonth general"):
        assert validation.fold_header(name) == "month_general"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("day,key,day hour,", "day names hour too"),
        ("day,door,day,", "role 'door' is not key or claim"),
    ],
)
def test_a_clash_of_names_is_refused(line: str, message: str) -> None:
    text = "column,role,english,chinese\nhour,key,hour day,\n" + line + "\n"
    rows = tuple(parse_rows(text, "columns.csv", validation.COLUMN_COLUMNS))
    with pytest.raises(RuleFileError, match=f"columns.csv:3: ({message})"):
        validation.fill_columns(rows)


def test_a_confused_character_stands_for_none_of_its_own_kind() -> None:
    for slot, allowed in (("stem", STEMS), ("branch", BRANCHES)):
        confused = validation.confusions(slot)
        assert not set(confused) & set(allowed)
        assert set(confused.values()) <= set(allowed)
    assert validation.confusions("stem")["巳"] == "己"
    assert validation.confusions("branch")["己"] == "巳"
    assert {c: validation.confusions("branch")[c] for c in "戍戊"} == {"戍": "戌", "戊": "戌"}
    assert {c: validation.confusions("stem")[c] for c in "戍戌"} == {"戍": "戊", "戌": "戊"}


def test_no_fold_changes_a_word_of_ours() -> None:
    for word in (*STEMS, *BRANCHES, *casting.nobles(), *casting.schools()):
        assert validation.fold(word) == word


def test_every_reading_has_its_phrase() -> None:
    expected = {(r, v) for r, values in casting.readings().items() for v in values if r != "noble"}
    assert validation.phrases().keys() == expected


def test_the_first_day_rule_is_that_of_casting() -> None:
    nights = validation.day_rules()[0].nights()
    assert "".join(b for b, night in zip(BRANCHES, nights, strict=True) if night) == "子丑寅酉戌亥"
    assert len({rule.nights() for rule in validation.day_rules()}) == len(validation.day_rules())
