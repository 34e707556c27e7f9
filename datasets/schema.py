"""Every column of every table, defined once: the Arrow schema, the checks and the documents follow.

A column whose kind is a closed vocabulary is stored as a dictionary in cycle order; one of a cyclic
kind gets an int8 twin `<name>_id`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from dingshi.datasets import casting, vocabulary
from dingshi.datasets.almanac.words import DATE_KINDS
from dingshi.datasets.claims import kinds as claim_kinds
from dingshi.datasets.claims.records import VERDICTS
from dingshi.datasets.patterns.registry import CANCELLED_BY, FAMILIES, KINDS, NEEDS
from dingshi.datasets.validation import NO_STEM, STATUSES

CYCLIC: Final = ("pillar", "branch", "stem", "general")
PLAIN: Final = ("int8", "int16", "int32", "int64", "bool", "string")


@cache
def vocabulary_of(kind: str) -> tuple[str, ...]:
    """Return the words of a kind of column, or () for a plain kind."""
    words: dict[str, tuple[str, ...]] = {
        "pillar": vocabulary.PILLARS,
        "branch": vocabulary.BRANCHES,
        "stem": vocabulary.STEMS,
        "general": vocabulary.GENERALS,
        "relation": vocabulary.RELATIONS,
        "method": tuple(vocabulary.METHODS),
        "detail": tuple(vocabulary.DETAILS),
        "decided_by": tuple(vocabulary.DECISIONS),
        "school": tuple(casting.schools()),
        "noble": tuple(casting.nobles()),
        "book": tuple(vocabulary.BOOKS),
        "status": tuple(vocabulary.STATUSES),
        "key_kind": tuple(vocabulary.KEY_KINDS),
        "value_kind": tuple(vocabulary.VALUE_KINDS),
        **{aspect: tuple(words) for aspect, words in vocabulary.LANDINGS.items()},
        "hidden_stem": (*vocabulary.STEMS, NO_STEM),
        "row_status": tuple(STATUSES),
        "claim_kind": tuple(claim_kinds.kinds()),
        "verdict": tuple(VERDICTS),
        **DATE_KINDS,
    }
    return () if kind in PLAIN else words[kind]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, what its values are, and what they mean."""

    name: str
    kind: str
    description: str
    nullable: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its file, key and columns."""

    file: str
    description: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    twins: bool = True

    def all_columns(self) -> tuple[Column, ...]:
        """Return the columns with the int8 twins of the cyclic ones."""
        columns: list[Column] = []
        for column in self.columns:
            columns.append(column)
            if column.kind in CYCLIC and self.twins:
                meaning = f"{column.name} as a number, {vocabulary_of(column.kind)[0]} = 0"
                columns.append(Column(f"{column.name}_id", "int8", meaning, column.nullable))
        return tuple(columns)


def _words(meanings: Mapping[str, str]) -> str:
    return "; ".join(f"{word}: {meaning}" for word, meaning in meanings.items())


EARTH: Final = (
    "zi",
    "chou",
    "yin",
    "mao",
    "chen",
    "si",
    "wu",
    "wei",
    "shen",
    "you",
    "xu",
    "hai",
)
_DAY = Column("day", "pillar", "the day, 甲子 to 癸亥")
_JU = Column("ju", "int8", "局 number, 1 (伏吟) to 12; 7 is 返吟")
_PLATE = tuple(
    Column(f"earth_{name}", "general", f"the general over earth branch {branch}")
    for name, branch in zip(EARTH, vocabulary.BRANCHES, strict=True)
)
_UPPERS = tuple(
    Column(f"lesson{n}_upper", "branch", f"the upper branch of lesson {n}") for n in range(1, 5)
)
_LOWERS = (
    Column("lesson1_lower", "stem", "the lower of lesson 1: the day stem"),
    *(Column(f"lesson{n}_lower", "branch", f"the lower branch of lesson {n}") for n in (2, 3, 4)),
)
_TRANSMISSIONS = (
    Column("initial", "branch", "初傳, the first transmission"),
    Column("middle", "branch", "中傳, the second transmission"),
    Column("final", "branch", "末傳, the third transmission"),
)
_TRANSMISSION_FACTS = tuple(
    column
    for name in ("initial", "middle", "final")
    for column in (
        Column(f"{name}_stem", "stem", f"hidden stem of the {name} (旬遁), null if void", True),
        Column(f"{name}_relation", "relation", f"relation of the {name} to the day stem"),
        Column(f"{name}_void", "bool", f"whether the {name} is void (逢空)"),
        Column(f"{name}_seat_void", "bool", f"whether the seat under the {name} is void"),
    )
)
_DECISION = (
    Column(
        "method",
        "method",
        f"which of the nine methods gave the transmissions. {_words(vocabulary.METHODS)}",
    ),
    Column(
        "detail",
        "detail",
        f"the kind of control or derivation within the method. {_words(vocabulary.DETAILS)}",
    ),
    Column(
        "decided_by",
        "decided_by",
        f"the step that settled the initial transmission. {_words(vocabulary.DECISIONS)}",
    ),
    Column("below_over_above", "int8", "lessons whose lower overcomes the upper, 0 to 4"),
    Column("above_over_below", "int8", "lessons whose upper overcomes the lower, 0 to 4"),
    Column("lessons_distinct", "int8", "how many of the four lessons differ, 1 to 4"),
)
_CANDIDATES = tuple(
    column
    for n in range(1, 5)
    for column in (
        Column(f"candidate{n}", "branch", f"competing branch {n}, in lesson order", True),
        Column(f"depth{n}", "int8", f"depth of the crossing of candidate {n}, if measured", True),
    )
)
_VOIDS = (
    Column("void1", "branch", "first void branch of the day's decade"),
    Column("void2", "branch", "second void branch of the day's decade"),
)

DINGSHI: Final = Table(
    "dingshi.parquet",
    "定式: the 720 lessons of each named school",
    ("school", "day", "ju"),
    (
        Column("school", "school", "the named set of readings"),
        _DAY,
        _JU,
        Column("shift", "int8", "(month general - hour) mod 12; over earth p stands p + shift"),
        Column("above_stem", "branch", "干上, what stands over the day stem's lodge"),
        Column("above_branch", "branch", "支上, what stands over the day branch"),
        *_UPPERS,
        *_LOWERS,
        *_TRANSMISSIONS,
        *_DECISION,
        *_TRANSMISSION_FACTS,
        *_CANDIDATES,
        *_VOIDS,
    ),
)
PLATES: Final = Table(
    "plates.parquet",
    "the twelve generals over the twelve earth branches",
    ("noble", "day", "ju", "night"),
    (
        Column("noble", "noble", "the rule that places 貴人 by the day stem"),
        _DAY,
        _JU,
        Column("night", "bool", "whether the night noble is taken"),
        *_PLATE,
    ),
)
CHARTS: Final = Table(
    "charts",
    "one chart a row, as dingshi.cast_many returns them",
    (),
    (
        _DAY,
        Column("hour", "branch", "the hour of the question"),
        Column("month_general", "branch", "月將, which stands over the hour"),
        _JU,
        Column("shift", "int8", "(month general - hour) mod 12"),
        Column("night", "bool", "whether the night noble is taken"),
        *_UPPERS,
        *_LOWERS,
        *_TRANSMISSIONS,
        *_DECISION,
        *_TRANSMISSION_FACTS,
        *(
            Column(f"{name}_general", "general", f"the general riding the {name}")
            for name in ("initial", "middle", "final")
        ),
        *_VOIDS,
        *_PLATE,
    ),
)
_SPIRIT = (
    Column("book", "book", f"the book that defines it. {_words(vocabulary.BOOKS)}"),
    Column("spirit", "string", "its name as printed; □ is a character that the print has lost"),
    Column("reading", "string", "which of several rules that the book has under the name, or ''"),
    Column("key_kind", "key_kind", f"what its key is. {_words(vocabulary.KEY_KINDS)}"),
)
_SPIRIT_ID = Column(
    "spirit_id",
    "int16",
    "the spirit's number in the catalogue, and its bit in packed sets: bit n % 64 of word n // 64",
)
SHENSHA: Final = Table(
    "shensha.parquet",
    "神煞: every row of every spirit, as written and with its source",
    ("book", "spirit", "reading", "key_kind", "key", "place"),
    (
        *_SPIRIT,
        Column("key", "string", "the key: a branch, a stem, a pillar or a season; '' for none"),
        Column("place", "int8", "which of several values under the key, from 0, as printed"),
        Column("value_kind", "value_kind", f"its kind. {_words(vocabulary.VALUE_KINDS)}"),
        Column("value", "string", "the value; null where the print has lost it", True),
        Column("as_written", "string", "what the print has there; '' if nothing"),
        Column("status", "status", _words(vocabulary.STATUSES)),
        Column("sequence", "string", "the value that the row's own sequence would give", True),
        Column("section", "string", "the section of the book"),
        Column("line", "int16", "the line of the transcription"),
        Column("note", "string", "reason of an emendation or inference, and what else to know"),
        Column(
            "key_id", "int8", "the key as a number, in the order of its kind; 子 and 寅月 by 子"
        ),
        Column("value_id", "int8", "the value as a number, in the order of its kind", True),
        _SPIRIT_ID,
    ),
)
SPIRITS: Final = Table(
    "spirits.parquet",
    "the catalogue of spirits: one row for each spirit, reading and kind of key of a book",
    ("spirit_id",),
    (
        _SPIRIT_ID,
        *_SPIRIT,
        Column("name", "string", "the name; null where the print has lost some of it", True),
        Column("inferred_name", "string", "the name inferred for one that is lost", True),
        Column("falls", "falls", _words(vocabulary.LANDINGS["falls"])),
        Column("stems", "stems", _words(vocabulary.LANDINGS["stems"])),
        Column("season", "season", _words(vocabulary.LANDINGS["season"])),
        Column("keys", "int8", "how many keys the book gives a value for"),
        Column("rows", "int8", "how many rows it has"),
        Column(
            "corrupt", "bool", "whether its name or a row is not as read, or breaks its sequence"
        ),
    ),
)
SPIRIT_POSITIONS: Final = Table(
    "spirit_positions.parquet",
    "where every spirit falls, over just the axes that it depends on: for the spirits of a "
    "position join its branch (above_stem, initial, …) and the axes that are not null",
    ("spirit_id", "at", "place"),
    (
        _SPIRIT_ID,
        *_SPIRIT[:3],
        Column(
            "axes", "string", "the axes that it depends on, with spaces between; '' if constant"
        ),
        Column("at", "int16", "rank of the place over its own axes, in the order of the columns"),
        Column("place", "int8", "0-11: a branch; 12: the day itself; 13: where a general rides"),
        Column("day", "pillar", "the day, null if it does not depend on it", True),
        Column("shift", "int8", "(month general - hour) mod 12, null likewise", True),
        Column("month", "branch", "the month's branch, null likewise", True),
        Column("year", "pillar", "the year, null likewise", True),
        Column("month_general", "branch", "月將, null likewise", True),
        Column("hour", "branch", "the hour, null likewise", True),
        Column("general", "general", "the general that rides the branch, null likewise", True),
        Column("branch", "branch", "the branch on which it falls, null unless place is one", True),
    ),
)
CLAIMS: Final = Table(
    "claims.parquet",
    "校勘: every checkable statement of the five books, with the computed value and the verdict",
    ("id",),
    (
        Column("id", "string", "book.line.ordinal"),
        Column("book", "book", f"the book. {_words(vocabulary.BOOKS)}"),
        Column("section", "string", "the verse or pattern under which it stands"),
        Column("line", "int32", "line of the transcription"),
        Column("kind", "claim_kind", "what is claimed; docs/collation.md lists the kinds"),
        Column("inputs", "string", "the inputs as a JSON object"),
        Column("as_written", "string", "the value as the transcription has it; '' if implied"),
        Column("expected", "string", "the asserted value: a word as it is, anything else as JSON"),
        Column("emended_from", "string", "what was mended, value or input; '' if nothing"),
        Column("computed", "string", "the value of the default school; '' if not computed"),
        Column("holds", "bool", "whether the two agree; null if not computed", True),
        Column("verdict", "verdict", _words(VERDICTS)),
        Column("under", "string", "the schools, readings or theories under which it holds"),
        Column("missing", "string", "the capability or input that it waits for; '' if none"),
        Column("note", "string", "reason of an emendation or contradiction, ambiguities"),
    ),
)
_AXIS_COLUMNS: Final = {
    "day": Column("day", "pillar", "the day, 甲子 to 癸亥"),
    "shift": Column(
        "shift", "int8", "(month general - hour) mod 12; over earth p stands p + shift"
    ),
    "hour": Column("hour", "branch", "the hour; the month general is hour + shift"),
    "half": Column("half", "int8", "0: the month whose 中氣 opens the month general; 1: the next"),
    "year": Column("year", "pillar", "the year, 甲子 to 癸亥"),
    "natal": Column("natal", "branch", "the branch of the birth year"),
    "sex": Column("sex", "int8", "0 man, 1 woman"),
}
# Every set of axes that a pattern needs. A pattern with another set stops the build.
MEMBER_AXES: Final[tuple[tuple[str, ...], ...]] = (
    ("day",),
    ("shift",),
    ("day", "shift"),
    ("day", "shift", "hour"),
    ("day", "shift", "hour", "half"),
    ("day", "shift", "hour", "year"),
)


def _glossed(words: dict[str, str]) -> str:
    return "; ".join(f"{word or chr(39) * 2}: {meaning}" for word, meaning in words.items())


PATTERNS: Final = Table(
    "patterns.parquet",
    "格局: every pattern, clause, form and reading, with exact counts (lessons cast as jingwei)",
    ("id",),
    (
        Column("id", "string", "book.pattern[.clause][@reading]"),
        Column("book", "string", "the book that defines it"),
        Column("pattern", "string", "the pattern in pinyin, unique in its book"),
        Column("pattern_name", "string", "the pattern in traditional characters"),
        Column("name", "string", "the name of this row: of its clause or form, or the pattern's"),
        Column("family", "string", _glossed(FAMILIES)),
        Column("kind", "string", f"one of {', '.join(KINDS)}; the forms of a pattern are names"),
        Column("clause", "string", "the clause or form in pinyin, '' for the whole pattern"),
        Column("reading", "string", "the reading of the sentence, '' for the default"),
        Column("definition", "string", "when it holds, in our own words"),
        Column("axes", "string", "the axes that it depends on, separated by commas"),
        Column("needs", "string", f"what it needs beyond the axes. {_glossed(NEEDS)}"),
        Column("cancelled_by", "string", f"what takes its name away. {_glossed(CANCELLED_BY)}"),
        Column("n_lessons", "int32", "how many of 720 lessons; null if it needs more", True),
        Column("n_charts", "int32", "how many of 8,640 charts; null if it needs more", True),
        Column(
            "n_full", "int32", "how many of 24,883,200; null if the axes do not define it", True
        ),
        Column("n_full_cancelled", "int32", "how many of n_full have the name cancelled", True),
        Column("realised", "string", "yes, never (no chart can have it), or unknown"),
        Column("section", "string", "the section of the book"),
        Column("line", "int32", "the line of the transcription"),
        Column("corrupt", "bool", "whether the passage was mended, lost or filled in"),
        Column("status", "string", "read, emended, lost or inferred"),
        Column("as_written", "string", "the words of a corrupt passage as they stand"),
        Column("note", "string", "the reason of an emendation, and what else is to be known"),
    ),
)
MEMBERS: Final[dict[tuple[str, ...], Table]] = {
    axes: Table(
        f"pattern_members/{'_'.join(axes)}.parquet",
        f"membership of the patterns that depend on {', '.join(axes)}",
        ("id", *axes),
        (
            Column("id", "string", "as in patterns.parquet"),
            *(_AXIS_COLUMNS[axis] for axis in axes),
            Column("cancelled", "bool", "whether a void branch takes the name away"),
            Column("cancelled_seat", "bool", "the same, where standing over a void seat counts"),
        ),
    )
    for axes in MEMBER_AXES
}


def found_table(scope_axes: tuple[str, ...]) -> Table:
    """Return the table of the charts of a scope that `dingshi find` writes."""
    return Table(
        "found.parquet",
        "the members of a scope that have the patterns asked for",
        ("id",),
        (
            Column("id", "int32", "rank over the axes of the scope"),
            *(_AXIS_COLUMNS[axis] for axis in scope_axes),
            Column("ju", "int8", "局 number, 1 (伏吟) to 12; 7 is 返吟"),
            *(
                Column(name, "branch", f"the {name} transmission")
                for name in ("initial", "middle", "final")
            ),
        ),
    )


CORPUS: Final = (
    DINGSHI,
    PLATES,
    SHENSHA,
    SPIRITS,
    SPIRIT_POSITIONS,
    CLAIMS,
    PATTERNS,
    *MEMBERS.values(),
)
