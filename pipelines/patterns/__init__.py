"""Patterns: over the whole space, for one chart, in the corpus, and by name."""
