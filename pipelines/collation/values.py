"""Values of claims in words, as tables, reports and documents print them."""

import json
from collections.abc import Mapping
from typing import Any

from dingshi.collation.checking import Finding, difference

_LONGEST = 12  # members of a computed set that are spelled out


def stored(value: Any) -> str:
    """Return a value as one text: words as they are, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _member(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(part) for part in value.values())
    return str(value)


def shown_value(value: Any) -> str:
    """Return a value for people: lists without brackets, truth as yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        words = [_member(item) for item in value]
        if len(words) > _LONGEST:
            words = [*words[:_LONGEST], f"… ({len(words)} in all)"]
        return ("、" if any(isinstance(v, Mapping) for v in value) else " ").join(words) or "none"
    return str(value)


def shown_inputs(inputs: Mapping[str, Any]) -> str:
    """Return the inputs of a claim on a line: values, with a name where the value does not say."""
    named = {"n": "lesson", "ju": "局", "month": "month", "natal": "natal", "at": "at"}
    parts = []
    for name, value in inputs.items():
        if name == "night":
            parts.append("night" if value else "day")
        elif name in named:
            parts.append(f"{named[name]} {value}")
        elif name == "month_general":
            parts.append(f"{value} over {inputs.get('hour', '')}".rstrip(" over"))
        elif name == "hour" and "month_general" in inputs:
            continue
        else:
            parts.append(shown_value(value))
    return " ".join(parts)


def shown_difference(finding: Finding) -> str:
    """Return what was computed instead; for lists what is missing and what is surplus."""
    claim = finding.claim
    if isinstance(claim.expected, list) and isinstance(finding.computed, list):
        missing, surplus = difference(finding)
        parts = [("missing", missing), ("surplus", surplus)]
        return "; ".join(f"{word} {shown_value(v)}" for word, v in parts if v)
    return f"computed {shown_value(finding.computed)}"
