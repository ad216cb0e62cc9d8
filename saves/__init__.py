"""Everything that outlives the program: the signed match log, its file, saved matches, the key, settings.

What a move means is left to `rules`.
"""

SENTINEL = "galli-tui:saves"
"""Marks this package as ours; the entry point checks it before any other import."""
