"""Tests of galli_tui.game_api."""
