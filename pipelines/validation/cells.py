"""One cell of a table as a person wrote it -> the codes that it claims.

A parser takes folded text and returns one code for each of its fields, -1 where the cell says
nothing. Where a stem or branch must stand, a confused character is read as the one it is taken for
and noted: it is never repaired in silence. What cannot be read raises InputError.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from dingshi.datasets import casting, validation
from dingshi.datasets.schema import EARTH
from dingshi.datasets.vocabulary import BRANCHES, DECISIONS, DETAILS, PILLARS, STEMS
from dingshi.errors import InputError
from dingshi.kernels import axes
from dingshi.parsing import parse_branch, shown
from dingshi.validation.fields import FIELDS, TRANSMISSIONS

SEPARATORS: Final = re.compile(r"[\s,、，;；/|·.。:：\-→>＞()（）\[\]]+")
NOTHING: Final = -1


@dataclass(slots=True)
class Cell:
    """The text of one cell, and the confused characters found in it: (written, meant)."""

    text: str
    emended: list[tuple[str, str]] = field(default_factory=list)

    def refuse(self, wanted: str) -> InputError:
        """Return the complaint about this cell, to be raised by the caller."""
        return InputError(f"{shown(self.text)} is not {wanted}")

    def _code(self, character: str, slot: str, allowed: tuple[str, ...]) -> int:
        if character in allowed:
            return allowed.index(character)
        meant = validation.confusions(slot).get(character)
        if meant is None:
            raise self.refuse(f"a {slot}")
        self.emended.append((character, meant))
        return allowed.index(meant)

    def branch(self, character: str) -> int:
        """Return the code of one character that must be a branch."""
        return self._code(character, "branch", BRANCHES)

    def stem(self, character: str) -> int:
        """Return the code of one character that must be a stem."""
        return self._code(character, "stem", STEMS)

    def pillar(self, pair: str) -> int:
        """Return the code of two characters that must be one of the sixty pairs."""
        stem, branch = self.stem(pair[0]), self.branch(pair[1])
        if (stem - branch) % 2:
            raise self.refuse("one of the sixty pairs")
        return (6 * stem - 5 * branch) % 60

    def joined(self) -> str:
        """Return the text without the marks that separate its parts."""
        return SEPARATORS.sub("", self.text)


Parser = Callable[[Cell], tuple[int, ...]]


def _day(cell: Cell) -> tuple[int, ...]:
    text = cell.joined().removesuffix("日")
    if len(text) != 2:
        raise cell.refuse("a day, 甲子 to 癸亥")
    return (cell.pillar(text),)


def _branch(cell: Cell) -> tuple[int, ...]:
    text = cell.joined()
    if len(text) != 1:
        raise cell.refuse("a branch")
    return (cell.branch(text),)


def _hour(cell: Cell) -> tuple[int, ...]:
    text = cell.joined().removesuffix("時")
    if len(text) == 2:
        return (cell.pillar(text) % 12,)
    if len(text) != 1:
        raise cell.refuse("an hour, 子 to 亥")
    return (cell.branch(text),)


def _month_general(cell: Cell) -> tuple[int, ...]:
    text = cell.joined().removesuffix("將")
    if len(text) > 1:
        try:
            return (parse_branch(text, "month general"),)
        except InputError:
            raise cell.refuse("a month general: a branch, or a name such as 登明") from None
    if not text:
        raise cell.refuse("a month general")
    return (cell.branch(text),)


def _stem(cell: Cell) -> tuple[int, ...]:
    text = cell.joined()
    if len(text) != 1:
        raise cell.refuse("a stem")
    return (cell.stem(text),)


def _number(low: int, high: int) -> Parser:
    def parse(cell: Cell) -> tuple[int, ...]:
        text = cell.text.removeprefix("第").removesuffix("局").strip()
        if text.endswith(".0"):
            text = text[:-2]
        if not (text.isascii() and text.isdigit() and len(text) < 4 and low <= int(text) <= high):
            raise cell.refuse(f"a number from {low} to {high}")
        return (int(text),)

    return parse


def _word(allowed: Mapping[str, int], wanted: str) -> Parser:
    def parse(cell: Cell) -> tuple[int, ...]:
        code = allowed.get(cell.text.lower())
        if code is None:
            raise cell.refuse(wanted)
        return (code,)

    return parse


def _words(allowed: Mapping[str, int], count: int, wanted: str) -> Parser:
    """Parse `count` words written with or without separators, the longest word first."""
    longest = sorted(allowed, key=len, reverse=True)
    pattern = re.compile("|".join(re.escape(word) for word in longest))

    def parse(cell: Cell) -> tuple[int, ...]:
        text, place = cell.joined(), 0
        codes: list[int] = []
        while place < len(text):
            match = pattern.match(text, place)
            if match is None or len(codes) == count:
                raise cell.refuse(wanted)
            codes.append(allowed[match.group()])
            place = match.end()
        if len(codes) != count:
            raise cell.refuse(wanted)
        return tuple(codes)

    return parse


def _method(cell: Cell) -> tuple[int, ...]:
    """Parse a name of the method, or several such as 賊克、元首 that go together."""
    found = (NOTHING, NOTHING, NOTHING)
    for word in filter(None, SEPARATORS.split(cell.text)):
        codes = validation.methods().get(word) or validation.methods().get(
            re.sub("[課格法卦]$", "", word)
        )
        if codes is None:
            raise cell.refuse("a method or lesson name that is known")
        if any(
            NOTHING not in pair and pair[0] != pair[1] for pair in zip(found, codes, strict=True)
        ):
            raise cell.refuse("one method: its names contradict each other")
        found = tuple(max(pair) for pair in zip(found, codes, strict=True))  # type: ignore[assignment]
    return found


def _three(cell: Cell) -> tuple[int, ...]:
    """Parse three transmissions: branches, or each with its hidden stem before it."""
    text = re.sub("[初中末傳]", "", cell.joined())
    if len(text) == 3:
        return (*(cell.branch(c) for c in text), NOTHING, NOTHING, NOTHING)
    if len(text) == 6:
        stems = [cell.stem(c) for c in text[::2]]
        return (*(cell.branch(c) for c in text[1::2]), *stems)
    raise cell.refuse("three transmissions")


def _four(cell: Cell) -> tuple[int, ...]:
    """Parse four lessons, first to fourth: uppers alone, or pairs of upper and lower."""
    text = cell.joined()
    if len(text) == 4:
        return (*(cell.branch(c) for c in text), *[NOTHING] * 4)
    if len(text) == 8:
        pairs = [_pair(cell, text[n : n + 2], n // 2 + 1) for n in range(0, 8, 2)]
        return (*(upper for upper, _ in pairs), *(lower for _, lower in pairs))
    raise cell.refuse("four lessons")


def _pair(cell: Cell, text: str, number: int) -> tuple[int, int]:
    """Parse upper and lower; in the first lesson the stem, wherever it stands, is the lower."""
    if number == 1:
        stem_first = text[0] in STEMS and text[1] not in STEMS
        upper, lower = (text[1], text[0]) if stem_first else (text[0], text[1])
        return cell.branch(upper), cell.stem(lower)
    return cell.branch(text[0]), cell.branch(text[1])


def _lesson(number: int) -> Parser:
    def parse(cell: Cell) -> tuple[int, ...]:
        text = cell.joined()
        if len(text) == 1:
            return (cell.branch(text), NOTHING)
        if len(text) != 2:
            raise cell.refuse("a lesson, upper and lower")
        return _pair(cell, text, number)

    return parse


def _void(cell: Cell) -> tuple[int, ...]:
    """Parse the two void branches, in either order."""
    text = cell.joined().removesuffix("空")
    if len(text) != 2:
        raise cell.refuse("two void branches")
    first, second = cell.branch(text[0]), cell.branch(text[1])
    return (second, first) if (second + 1) % 12 == first else (first, second)


def _stems(cell: Cell) -> tuple[int, ...]:
    text = cell.joined() if "-" not in cell.text else "".join(cell.text.split())
    if len(text) != 3:
        raise cell.refuse("three hidden stems")
    return tuple(_stem_or_none(cell, character) for character in text)


def _stem_or_none(cell: Cell, character: str) -> int:
    return len(STEMS) if character in validation.words("none") else cell.stem(character)


def _hidden_stem(cell: Cell) -> tuple[int, ...]:
    if len(cell.text) != 1:
        raise cell.refuse("a hidden stem")
    return (_stem_or_none(cell, cell.text),)


def _vocabulary(words: tuple[str, ...], wanted: str) -> Parser:
    return _word({validation.fold(word): i for i, word in enumerate(words)}, wanted)


def _of_kind(kind: str) -> Parser:
    parsers: dict[str, Callable[[], Parser]] = {
        "branch": lambda: _branch,
        "stem": lambda: _stem,
        "hidden_stem": lambda: _hidden_stem,
        "bool": lambda: _word(validation.words("flag"), "yes or no"),
        "general": lambda: _word(validation.words("general"), "one of the twelve generals"),
        "relation": lambda: _word(validation.words("relation"), "a relation"),
        "detail": lambda: _vocabulary(tuple(DETAILS), "a detail that is known"),
        "decided_by": lambda: _vocabulary(tuple(DECISIONS), "a step of the decision"),
        "int8": lambda: _number(0, 12),
    }
    return parsers[kind]()


@dataclass(frozen=True, slots=True)
class Reader:
    """How the cells of one recognised column are read, and which fields they fill."""

    fills: tuple[str, ...]
    parse: Parser


def reader_of(column: str) -> Reader:
    """Return the reader of a recognised column (`datasets/validation/columns.csv`)."""
    uppers = tuple(f"lesson{n}_upper" for n in range(1, 5))
    lowers = tuple(f"lesson{n}_lower" for n in range(1, 5))
    generals, relations = validation.words("general"), validation.words("relation")
    special: dict[str, Callable[[], tuple[tuple[str, ...], Parser]]] = {
        "day": lambda: (("day",), _day),
        "hour": lambda: (("hour",), _hour),
        "month_general": lambda: (("month_general",), _month_general),
        "ju": lambda: (("ju",), _number(1, 12)),
        "shift": lambda: (("shift",), _number(0, 11)),
        "night": lambda: (("night",), _word(validation.words("flag"), "day or night")),
        "school": lambda: (("school",), _vocabulary(tuple(casting.schools()), "a school")),
        "noble": lambda: (("noble",), _vocabulary(tuple(casting.nobles()), "a noble rule")),
        "lessons": lambda: ((*uppers, *lowers), _four),
        "transmissions": lambda: ((*TRANSMISSIONS, *(f"{t}_stem" for t in TRANSMISSIONS)), _three),
        "method": lambda: (("method", "detail", "decided_by"), _method),
        "void": lambda: (("void1", "void2"), _void),
        "stems": lambda: (tuple(f"{t}_stem" for t in TRANSMISSIONS), _stems),
        "generals": lambda: (
            tuple(f"{t}_general" for t in TRANSMISSIONS),
            _words(generals, 3, "three generals"),
        ),
        "relations": lambda: (
            tuple(f"{t}_relation" for t in TRANSMISSIONS),
            _words(relations, 3, "three relations"),
        ),
        "plate": lambda: (
            tuple(f"earth_{name}" for name in EARTH),
            _words(generals, 12, "twelve generals, from the one over 子"),
        ),
        **{
            f"lesson{n}": lambda n=n: ((f"lesson{n}_upper", f"lesson{n}_lower"), _lesson(n))  # type: ignore[misc]
            for n in range(1, 5)
        },
    }
    if column in special:
        return Reader(*special[column]())
    return Reader((column,), _of_kind(FIELDS[column].kind))


def read_code(column: str) -> Parser:
    """Return the parser of a column of numbers, `<column>_id` in this corpus: 子 = 0, 甲子 = 0."""
    sizes = {"day": len(PILLARS), "stem": len(STEMS)}
    kind = column if column == "day" else FIELDS[column].kind if column in FIELDS else "branch"
    return _number(0, sizes.get(kind, axes.AXES["shift"]) - 1)
