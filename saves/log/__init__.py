"""The signed log of a match: which entries are valid, what they mean, and how they are written. Pure: no I/O."""
