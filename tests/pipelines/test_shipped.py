"""What ships ready made is what the kernels make today."""

from importlib import resources

from dingshi.shipped import format_table


def test_the_shipped_lessons_are_not_stale() -> None:
    shipped = resources.files("dingshi.datasets").joinpath("lessons.csv")
    assert shipped.read_text(encoding="utf-8") == format_table(), "run `make shipped`"
