"""The sample game, whole, in one folder. Only tests register it."""
