"""The signed log of a match as one pure fold: what an entry may be, what it means, and who writes it."""
