"""Limits on strangers and guests: rate limits, code attempts, bandwidth and the blocklist."""
