"""Benchmarks: ours against a naive twin, a peer and a physical limit, measured in the same run."""
