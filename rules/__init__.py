"""The rules of every game: the shared engine, one folder per game, and the bots.

Standard library only. Nothing here reads a clock, opens a file outside this package, or draws a random number that was
not passed in.
"""

SENTINEL = "galli-tui:rules"
"""Marks this package as ours; the entry point checks it before any other import."""
