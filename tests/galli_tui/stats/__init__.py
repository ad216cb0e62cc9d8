"""Tests of `galli_tui.stats`."""
