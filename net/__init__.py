"""Play on one network: finding a table, joining it, the host, the guest and the wire between them."""

SENTINEL = "galli-tui:net"
"""Marks this package as ours; the entry point checks it before any other import."""
