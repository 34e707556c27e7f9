"""Tests of `datasets`."""
