"""Bulk validation: anyone's charts against the corpus (docs/validation.md)."""

from dingshi.validation.run import validate as validate

__all__ = ["validate"]
