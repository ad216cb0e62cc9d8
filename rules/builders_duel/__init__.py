"""Builders' Duel: the rules of the game for two, by the clauses of `rulebook.md`."""
