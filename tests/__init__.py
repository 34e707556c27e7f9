"""Tests, mirroring the three houses; naive twins written from the texts stand in `twins`."""
