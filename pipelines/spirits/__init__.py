"""Spirits: from rows to arrays, to the positions of a chart, to words and tables."""
