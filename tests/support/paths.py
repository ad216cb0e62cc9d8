"""Paths of the project, for tests that read its files."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The project's own folder."""
TESTS = ROOT / "tests"
