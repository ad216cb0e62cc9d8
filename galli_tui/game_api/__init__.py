"""What screens and commands ask of a game, found by its key: its texts, its screens, and how far a match is."""
