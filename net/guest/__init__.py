"""The guest's and the spectator's side of a table, and the connection to its host."""
