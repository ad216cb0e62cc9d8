"""Matches as screens see them: the table interface, local, in memory and over the network."""
