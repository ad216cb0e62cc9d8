"""Bots at a table: processes that think, so that the interface never waits for them."""
