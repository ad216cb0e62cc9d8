"""The screens of a match: the table, handover, scores, log, replay and review."""
