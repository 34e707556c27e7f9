"""Patterns (格局): one module for each family of 六壬經緯 volume 3, over shared facts.

A pattern is a small function from `Facts` to named boolean arrays; nothing here is compiled.
"""
