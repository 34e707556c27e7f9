"""Every checkable statement of the five books as data, and the coverage of their lines.

`<book>.jsonl` holds the claims, `kinds.csv` what can be claimed, `conditions.csv` the conditions of
lists and counts, `../coverage/<book>.csv` what became of each line.
"""
