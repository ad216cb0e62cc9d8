"""Results of saved matches, counted."""
