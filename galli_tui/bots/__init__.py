"""The bots of a table, which think in processes of their own, so that the interface never waits for them."""
