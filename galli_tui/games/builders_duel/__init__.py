"""The screen of Builders' Duel: the display with its claims, both buildings, and the texts."""
