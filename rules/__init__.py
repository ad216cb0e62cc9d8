"""The rules of every game of the house: the engine they share, one folder a game, the bots.

Standard library only. Nothing here reads a clock, opens a file outside this package, or draws a random
number that was not handed to it.
"""

SENTINEL = "galli-tui:rules"
"""Marks this package as ours; the entry point checks it before any other import."""
