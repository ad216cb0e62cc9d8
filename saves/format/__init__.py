"""The bytes of a match: canonical data, records, headers, entries and seals. Pure; knows neither files nor the log."""
