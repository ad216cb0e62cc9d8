"""A match as a timeline, moment by moment."""
