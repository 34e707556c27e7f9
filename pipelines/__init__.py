"""大六壬: cast charts, build the corpus of 定式, verify it against the texts.

Attributes are loaded on first use, so that importing the package costs little and a single cast
loads no compiled code.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dingshi.building import build as build
    from dingshi.bulk import cast_many as cast_many
    from dingshi.chart import Chart as Chart
    from dingshi.chart import cast as cast
    from dingshi.collation.checking import collate as collate
    from dingshi.dates.building import build_calendar as build_calendar
    from dingshi.dates.clocks import Clock as Clock
    from dingshi.dates.dated import DatedChart as DatedChart
    from dingshi.dates.dated import cast_at as cast_at
    from dingshi.dates.files import cast_file as cast_file
    from dingshi.dates.resolving import resolve as resolve
    from dingshi.dates.tables import charts_at as charts_at
    from dingshi.errors import DingshiError as DingshiError
    from dingshi.errors import InputError as InputError
    from dingshi.patterns.chart_patterns import chart_patterns as chart_patterns
    from dingshi.patterns.finding import find as find
    from dingshi.schools import School as School
    from dingshi.schools import resolve_school as resolve_school
    from dingshi.spirits.bulk import SpiritArrays as SpiritArrays
    from dingshi.spirits.bulk import spirits_many as spirits_many
    from dingshi.validation.run import validate as validate
    from dingshi.verification import verify as verify

_HOMES = {
    "Chart": "chart",
    "Clock": "dates.clocks",
    "DatedChart": "dates.dated",
    "DingshiError": "errors",
    "InputError": "errors",
    "School": "schools",
    "build": "building",
    "build_calendar": "dates.building",
    "cast": "chart",
    "cast_at": "dates.dated",
    "cast_file": "dates.files",
    "cast_many": "bulk",
    "collate": "collation.checking",
    "SpiritArrays": "spirits.bulk",
    "chart_patterns": "patterns.chart_patterns",
    "charts_at": "dates.tables",
    "find": "patterns.finding",
    "resolve": "dates.resolving",
    "resolve_school": "schools",
    "spirits_many": "spirits.bulk",
    "validate": "validation.run",
    "verify": "verification",
}
__all__ = [
    "Chart",
    "Clock",
    "DatedChart",
    "DingshiError",
    "InputError",
    "School",
    "SpiritArrays",
    "build",
    "build_calendar",
    "cast",
    "cast_at",
    "cast_file",
    "cast_many",
    "chart_patterns",
    "charts_at",
    "collate",
    "find",
    "resolve",
    "resolve_school",
    "spirits_many",
    "validate",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'dingshi' has no attribute {name!r}")
    return getattr(import_module(f"dingshi.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
