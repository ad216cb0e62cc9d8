"""The program with the sample game as its only one, for tests that run it as a process."""

from __future__ import annotations

import sys

from galli_tui import __main__ as program
from galli_tui.game_api import registry as texts_registry
from galli_tui.game_api.registry import Modules
from rules import registry
from tests.sample_game.game import META


def main() -> int:
    """Register the sample game, and run the command line."""
    setattr(registry, "_PACKAGES", {META.key: "tests.sample_game"})  # noqa: B010
    modules = Modules("tests.sample_game.texts", "tests.sample_game.screens")
    setattr(texts_registry, "_GAMES", {META.key: modules})  # noqa: B010
    return program.main()


if __name__ == "__main__":
    sys.exit(main())
