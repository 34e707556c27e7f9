"""The spirits (神煞) of the five books as rows with their sources: loaders and invariants.

One CSV for each book, one row for each (spirit, reading, key, value); docs/spirits.md tells how to
add one.
"""
