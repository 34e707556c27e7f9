"""Patterns as rows: the dictionary, and the tables of names, seats, seasons and relations."""
