"""Where things of the project lie, for tests that read them."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The project's own folder."""
TESTS = ROOT / "tests"
