"""A match as pictures and as a recording of a terminal."""
