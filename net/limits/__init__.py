"""What strangers and guests are held to: rate limits, code attempts, bandwidth and the blocklist."""
