"""The screens around a match: menu, set-up, saved matches, help."""
