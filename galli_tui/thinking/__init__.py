"""How bots think at a table: in a process of their own, so that the interface never waits for them."""
