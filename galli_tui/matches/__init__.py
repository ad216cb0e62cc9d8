"""Real matches behind the table interface: local, in memory and over the network."""
