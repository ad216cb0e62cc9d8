"""The host's side of a table: seats, log and listening sockets."""
