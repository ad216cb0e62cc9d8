"""Widgets that know no single game."""
