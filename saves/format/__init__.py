"""The bytes of a match: canonical data, records, headers, entries and seals. Knows no file and no log."""
