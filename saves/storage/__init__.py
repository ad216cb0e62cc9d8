"""Files on disk: matches, summaries of them, the key, the settings, and the folders they are in."""
