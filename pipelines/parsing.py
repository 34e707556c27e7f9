"""Words as people type them -> codes. Every refusal names the value and what is allowed."""

import difflib
import unicodedata
from functools import cache
from typing import Final

from dingshi.datasets import vocabulary
from dingshi.datasets.reading import read_rows
from dingshi.errors import InputError

FULL_WIDTH_DIGITS: Final = str.maketrans("０１２３４５６７８９", "0123456789")
VARIANT_COLUMNS: Final = ("kind", "variant", "canonical", "note")


@cache
def _variants(kind: str) -> dict[str, str]:
    rows = read_rows("variants.csv", VARIANT_COLUMNS)
    return {row["variant"]: row["canonical"] for row in rows if row["kind"] == kind}


def shown(value: object) -> str:
    """Return a value as a message may print it: quoted, one line, short, no lone surrogates."""
    text = repr(str(value)).encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= 60 else text[:56] + "…" + text[-1]


def _clean(value: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{shown(value)} is not a word")
    return unicodedata.normalize("NFKC", value).strip()


def parse_stem(value: str, what: str = "stem") -> int:
    """Return the code (0-9) of a stem."""
    text = _clean(value)
    if text not in vocabulary.STEMS:
        raise InputError(
            f"{what} {shown(value)} is not a stem; allowed: {''.join(vocabulary.STEMS)}"
        )
    return vocabulary.STEMS.index(text)


def parse_branch(value: str, what: str = "branch") -> int:
    """Return the code (0-11) of a branch; 醜 is read as 丑."""
    text = _variants("branch").get(_clean(value), _clean(value))
    if text not in vocabulary.BRANCHES:
        allowed = "".join(vocabulary.BRANCHES)
        raise InputError(f"{what} {shown(value)} is not a branch; allowed: {allowed}")
    return vocabulary.BRANCHES.index(text)


def parse_hour(value: str) -> int:
    """Return the code (0-11) of an hour; 時 after it is left out."""
    return parse_branch(_without(value, "時时"), "hour")


def parse_month_general(value: str) -> int:
    """Return the code (0-11) of a month general: a branch or a name; 將 after it is left out."""
    text = _without(value, "將将")
    names = _variants("month_general")
    text = names.get(text, text)
    if text in vocabulary.BRANCHES or text in _variants("branch"):
        return parse_branch(text)
    close = difflib.get_close_matches(text, names, n=1, cutoff=0.4)
    hint = f"did you mean {close[0]}? " if close else ""
    allowed = "".join(vocabulary.BRANCHES)
    raise InputError(
        f"month general {shown(value)} is unknown; {hint}allowed: {allowed}, and names as 登明"
    )


def _without(value: str, suffixes: str) -> str:
    text = _clean(value)
    return text[:-1] if len(text) > 1 and text[-1] in suffixes else text


def parse_day(value: str) -> int:
    """Return the code (0-59) of a pair of stem and branch."""
    return parse_pillar(_clean(value).removesuffix("日"), "day")


def parse_pillar(value: str, what: str) -> int:
    """Return the code (0-59) of a pair of stem and branch; `what` names it in a refusal."""
    text = _clean(value)
    if len(text) != 2:
        raise InputError(
            f"{what} {shown(value)} is not a pair of stem and branch; allowed: 甲子 to 癸亥"
        )
    stem, branch = parse_stem(text[0], f"{what} stem"), parse_branch(text[1], f"{what} branch")
    if (stem - branch) % 2:
        kin = "".join(vocabulary.BRANCHES[stem % 2 :: 2])
        raise InputError(
            f"{what} {shown(value)} is not one of the sixty; with {text[0]} go the branches {kin}"
        )
    return (6 * stem - 5 * branch) % 60


def parse_general(value: str) -> int:
    """Return the code (0-11) of one of the twelve generals."""
    text = _clean(value)
    text = _variants("general").get(text, text)
    if text not in vocabulary.GENERALS:
        allowed = " ".join(vocabulary.GENERALS)
        raise InputError(f"general {shown(value)} is unknown; allowed: {allowed}")
    return vocabulary.GENERALS.index(text)


def parse_ju(value: str | int) -> int:
    """Return a 局 number, 1 to 12; full-width digits are accepted."""
    text = str(value).translate(FULL_WIDTH_DIGITS).strip().removesuffix("局").removeprefix("第")
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= 12):
        raise InputError(f"局 {shown(value)} is not a number from 1 (伏吟) to 12; 7 is 返吟")
    return int(text)


def nearest(value: str, allowed: tuple[str, ...]) -> str:
    """Return a hint that names the allowed words nearest to `value`, or all of them if few."""
    close = difflib.get_close_matches(value, allowed, n=3, cutoff=0.4)
    return f"did you mean {', '.join(close)}?" if close else f"allowed: {', '.join(allowed)}"
