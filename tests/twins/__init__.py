"""Slow, plain restatements of the rules; they import nothing of the package."""
