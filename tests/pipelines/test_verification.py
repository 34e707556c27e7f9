"""Verification: every list is reported, and the checker is tried on lists that are wrong."""

import dingshi
import pytest
from dingshi import verification
from dingshi.schools import forward_seats, resolve_school
from dingshi.verification import compare, verify

LISTS = {
    "干支": 120,
    "陰陽": 22,
    "月將": 12,
    "寄宮": 10,
    "別擇": 6,
    "斷金": 5,
    "伏吟": 60,
    "返吟無克": 6,
    "貴人": 20,
    "順逆": 12,
}


def test_every_list_of_volume_1_is_reported() -> None:
    verdicts = dingshi.verify()
    assert {verdict.name: verdict.rows for verdict in verdicts} == LISTS
    assert all(verdict.line for verdict in verdicts)


def test_only_the_two_known_differences() -> None:
    found = {
        (verdict.name, difference.member, difference.kind)
        for verdict in verify()
        for difference in verdict.differences
    }
    assert found == {("別擇", "丁酉", "missing"), ("斷金", "癸丑", "surplus")}
    assert all(verdict.explained for verdict in verify())


def test_a_wrong_list_is_caught() -> None:
    computed = {"甲子": "寅巳申", "乙丑": "辰丑戌"}
    assert compare("x", computed, computed, {}) == ()
    kinds = {
        (d.member, d.kind, d.reason)
        for d in compare("x", {"甲子": "寅巳巳", "丙寅": "巳申寅"}, computed, {})
    }
    assert kinds == {("甲子", "value", ""), ("乙丑", "missing", ""), ("丙寅", "surplus", "")}


def test_a_recorded_difference_is_explained_and_a_stale_one_is_not() -> None:
    recorded = {("x", "乙丑", "missing"): "left out by the book"}
    (difference,) = compare("x", {}, {"乙丑": "辰丑戌"}, recorded)
    assert difference.reason == "left out by the book"
    (stale,) = compare("x", {"乙丑": "辰丑戌"}, {"乙丑": "辰丑戌"}, recorded)
    assert (stale.member, stale.reason) == ("乙丑", "")


def test_a_wrong_kernel_would_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 子卯 read the other way three rows of the list of 伏吟 no longer hold."""
    monkeypatch.setattr(
        verification,
        "resolve_school",
        lambda name: resolve_school(name, readings={"zimao": "mao"}),
    )
    found = {
        d.member: d.computed for verdict in verify() for d in verdict.differences if not d.reason
    }
    assert found == {"丁卯": "卯子卯", "己卯": "卯子卯", "辛卯": "卯子卯"}


def test_generals_that_turn_the_wrong_way_would_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "forward_seats", lambda: ~forward_seats())
    differing = {verdict.name for verdict in verify() if not verdict.explained}
    assert differing == {"順逆"}
