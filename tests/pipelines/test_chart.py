"""A single chart: the contract of docs/design.md, against the twin, and what it refuses."""

import json
import subprocess
import sys

import dingshi
import numpy as np
import pytest
from dingshi.chart import Chart, cast_codes
from dingshi.datasets.vocabulary import BRANCHES, GENERALS, PILLARS, STEMS
from dingshi.entries import entry
from dingshi.schools import resolve_school
from dingshi.words import derivation

from tests.twins import casting as twin

# docs/design.md, section 6: the example of the contract, every field that it states.
STATED = {
    "school": "jingwei",
    "day": "甲子",
    "hour": "子",
    "month_general": "亥",
    "ju": 2,
    "shift": 11,
    "night": True,
    "method": "知一",
    "void": ["戌", "亥"],
}


def example() -> Chart:
    return dingshi.cast("甲子", month_general="亥", hour="子")


def test_the_example_of_the_contract() -> None:
    found = example().to_dict()
    assert {key: found[key] for key in STATED} == STATED
    lesson = found["lessons"][0]
    assert (lesson["upper"], lesson["lower"], lesson["seat"]) == ("丑", "甲", "寅")
    assert len(found["lessons"]) == 4
    first = dict(found["transmissions"][0])
    assert first.pop("general") in GENERALS
    assert first == {
        "branch": "子",
        "relation": "印",
        "stem": "甲",
        "void": False,
        "seat_void": False,
    }
    assert len(found["transmissions"]) == 3
    place = dict(found["plate"][0])
    assert place.pop("general") in GENERALS
    assert place == {"earth": "子", "heaven": "亥"}
    assert [place["earth"] for place in found["plate"]] == list(BRANCHES)


def test_the_keys_of_the_contract_come_first_and_in_order() -> None:
    keys = list(example().to_dict())
    assert keys[:14] == [
        "school",
        "day",
        "hour",
        "month_general",
        "ju",
        "shift",
        "night",
        "lessons",
        "transmissions",
        "method",
        "detail",
        "decided_by",
        "void",
        "plate",
    ]


def test_json_survives_a_round_trip() -> None:
    found = example().to_dict()
    assert json.loads(json.dumps(found, ensure_ascii=False)) == found


def test_derivation_names_the_controls_and_the_choice() -> None:
    text = derivation(example())
    assert "Lessons 1 and 2 are overcome from below, by 甲 and 丑" in text
    assert "of 丑 and 子 only 子 shares the day's polarity" in text


@pytest.mark.parametrize(
    ("day", "ju", "school", "words"),
    [
        # Each step speaks of those only that are left: 寅 and 子 have the other polarity.
        (
            "己巳",
            6,
            "jingwei",
            "and go on; 酉 sits on one of 寅申巳亥 (寅), 未 not",
        ),
        (
            "甲辰",
            8,
            "keti",
            "子 1 and 寅 1; 子 and 寅 are equally deep; none of these",
        ),
        (
            "戊辰",
            7,
            "jingwei",
            "of the stem's two lessons 巳 comes first by the order of the hours",
        ),
        ("戊辰", 7, "keti", "亥 3 and 巳 2; 亥 goes deepest"),
    ],
)
def test_the_derivation_tells_the_true_reason(day: str, ju: int, school: str, words: str) -> None:
    (chart,) = (chart for chart in entry(day, ju) if chart.school.name == school)
    assert words in derivation(chart)


def test_every_lesson_has_its_words() -> None:
    for name in ("jingwei", "keti"):
        for day, shift in np.ndindex(60, 12):
            chart = cast_codes(day, shift, 0, school=resolve_school(name))
            words = derivation(chart)
            assert words.endswith(").")
            assert BRANCHES[chart.lesson.transmissions[0]] in words


def test_every_field_of_every_chart_is_as_the_twin_says() -> None:
    school = resolve_school("jingwei")
    readings = {k: v for k, v in school.readings().items() if k != "noble"}
    for day, shift in np.ndindex(60, 12):
        lesson = twin.cast(day, shift, readings)
        for hour in (0, 6):
            chart = cast_codes(day, (hour + shift) % 12, hour, school=school)
            found = chart.to_dict()
            night = twin.is_night(hour)
            plate = twin.generals(twin.noble(day % 10, night), shift)
            assert found["night"] == night
            assert [p["general"] for p in found["plate"]] == [GENERALS[g] for g in plate]
            for k, upper in enumerate(twin.four_uppers(day, shift)):
                seat = twin.four_seats(day, shift)[k]
                assert found["lessons"][k] == {
                    "upper": BRANCHES[upper],
                    "lower": BRANCHES[seat] if k else STEMS[day % 10],
                    "seat": BRANCHES[seat],
                    "general": GENERALS[plate[seat]],
                }
            transmissions = lesson["transmissions"]
            assert isinstance(transmissions, list)
            for k, branch in enumerate(transmissions):
                stem = twin.hidden_stem(day, branch)
                seat = (branch - shift) % 12
                assert found["transmissions"][k] == {
                    "branch": BRANCHES[branch],
                    "general": GENERALS[plate[seat]],
                    "relation": twin.relation(day % 10, branch),
                    "stem": STEMS[stem] if stem >= 0 else None,
                    "void": branch in twin.voids(day),
                    "seat_void": seat in twin.voids(day),
                }
            assert found["method"] == lesson["method"]


@pytest.mark.parametrize(
    ("day", "general", "hour"),
    [
        ("甲子日", "登明", "子時"),
        (" 甲子 ", "亥將", "子时"),
        ("甲子", "亥将", "子"),
        ("甲子", "徵明", "子"),
        ("甲子", "征明", "子"),
        ("甲子", "登明將", "子"),
    ],
)
def test_other_spellings_are_the_same_chart(day: str, general: str, hour: str) -> None:
    assert dingshi.cast(day, month_general=general, hour=hour) == example()


def test_chou_written_as_ugly_is_chou() -> None:
    assert dingshi.cast("乙醜", month_general="醜", hour="醜").day == 1


@pytest.mark.parametrize(
    ("day", "general", "hour", "complaint"),
    [
        (
            "甲丑",
            "亥",
            "子",
            "day '甲丑' is not one of the sixty; with 甲 go the branches 子寅辰午申戌",
        ),
        ("甲", "亥", "子", "day '甲' is not a pair of stem and branch"),
        ("貓子", "亥", "子", "day stem '貓' is not a stem; allowed: 甲乙丙丁戊己庚辛壬癸"),
        ("甲子", "登朋", "子", "month general '登朋' is unknown; did you mean 登明"),
        ("甲子", "亥", "x", "hour 'x' is not a branch; allowed: 子丑寅卯辰巳午未申酉戌亥"),
        ("甲子", "亥", "", "hour '' is not a branch"),
    ],
)
def test_bad_words_are_named(day: str, general: str, hour: str, complaint: str) -> None:
    with pytest.raises(dingshi.InputError, match=complaint):
        dingshi.cast(day, month_general=general, hour=hour)


def test_all_sixty_days_are_read_and_no_others() -> None:
    for s, b in np.ndindex(10, 12):
        word = STEMS[s] + BRANCHES[b]
        if word in PILLARS:
            assert dingshi.cast(word, month_general="子", hour="子").day == PILLARS.index(word)
        else:
            with pytest.raises(dingshi.InputError, match="not one of the sixty"):
                dingshi.cast(word, month_general="子", hour="子")


def test_night_may_be_taken_against_the_hour() -> None:
    by_day = dingshi.cast("甲子", month_general="亥", hour="子", night=False)
    assert by_day.night is False
    assert by_day.plate.index(0) == (1 - 11) % 12  # the day noble of 甲 rides 丑
    assert "晝貴" in str(by_day)


def test_a_birth_year_adds_what_stands_over_it() -> None:
    natal = dingshi.cast("甲子", month_general="亥", hour="子", natal="午")
    assert natal.to_dict()["natal"] == {"branch": "午", "heaven": "巳", "general": "朱雀"}
    assert "本命 午" in str(natal)


def test_readings_can_be_replaced_one_by_one() -> None:
    # 丁卯 at 伏吟 ends in 卯 when the punishments are followed alone (fushantang 23).
    chart = dingshi.cast("丁卯", month_general="子", hour="子", readings={"zimao": "mao"})
    assert [t["branch"] for t in chart.to_dict()["transmissions"]] == ["卯", "子", "卯"]
    assert chart.school.name == "custom"


def test_another_noble_leaves_the_school_its_name() -> None:
    chart = dingshi.cast("甲子", month_general="亥", hour="午", noble="xieji")
    assert (chart.school.name, chart.school.noble) == ("jingwei", "xieji")
    assert chart.plate.index(0) == (7 - chart.shift) % 12


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"school": "nobody"}, "school 'nobody' is unknown; allowed: jingwei, keti"),
        ({"noble": "cat"}, "noble 'cat' is unknown; allowed: jingwei, xieji"),
        ({"readings": {"crossing": "x"}}, "crossing 'x' is unknown; allowed: seat, depth"),
        ({"readings": {"colour": "x"}}, "reading 'colour' is unknown; allowed: crossing"),
        ({"natal": "貓"}, "natal branch '貓' is not a branch"),
        ({"noble": "xieji", "readings": {"noble": "jingwei"}}, "noble 'xieji' contradicts"),
        ({"readings": {"name": "x"}}, "reading 'name' is unknown"),
    ],
)
def test_bad_options_are_named(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(dingshi.InputError, match=complaint):
        dingshi.cast("甲子", month_general="亥", hour="子", **arguments)  # type: ignore[arg-type]


def test_values_that_are_no_words_are_refused() -> None:
    for day in (None, 0, b"x"):
        with pytest.raises(dingshi.InputError, match="is not a word"):
            dingshi.cast(day, month_general="亥", hour="子")  # type: ignore[arg-type]


def test_a_noble_given_as_a_reading_is_the_same() -> None:
    by_reading = dingshi.cast("甲子", month_general="亥", hour="子", readings={"noble": "xieji"})
    assert by_reading == dingshi.cast("甲子", month_general="亥", hour="子", noble="xieji")


def test_a_cast_loads_no_compiler_and_no_tables() -> None:
    program = (
        "import sys, dingshi\n"
        "for school in ('jingwei', 'keti'):\n"
        "    str(dingshi.cast('甲子', month_general='亥', hour='子', school=school))\n"
        "print([m for m in ('numba', 'pyarrow', 'polars') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
