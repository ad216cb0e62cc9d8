"""The match log, its file and the library of saved matches: everything that outlives the program.

A log is entries that are signed and chained; what a move means is left to `rules`.
"""

SENTINEL = "galli-tui:saves"
"""Marks this package as ours; the entry point checks it before any other import."""
