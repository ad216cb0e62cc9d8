"""What screens know of a match: the table, its peers, the saved matches, the network, and whose turn it is."""
