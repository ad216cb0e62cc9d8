"""Lessons: played introductions to a game, as data."""
