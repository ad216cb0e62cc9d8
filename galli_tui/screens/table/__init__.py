"""The screens of a match: the table, handover, scores, log and analysis."""
